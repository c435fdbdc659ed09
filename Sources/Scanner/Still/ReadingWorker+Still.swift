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
    switch entry.path {
    case .success(let path):
      await readStill(
        path,
        request: request,
        types: types,
        orientation: orientation,
        control: control
      )
    case .failure(let problem):
      StillReading(path: problem.path, outcome: .unreadable(problem.reason))
    }
  }

  /// Reads all pages of one entry of a list, holding one at a time; cancelling the task cancels it
  /// within about 0.2 s.
  ///
  /// - Parameters:
  ///   - entry: The entry; a problem comes out as the unreadable thing it is.
  ///   - settings: How to read it.
  ///   - deliver: Is given what came of each page, the last one marked.
  nonisolated func readPages(
    of entry: PictureList.Entry,
    _ settings: StillSettings,
    deliver: @Sendable (StillReading) async -> Void
  ) async {
    switch entry.path {
    case .success(let path):
      let control = RecognitionControl()
      await withTaskCancellationHandler {
        await readPages(of: path, settings, control, deliver: deliver)
      } onCancel: {
        control.cancel()
      }
    case .failure(let problem):
      await deliver(StillReading(path: problem.path, outcome: .unreadable(problem.reason)))
    }
  }

  private func readPages(
    of path: String,
    _ settings: StillSettings,
    _ control: RecognitionControl,
    deliver: @Sendable (StillReading) async -> Void
  ) async {
    guard !control.isCancelled else {
      await deliver(StillReading(path: path, outcome: .cancelled))
      return
    }
    let name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path, limit: Self.fileLimit)
    } catch {
      await deliver(StillReading(path: path, outcome: .unreadable("\(error)")))
      return
    }
    var pages = StillPages(bytes, named: name)
    var number = 1
    var page = pages.nextResult()
    repeat {
      var reading = readStill(
        request: settings.request,
        types: settings.types,
        path: path,
        control: control
      ) {
        let still = try page?.get().stored(as: settings.orientation)
        guard let still else { throw PictureError("\(name) has no page.") }
        return (still, settings.keepsPicture ? PageImage(file: bytes, still: still) : nil)
      }
      // Whether this was the last page shows only when the next one is asked for.
      page = nil
      if !control.isCancelled { page = pages.nextResult() }
      reading.page = number
      reading.isLast = page == nil
      await deliver(reading)
      number += 1
    } while page != nil
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
        let name = path == "-" ? "standard input" : path
        return (try StillDecoder().decode(bytes, named: name).stored(as: orientation), nil)
      }
    } onCancel: {
      control.cancel()
    }
  }

  /// Loads a file's bytes.
  func load(_ path: String) throws(FileBytes.LoadError) -> [UInt8] {
    try FileBytes.read(path, limit: Self.fileLimit)
  }

  /// Decodes and reads a picture that is in memory.
  func readStill(
    _ bytes: [UInt8],
    named name: String,
    _ settings: StillSettings,
    _ control: RecognitionControl
  ) -> StillReading {
    readStill(
      bytes,
      named: name,
      request: settings.request,
      types: settings.types,
      orientation: settings.orientation,
      control: control
    )
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
      (try StillDecoder().decode(bytes, named: name).stored(as: orientation), nil)
    }
  }

  private func readStill(
    request: RecognizeTextRequest,
    types: RecognizedDataTypes,
    path: String,
    control: RecognitionControl,
    load: () throws -> (StillImage, PageImage?)
  ) -> StillReading {
    guard !control.isCancelled else { return StillReading(path: path, outcome: .cancelled) }
    do {
      let (still, picture) = try load()
      let content = try read(still.image, request: request, types: types, control: control)
      return StillReading(
        path: path,
        outcome: .read(content.lines, size: still.image.size, warning: still.warning),
        codes: content.codes,
        picture: picture
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

/// How pictures are read.
struct StillSettings: Sendable {
  /// How to read text.
  var request: RecognizeTextRequest

  /// What to look for.
  var types: RecognizedDataTypes

  /// How the pictures are stored, whatever they say themselves; `nil` believes them.
  var orientation: ImageOrientation?

  /// Whether the picture itself is wanted, for a document that shows it.
  var keepsPicture = false
}

extension StillPages {
  /// The next page, or why it cannot be decoded; `nil` after the last.
  fileprivate mutating func nextResult() -> Result<StillImage, ImageError>? {
    do throws(ImageError) {
      return try next().map { .success($0) }
    } catch {
      return .failure(error)
    }
  }
}

extension PictureList.Entry {
  /// A path that is no picture, and why.
  fileprivate struct Problem: Error {
    var path: String
    var reason: String
  }

  /// Where the picture is, `-` for standard input.
  fileprivate var path: Result<String, Problem> {
    switch self {
    case .file(let path): .success(path)
    case .standardInput: .success("-")
    case .problem(let path, let reason): .failure(Problem(path: path, reason: reason))
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
