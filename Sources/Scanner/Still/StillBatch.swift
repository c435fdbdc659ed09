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
  let request: RecognizeTextRequest
  let types: RecognizedDataTypes
  let orientation: ImageOrientation?
  let jobs: Int
  let keepsPictures: Bool
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
    jobs: Int? = nil,
    keepsPictures: Bool = false,
    listener: @escaping @Sendable (ScanEvent) -> Void
  ) {
    self.init(
      pictures: PictureList(paths, isRecursive: isRecursive),
      request: request,
      types: types,
      orientation: orientation,
      jobs: jobs,
      keepsPictures: keepsPictures,
      sink: EventSink(keeping: contentKinds, listener)
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
    jobs: Int? = nil,
    keepsPictures: Bool = false,
    listener: @escaping @Sendable (ScanEvent) -> Void
  ) {
    self.init(
      pictures: pictures,
      request: request,
      types: types,
      orientation: orientation,
      jobs: jobs,
      keepsPictures: keepsPictures,
      sink: EventSink(keeping: contentKinds, listener)
    )
  }

  init(
    pictures: PictureList,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes,
    orientation: ImageOrientation?,
    jobs: Int?,
    keepsPictures: Bool = false,
    sink: EventSink
  ) {
    entries = pictures.entries
    self.request = request
    self.types = types
    self.orientation = orientation
    self.jobs = max(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 1)
    self.keepsPictures = keepsPictures
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
      try await worker.prepare(for: request, types: types)
    } catch {
      throw ScanError(error)
    }
    return await run(on: workers)
  }

  private func run(on workers: [ReadingWorker]) async -> StillSummary {
    let summary = Mutex(StillSummary())
    let queue = StillQueue(count: entries.count, lookahead: workers.count * Self.lookahead) {
      sink.send($0)
      let reading = $0
      summary.withLock { $0.count(reading) }
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
    var result = summary.withLock { $0 }
    result.cancelled += await queue.unbegun
    return result
  }

  private var settings: StillSettings {
    StillSettings(
      request: request,
      types: types,
      orientation: orientation,
      keepsPicture: keepsPictures
    )
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
