import FoundationEssentials
import Imaging
import Recognition

extension ReadingWorker {
  /// The largest file that is loaded.
  private static let fileLimit = 256 << 20

  /// Reads the pages of one entry of a list, holding one at a time; cancelling the task cancels it
  /// within about 0.2 s.
  ///
  /// - Parameters:
  ///   - entry: The entry; a problem comes out as the unreadable thing it is.
  ///   - settings: How to read it.
  ///   - control: Cancels the work from elsewhere.
  ///   - deliver: Is given what came of each page, the last one marked.
  nonisolated func readPages(
    of entry: PictureList.Entry,
    _ settings: StillSettings,
    control: RecognitionControl = RecognitionControl(),
    deliver: @Sendable (StillReading) async -> Void
  ) async {
    let path: String
    switch entry {
    case .file(let file): path = file
    case .standardInput: path = "-"
    case .problem(let path, let reason):
      await deliver(StillReading(path: path, outcome: .unreadable(reason)))
      return
    }
    await withTaskCancellationHandler {
      await readPages(of: .file(path), settings, control, deliver: deliver)
    } onCancel: {
      control.cancel()
    }
  }

  /// Reads the pages of bytes somebody sent, as those of a file.
  nonisolated func readPages(
    of bytes: [UInt8],
    named name: String,
    _ settings: StillSettings,
    control: RecognitionControl,
    deliver: @Sendable (StillReading) async -> Void
  ) async {
    await withTaskCancellationHandler {
      await readPages(of: .bytes(bytes, name: name), settings, control, deliver: deliver)
    } onCancel: {
      control.cancel()
    }
  }

  /// Loads, decodes and reads a picture, of several pages the first; cancelling the task cancels it
  /// within about 0.2 s.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - settings: How to read it.
  ///   - control: Cancels the work from elsewhere.
  /// - Returns: What came of it.
  nonisolated func readStill(
    _ path: String,
    _ settings: StillSettings,
    control: RecognitionControl
  ) async -> StillReading {
    await withTaskCancellationHandler {
      await readFirstPage(of: .file(path), settings, control)
    } onCancel: {
      control.cancel()
    }
  }

  /// Decodes and reads a picture that is in memory, of several pages the first.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - name: What to call it in messages.
  ///   - settings: How to read it.
  ///   - control: Cancels the work from elsewhere.
  /// - Returns: What came of it.
  func readStill(
    _ bytes: [UInt8],
    named name: String,
    _ settings: StillSettings,
    control: RecognitionControl
  ) -> StillReading {
    readFirstPage(of: .bytes(bytes, name: name), settings, control)
  }

  /// Loads a file's bytes.
  func load(_ path: String) throws(FileBytes.LoadError) -> [UInt8] {
    try FileBytes.read(path, limit: Self.fileLimit)
  }

  /// Where a picture's bytes are.
  private enum Source {
    case file(String)
    case bytes([UInt8], name: String)

    /// What events call it.
    var path: String {
      switch self {
      case .file(let path): path
      case .bytes(_, let name): name
      }
    }

    /// What messages call it.
    var name: String { path == "-" ? "standard input" : path }

    func load() throws -> [UInt8] {
      switch self {
      case .file(let path): try FileBytes.read(path, limit: ReadingWorker.fileLimit)
      case .bytes(let bytes, _): bytes
      }
    }
  }

  private func readPages(
    of source: Source,
    _ settings: StillSettings,
    _ control: RecognitionControl,
    deliver: @Sendable (StillReading) async -> Void
  ) async {
    var reading = StillReading(path: source.path, outcome: .cancelled)
    do {
      guard !control.isCancelled else { throw CancellationError() }
      let bytes = try source.load()
      var document = try StillDocument(bytes, named: source.name, settings, control)
      var page = document.nextPage(control)
      while let wanted = settings.page, reading.page < wanted, page != nil {
        reading.page += 1
        page = document.nextPage(control)
      }
      guard page != nil else {
        throw PictureError("\(source.name) has no page \(settings.page ?? 1).")
      }
      while let current = page {
        read(current, of: bytes, settings, control, into: &reading)
        // Whether this was the last page shows only when the next one is asked for.
        page = nil
        if !reading.outcome.isFinal, settings.page == nil { page = document.nextPage(control) }
        reading.isLast = page == nil
        await deliver(reading)
        reading.page += 1
      }
    } catch {
      reading.outcome = Self.outcome(of: error, control)
      await deliver(reading)
    }
  }

  private func readFirstPage(
    of source: Source,
    _ settings: StillSettings,
    _ control: RecognitionControl
  ) -> StillReading {
    var reading = StillReading(path: source.path, outcome: .cancelled)
    do {
      guard !control.isCancelled else { throw CancellationError() }
      let bytes = try source.load()
      var document = try StillDocument(bytes, named: source.name, settings, control)
      guard let page = document.nextPage(control) else {
        throw PictureError("\(source.name) has no page.")
      }
      read(page, of: bytes, settings, control, into: &reading)
    } catch {
      reading.outcome = Self.outcome(of: error, control)
    }
    return reading
  }

  private func read(
    _ page: Result<StillImage, ImageError>,
    of bytes: [UInt8],
    _ settings: StillSettings,
    _ control: RecognitionControl,
    into reading: inout StillReading
  ) {
    (reading.codes, reading.picture) = ([], nil)
    do {
      let still = try page.get()
      let content = try read(
        still.image,
        request: settings.request,
        types: settings.types,
        control: control
      )
      reading.outcome = .read(
        ReceiptRows.lines(content.lines, in: still.image.size),
        size: still.image.size,
        warning: still.warning
      )
      reading.codes = content.codes
      if settings.keepsPicture { reading.picture = PageImage(file: bytes, still: still) }
    } catch {
      reading.outcome = Self.outcome(of: error, control)
    }
  }

  private static func outcome(
    of error: any Error,
    _ control: RecognitionControl
  ) -> StillReading.Outcome {
    if control.isCancelled { return .cancelled }
    guard let error = error as? RecognitionError else { return .unreadable("\(error)") }
    return error.code == .cancelled ? .cancelled : .failed(error)
  }
}

/// How pictures are read.
struct StillSettings: Sendable {
  /// How to read text.
  var request: RecognizeTextRequest

  /// What to look for.
  var types = RecognizedDataTypes.text

  /// How the pictures are stored, whatever they say themselves; `nil` believes them.
  var orientation: ImageOrientation?

  /// What decoding a page may cost.
  var limits = StillLimits()

  /// The only page to read, from 1; `nil` for all.
  var page: Int?

  /// Whether the picture itself is wanted, for a document that shows it.
  var keepsPicture = false
}

extension StillDocument {
  fileprivate init(
    _ bytes: [UInt8],
    named name: String,
    _ settings: StillSettings,
    _ control: RecognitionControl
  ) throws(ImageError) {
    try self.init(
      bytes,
      named: name,
      orientation: settings.orientation,
      limits: settings.limits,
      isCancelled: { control.isCancelled }
    )
  }

  /// The next page, or why it cannot be decoded; `nil` after the last.
  fileprivate mutating func nextPage(
    _ control: RecognitionControl
  ) -> Result<StillImage, ImageError>? {
    do throws(ImageError) {
      return try next(isCancelled: { control.isCancelled }).map { .success($0) }
    } catch {
      return .failure(error)
    }
  }
}
