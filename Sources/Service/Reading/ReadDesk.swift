import FoundationEssentials
import Scanner

/// Gives readings their turn: one at a time, so that the cameras go on, and only so many that wait.
actor ReadDesk {
  /// How long a job that ended is kept for who asks.
  static let keptFor = Duration.seconds(600)

  /// How many that ended are kept.
  static let keptCount = 32

  /// The most bytes of pictures that wait.
  private static let byteLimit = 256 << 20

  private let limit: Int
  private var waiting: [ReadJob] = []
  private var current: ReadJob?
  private var jobs: [UUID: ReadJob] = [:]
  private var isClosed = false
  private var work: Task<Void, Never>?

  /// How many pictures were read, by outcome.
  private(set) var outcomes: [String: Int] = [:]

  /// How many callbacks were not taken.
  private(set) var failedCallbacks = 0

  /// Makes a desk.
  ///
  /// - Parameter limit: How many jobs may be under way or wait.
  init(limit: Int) { self.limit = limit }

  /// How many jobs are under way or wait.
  var pending: Int { waiting.count + (current == nil ? 0 : 1) }

  /// Takes a job; its turn comes by itself.
  ///
  /// - Parameters:
  ///   - plan: What to read.
  ///   - isKept: Whether others may ask for it by its identity.
  ///   - callback: Who is told when it has ended.
  /// - Returns: The job.
  /// - Throws: ``HTTPProblem`` when too many wait already.
  func add(
    _ plan: ReadPlan,
    isKept: Bool,
    callback: CallbackTarget? = nil
  ) throws(HTTPProblem) -> ReadJob {
    let bytes = (waiting + [current].compactMap(\.self)).map(\.byteCount).reduce(0, +)
    guard !isClosed, pending < limit, bytes + plan.byteCount <= Self.byteLimit else {
      var problem = HTTPProblem(
        503,
        "busy",
        "\(pending) readings are under way or wait, which is as much as is taken.",
        remedy: "Try again in a few seconds, or raise limits.pendingReads in the configuration."
      )
      problem.headers = [HTTPField(name: "Retry-After", value: "5")]
      throw problem
    }
    let job = ReadJob(plan, callback: callback)
    if isKept {
      forget()
      jobs[job.id] = job
    }
    waiting.append(job)
    begin()
    return job
  }

  /// A job that is kept.
  func job(_ id: UUID) -> ReadJob? {
    forget()
    return jobs[id]
  }

  /// Calls a job off and forgets it.
  ///
  /// - Returns: Whether there was one.
  func remove(_ id: UUID) -> Bool {
    guard let job = jobs.removeValue(forKey: id) else { return false }
    cancel(job)
    return true
  }

  /// Calls a job off, whether it waits or is read.
  func cancel(_ job: ReadJob) {
    job.cancel()
    if let index = waiting.firstIndex(where: { $0 === job }) {
      waiting.remove(at: index)
      job.abandon()
    }
  }

  /// Calls everything off and waits for its end.
  func close() async {
    isClosed = true
    for job in waiting {
      job.cancel()
      job.abandon()
    }
    waiting = []
    current?.cancel()
    await work?.value
  }

  private func begin() {
    guard current == nil, !waiting.isEmpty else { return }
    let job = waiting.removeFirst()
    current = job
    // Owned by the desk, which waits for it when it closes.
    work = Task { [weak self] in
      await job.run()
      await self?.ended(job)
    }
  }

  private func ended(_ job: ReadJob) async {
    for event in job.standing.events {
      if case .file(let file) = event.content { outcomes[file.outcome.rawValue, default: 0] += 1 }
    }
    current = nil
    begin()
    if let callback = job.callback, !isClosed {
      let document = JSON.bytes(ReadReport(job).progress)
      if await !Blocking.run({ callback.post(document) }) { failedCallbacks += 1 }
    }
  }

  private func forget() {
    let over = jobs.values.compactMap { job in job.standing.endedAt.map { (job.id, $0) } }
      .sorted { $0.1 > $1.1 }
    let limit = ContinuousClock.now - Self.keptFor
    for (index, (id, ended)) in over.enumerated() where index >= Self.keptCount || ended < limit {
      jobs[id] = nil
    }
  }
}
