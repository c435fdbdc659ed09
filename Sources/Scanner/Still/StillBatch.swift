import FoundationEssentials
public import Imaging
public import Recognition
import Synchronization

/// What became of a batch of pictures.
public struct StillSummary: Sendable, Hashable {
  /// Pictures something was read from.
  public var withText = 0

  /// Sound pictures with nothing to read.
  public var empty = 0

  /// Files and paths that could not be read.
  public var unreadable = 0

  /// Pictures that were not finished because the work was cancelled.
  public var cancelled = 0

  /// Makes a summary of nothing.
  public init() {}
}

/// Reads still pictures, several at once, and reports them in the order given.
public struct StillBatch: Sendable {
  /// How far ahead of the first unfinished picture others may be read: results that wait are few.
  private static let lookahead = 4

  let entries: [PictureList.Entry]
  let settings: StillSettings
  let jobs: Int
  let sink: EventSink

  /// Makes a batch that reports to a listener.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-` for standard input.
  ///   - isRecursive: Whether folders are searched with all that lie in them.
  ///   - request: How to read text.
  ///   - types: What to look for.
  ///   - contentKinds: The kinds of content to keep, as ``ScanSettings/contentKinds``.
  ///   - orientation: How the pictures are stored, whatever they say themselves; `nil` believes them.
  ///   - limits: What decoding a page may cost.
  ///   - page: The only page to read of each, from 1; `nil` for all.
  ///   - jobs: How many pictures to read at once; `nil` for one a core.
  ///   - keepsPictures: Whether pages come with their pictures, for documents that show them.
  ///   - listener: Is told what happens, in order. It may block; the reading waits then.
  public init(
    paths: [String],
    isRecursive: Bool = false,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    contentKinds: Set<RecognizedContent.Kind> = [],
    orientation: ImageOrientation? = nil,
    limits: StillLimits = StillLimits(),
    page: Int? = nil,
    jobs: Int? = nil,
    keepsPictures: Bool = false,
    listener: @escaping @Sendable (ScanEvent) -> Void
  ) {
    self.init(
      pictures: PictureList(paths, isRecursive: isRecursive),
      request: request,
      types: types,
      contentKinds: contentKinds,
      orientation: orientation,
      limits: limits,
      page: page,
      jobs: jobs,
      keepsPictures: keepsPictures,
      listener: listener
    )
  }

  /// Makes a batch of pictures that were listed before.
  ///
  /// - Parameters: As those of the other, in its order.
  package init(
    pictures: PictureList,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    contentKinds: Set<RecognizedContent.Kind> = [],
    orientation: ImageOrientation? = nil,
    limits: StillLimits = StillLimits(),
    page: Int? = nil,
    jobs: Int? = nil,
    keepsPictures: Bool = false,
    listener: @escaping @Sendable (ScanEvent) -> Void
  ) {
    let settings = StillSettings(
      request: request,
      types: types,
      orientation: orientation,
      limits: limits,
      page: page,
      keepsPicture: keepsPictures
    )
    let sink = EventSink(keeping: contentKinds, listener)
    self.init(pictures: pictures, settings, jobs: jobs, sink: sink)
  }

  init(pictures: PictureList, _ settings: StillSettings, jobs: Int? = nil, sink: EventSink) {
    entries = pictures.entries
    self.settings = settings
    self.jobs = max(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 1)
    self.sink = sink
  }

  /// Reads everything, or stops early when the task is cancelled.
  ///
  /// - Returns: What became of it.
  /// - Throws: ``ScanError`` when the engine or a language is missing; then nothing was read.
  public func run() async throws(ScanError) -> StillSummary {
    try await run(sharing: ReadingWorker())
  }

  /// Reads everything, the first pictures with an engine that is there already.
  func run(sharing worker: ReadingWorker) async throws(ScanError) -> StillSummary {
    let others = (1..<max(min(jobs, entries.count), 1)).map { ReadingWorker(number: $0) }
    let workers = [worker] + others
    do throws(RecognitionError) {
      try await worker.prepare(for: settings.request, types: settings.types)
    } catch {
      throw ScanError(error)
    }
    return await run(on: workers)
  }

  private func run(on workers: [ReadingWorker]) async -> StillSummary {
    let counter = Mutex(StillCounter())
    let queue = StillQueue(count: entries.count, lookahead: workers.count * Self.lookahead) {
      let page = $0
      sink.send(page)
      counter.withLock { $0.count(page) }
    }
    await withTaskCancellationHandler {
      await withTaskGroup { group in
        for worker in workers {
          group.addTask {
            while let index = await queue.take() {
              await worker.readPages(of: entries[index], settings) {
                await queue.add($0, of: index)
              }
            }
          }
        }
      }
    } onCancel: {
      Task { await queue.cancel() }
    }
    var result = counter.withLock { $0.summary }
    result.cancelled += await queue.unbegun
    return result
  }
}

/// What came of one page of a picture.
struct StillReading: Sendable {
  /// The kinds of outcome.
  enum Outcome: Sendable {
    /// It was read; the warning says what was wrong with it all the same.
    case read([RecognizedTextObservation], size: PixelSize, warning: String?)

    /// The file could not be read.
    case unreadable(String)

    /// The engine failed on it.
    case failed(RecognitionError)

    /// The work was cancelled.
    case cancelled

    /// Whether no other page is tried after this.
    var isFinal: Bool {
      switch self {
      case .read, .unreadable: false
      case .failed, .cancelled: true
      }
    }
  }

  /// The path as given.
  var path: String

  /// The page of the file, from 1.
  var page = 1

  /// Whether it is the file's last page.
  var isLast = true

  /// What came of it.
  var outcome: Outcome

  /// The codes that were read besides the lines.
  var codes: [BarcodeObservation] = []

  /// The picture itself, where it was asked for.
  var picture: PageImage?

  /// What is on the picture, or why nothing can be said about it.
  var content: PictureContent {
    get throws {
      switch outcome {
      case .read(let lines, _, _): return PictureContent(lines: lines, codes: codes)
      case .unreadable(let reason): throw PictureError(reason)
      case .failed(let error): throw error
      case .cancelled: throw CancellationError()
      }
    }
  }
}
