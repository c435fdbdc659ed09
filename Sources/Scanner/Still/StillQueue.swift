/// Hands out the pictures of a batch and puts what came of them back into their order.
///
/// Neither grows with the batch: pictures are handed out only a little ahead of the first one that is
/// not done, and a picture with many pages waits for its turn once a few are read.
actor StillQueue {
  /// The pages of a picture that may wait for their turn.
  private static let pageLimit = 4

  private let count: Int
  private let lookahead: Int
  private let report: @Sendable (StillReading) -> Void
  private var next = 0
  private var current = 0
  private var waiting: [Int: [StillReading]] = [:]
  private var ended: Set<Int> = []
  private var sleepers: [CheckedContinuation<Void, Never>] = []
  private var isCancelled = false

  /// Makes a queue of pictures that are known by their numbers, from 0.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - lookahead: How far ahead of the first that is not done others may be begun.
  ///   - report: Is told of each page in the pictures' order; may block.
  init(count: Int, lookahead: Int, report: @escaping @Sendable (StillReading) -> Void) {
    self.count = count
    self.lookahead = lookahead
    self.report = report
  }

  /// How many were never begun.
  var unbegun: Int { count - next }

  /// How many pages wait for their turn.
  var waitingPages: Int { waiting.values.reduce(0) { $0 + $1.count } }

  /// The number of the next picture to read; `nil` when there is none, or the work was cancelled.
  func take() async -> Int? {
    while !isCancelled, next < count, next - current >= lookahead { await sleep() }
    guard !isCancelled, !Task.isCancelled, next < count else { return nil }
    defer { next += 1 }
    return next
  }

  /// Takes what came of a page; waits while too many are ahead of their turn.
  func add(_ reading: StillReading, of index: Int) async {
    while index != current, !isCancelled, waiting[index, default: []].count >= Self.pageLimit {
      await sleep()
    }
    waiting[index, default: []].append(reading)
    if reading.isLast { ended.insert(index) }
    flush()
  }

  /// Ends the handing out; what is read already is still taken.
  func cancel() {
    isCancelled = true
    wake()
  }

  private func flush() {
    while let readings = waiting.removeValue(forKey: current) {
      for reading in readings { report(reading) }
      guard ended.remove(current) != nil else { return }
      current += 1
      wake()
    }
  }

  private func sleep() async {
    await withCheckedContinuation { sleepers.append($0) }
  }

  private func wake() {
    let woken = sleepers
    sleepers = []
    for sleeper in woken { sleeper.resume() }
  }
}
