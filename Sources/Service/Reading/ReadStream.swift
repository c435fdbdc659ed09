import FoundationEssentials
import Scanner
import Synchronization

/// A reading as it goes: its progress and its events, one in JSON a line.
///
/// When the client leaves, the reading is called off.
final class ReadStream: ResponseSource {
  private struct State {
    var sent = 0
    var percent = -1
    var hasEnded = false
    var listener: UUID?
    var clock: Task<Void, Never>?
  }

  private struct Progress: Encodable {
    var type = "progress"
    var phase: String
    var fraction: Double
    var picture: Int
    var pictures: Int
    var detail: String?
    var remedy: String?
  }

  private let job: ReadJob
  private let cancel: @Sendable () -> Void
  private let state = Mutex(State())

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - job: What is read.
  ///   - cancel: Calls it off.
  init(_ job: ReadJob, cancel: @escaping @Sendable () -> Void) {
    self.job = job
    self.cancel = cancel
  }

  func attach(_ wake: @escaping @Sendable () -> Void) {
    let id = job.listen(wake)
    state.withLock { state in
      state.listener = id
      // Ends with the response: progress tells nobody when it grows.
      state.clock = Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(200))
          wake()
        }
      }
    }
  }

  func next() -> ResponseChunk {
    state.withLock { state in
      guard !state.hasEnded else { return .end }
      let standing = job.standing
      var lines: [UInt8] = []
      for event in standing.events.dropFirst(state.sent) { lines += JSON.bytes(event) + [10] }
      state.sent = standing.events.count
      state.hasEnded = standing.endedAt != nil
      let percent = Int(job.progress * 100)
      if percent != state.percent || state.hasEnded {
        state.percent = percent
        let count = job.pictureCount
        let progress = Progress(
          phase: standing.phase.rawValue,
          fraction: Double(percent) / 100,
          picture: min(standing.done + 1, count),
          pictures: count,
          detail: standing.problem?.detail,
          remedy: standing.problem?.remedy
        )
        lines += JSON.bytes(progress) + [10]
      }
      return lines.isEmpty ? .wait : .bytes(lines)
    }
  }

  func detach() {
    let id = state.withLock { state in
      state.clock?.cancel()
      defer { state.listener = nil }
      return state.listener
    }
    if let id { job.leave(id) }
    if !job.isOver { cancel() }
  }
}
