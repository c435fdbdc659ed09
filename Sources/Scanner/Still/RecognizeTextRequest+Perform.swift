public import Capture
public import FoundationEssentials
public import Imaging
public import Recognition

extension RecognizeTextRequest {
  /// Reads the text of a picture file, of its first page where it has several.
  ///
  /// ``StillBatch`` reads all pages.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - orientation: How it is stored; `nil` believes the file.
  ///   - control: Reports progress and cancels from elsewhere.
  /// - Returns: The lines in reading order; none when the picture holds no text.
  /// - Throws: `CancellationError` when the task or `control` was cancelled, ``RecognitionError`` when
  ///   the engine cannot work, ``PictureError`` when the file cannot be read.
  public func perform(
    on url: URL,
    orientation: ImageOrientation? = nil,
    control: RecognitionControl = RecognitionControl()
  ) async throws -> [RecognizedTextObservation] {
    let path = url.path
    return try await ReadingPool.shared.perform(control) { worker in
      try await worker.readStill(
        path,
        StillSettings(request: self, orientation: orientation),
        control: control
      )
      .content.lines
    }
  }

  /// Reads the text of a picture file that is in memory, of its first page where it has several.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - orientation: How it is stored; `nil` believes the file.
  ///   - control: Reports progress and cancels from elsewhere.
  /// - Returns: The lines in reading order; none when the picture holds no text.
  /// - Throws: As ``perform(on:orientation:control:)-(URL,_,_)``.
  public func perform(
    on data: Data,
    orientation: ImageOrientation? = nil,
    control: RecognitionControl = RecognitionControl()
  ) async throws -> [RecognizedTextObservation] {
    let bytes = [UInt8](data)
    return try await ReadingPool.shared.perform(control) { worker in
      try await worker.readStill(
        bytes,
        named: "picture",
        StillSettings(request: self, orientation: orientation),
        control: control
      ).content.lines
    }
  }

  /// Reads the text of a raster.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - orientation: How it is stored.
  ///   - control: Reports progress and cancels from elsewhere.
  /// - Returns: The lines in reading order; none when the picture holds no text.
  /// - Throws: `CancellationError` when the task or `control` was cancelled, ``RecognitionError`` when
  ///   the engine cannot work.
  public func perform(
    on image: LumaImage,
    orientation: ImageOrientation = .up,
    control: RecognitionControl = RecognitionControl()
  ) async throws -> [RecognizedTextObservation] {
    try await ReadingPool.shared.perform(control) { worker in
      try await worker.read(image.oriented(orientation), request: self, control: control)
    }
  }

  /// Reads the text of a camera's frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - orientation: How the camera is mounted.
  ///   - control: Reports progress and cancels from elsewhere.
  /// - Returns: The lines in reading order; none when the picture holds no text.
  /// - Throws: As ``perform(on:orientation:control:)-(URL,_,_)``.
  public func perform(
    on frame: Frame,
    orientation: ImageOrientation = .up,
    control: RecognitionControl = RecognitionControl()
  ) async throws -> [RecognizedTextObservation] {
    try await ReadingPool.shared.perform(control) { worker in
      let reading = await worker.read(
        frame,
        orientation: orientation,
        request: self,
        control: control
      )
      switch reading.outcome {
      case .lines(let lines): return lines
      case .cancelled: throw CancellationError()
      case .undecodable(let reason): throw PictureError(reason)
      case .failed(let error): throw error
      }
    }
  }
}

/// A picture that cannot be read, and why.
public struct PictureError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Reason and remedy in words.
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}
