public import FoundationEssentials
public import Imaging
public import Recognition

extension DetectBarcodesRequest {
  /// Finds the codes of a picture file, of its first page where it has several.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - orientation: How it is stored; `nil` believes the file.
  ///   - control: Reports progress and cancels from elsewhere.
  /// - Returns: The codes from top to bottom; none when the picture holds none.
  /// - Throws: `CancellationError` when the task or `control` was cancelled, ``RecognitionError`` when
  ///   the code reader is missing, ``PictureError`` when the file cannot be read.
  public func perform(
    on url: URL,
    orientation: ImageOrientation? = nil,
    control: RecognitionControl = RecognitionControl()
  ) async throws -> [BarcodeObservation] {
    let path = url.path
    return try await ReadingPool.shared.perform(control) { worker in
      try await worker.readStill(
        path,
        settings(orientation),
        control: control
      ).content.codes
    }
  }

  /// Finds the codes of a picture file that is in memory, of its first page where it has several.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - orientation: How it is stored; `nil` believes the file.
  ///   - control: Reports progress and cancels from elsewhere.
  /// - Returns: The codes from top to bottom; none when the picture holds none.
  /// - Throws: As ``perform(on:orientation:control:)-(URL,_,_)``.
  public func perform(
    on data: Data,
    orientation: ImageOrientation? = nil,
    control: RecognitionControl = RecognitionControl()
  ) async throws -> [BarcodeObservation] {
    let bytes = [UInt8](data)
    return try await ReadingPool.shared.perform(control) { worker in
      try await worker.readStill(
        bytes,
        named: "picture",
        settings(orientation),
        control: control
      ).content.codes
    }
  }

  /// Finds the codes of a raster.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - orientation: How it is stored.
  ///   - control: Reports progress and cancels from elsewhere.
  /// - Returns: The codes from top to bottom; none when the picture holds none.
  /// - Throws: `CancellationError` when the task or `control` was cancelled, ``RecognitionError`` when
  ///   the code reader is missing.
  public func perform(
    on image: LumaImage,
    orientation: ImageOrientation = .up,
    control: RecognitionControl = RecognitionControl()
  ) async throws -> [BarcodeObservation] {
    try await ReadingPool.shared.perform(control) { worker in
      try await worker.read(
        image.oriented(orientation),
        request: RecognizeTextRequest(),
        types: types,
        control: control
      ).codes
    }
  }

  private func settings(_ orientation: ImageOrientation?) -> StillSettings {
    StillSettings(request: RecognizeTextRequest(), types: types, orientation: orientation)
  }

  private var types: RecognizedDataTypes { RecognizedDataTypes(readsText: false, codes: self) }
}
