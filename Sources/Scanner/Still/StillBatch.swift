import FoundationEssentials
public import Imaging
public import Recognition

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
  let sink: EventSink

  /// Makes a batch that reports to a listener.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-` for standard input.
  ///   - request: How to read text.
  ///   - types: What to look for.
  ///   - contentKinds: The kinds of content to keep, as ``ScanSettings/contentKinds``.
  ///   - orientation: How the pictures are stored, whatever they say themselves; `nil` believes them.
  ///   - jobs: How many pictures to read at once; `nil` for one a core.
  ///   - listener: Is told what happens, in order. It may block; the reading waits then.
  public init(
    paths: [String],
    request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    contentKinds: Set<RecognizedContent.Kind> = [],
    orientation: ImageOrientation? = nil,
    jobs: Int? = nil,
    listener: @escaping @Sendable (ScanEvent) -> Void
  ) {
    self.init(
      paths: paths,
      request: request,
      types: types,
      orientation: orientation,
      jobs: jobs,
      sink: EventSink(keeping: contentKinds, listener)
    )
  }

  init(
    paths: [String],
    request: RecognizeTextRequest,
    types: RecognizedDataTypes,
    orientation: ImageOrientation?,
    jobs: Int?,
    sink: EventSink
  ) {
    entries = PictureList(paths).entries
    self.request = request
    self.types = types
    self.orientation = orientation
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
      try await worker.prepare(for: request, types: types)
    } catch {
      throw ScanError(error)
    }
    return await run(on: workers)
  }

  private func run(on workers: [ReadingWorker]) async -> StillSummary {
    let count = workers.count
    var summary = StillSummary()
    await withTaskGroup(of: (Int, ReadingWorker, StillReading).self) { group in
      var idle = workers
      var done: [Int: StillReading] = [:]
      var next = 0
      var reported = 0
      while reported < entries.count {
        while next < entries.count, next - reported < count * Self.lookahead,
          let worker = idle.popLast()
        {
          let index = next
          next += 1
          group.addTask {
            let control = RecognitionControl()
            return (
              index,
              worker,
              await worker.readStill(
                entries[index],
                request: request,
                types: types,
                orientation: orientation,
                control: control
              )
            )
          }
        }
        guard let (index, worker, reading) = await group.next() else { break }
        idle.append(worker)
        done[index] = reading
        while let reading = done.removeValue(forKey: reported) {
          sink.send(reading)
          summary.count(reading)
          reported += 1
        }
      }
    }
    return summary
  }
}

/// What came of one picture.
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

  /// What came of it.
  var outcome: Outcome

  /// The codes that were read besides the lines.
  var codes: [BarcodeObservation] = []
}
