import FoundationEssentials
import Glibc
import Imaging
import Recognition

extension ReadingWorker {
  /// The largest file that is loaded.
  private static let fileLimit = 256 << 20

  /// Reads one entry of a list; a problem comes out as the unreadable thing it is.
  nonisolated func readStill(
    _ entry: PictureList.Entry,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    orientation: ImageOrientation?,
    control: RecognitionControl
  ) async -> StillReading {
    let path: String
    switch entry {
    case .problem(let path, let reason):
      return StillReading(path: path, outcome: .unreadable(reason))
    case .file(let file): path = file
    case .standardInput: path = "-"
    }
    return await readStill(
      path,
      request: request,
      types: types,
      orientation: orientation,
      control: control
    )
  }

  /// Loads, decodes and reads a picture; cancelling the task cancels it within about 0.2 s.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - request: How to read text.
  ///   - types: What to look for.
  ///   - orientation: How it is stored; `nil` believes the file.
  ///   - control: Cancels the work from elsewhere.
  /// - Returns: What came of it.
  nonisolated func readStill(
    _ path: String,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    orientation: ImageOrientation?,
    control: RecognitionControl
  ) async -> StillReading {
    await withTaskCancellationHandler {
      await readStill(request: request, types: types, path: path, control: control) {
        let bytes = try FileBytes.read(path, limit: Self.fileLimit)
        return try StillDecoder().decode(bytes, named: path == "-" ? "standard input" : path)
          .stored(as: orientation)
      }
    } onCancel: {
      control.cancel()
    }
  }

  /// Decodes and reads a picture that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - name: What to call it in messages.
  ///   - request: How to read text.
  ///   - types: What to look for.
  ///   - orientation: How it is stored; `nil` believes the file.
  ///   - control: Cancels the work from elsewhere.
  /// - Returns: What came of it.
  func readStill(
    _ bytes: [UInt8],
    named name: String,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    orientation: ImageOrientation?,
    control: RecognitionControl
  ) -> StillReading {
    readStill(request: request, types: types, path: name, control: control) {
      try StillDecoder().decode(bytes, named: name).stored(as: orientation)
    }
  }

  private func readStill(
    request: RecognizeTextRequest,
    types: RecognizedDataTypes,
    path: String,
    control: RecognitionControl,
    load: () throws -> StillImage
  ) -> StillReading {
    guard !control.isCancelled else { return StillReading(path: path, outcome: .cancelled) }
    do {
      let still = try load()
      let content = try read(still.image, request: request, types: types, control: control)
      return StillReading(
        path: path,
        outcome: .read(content.lines, size: still.image.size, warning: still.warning),
        codes: content.codes
      )
    } catch let error as RecognitionError {
      return StillReading(
        path: path,
        outcome: error.code == .cancelled ? .cancelled : .failed(error)
      )
    } catch {
      return StillReading(path: path, outcome: .unreadable("\(error)"))
    }
  }
}

extension StillImage {
  /// The same picture when what it says about its orientation does not count.
  ///
  /// - Parameter orientation: How it is really stored; `nil` believes the picture.
  /// - Returns: The picture, upright.
  fileprivate func stored(as orientation: ImageOrientation?) -> StillImage {
    guard let orientation, orientation != self.orientation else { return self }
    var turned = self
    turned.image = image.oriented(self.orientation.inverse.then(orientation))
    turned.orientation = orientation
    return turned
  }
}
