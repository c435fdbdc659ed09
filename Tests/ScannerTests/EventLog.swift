import Scanner
import Synchronization

/// Keeps events and lets a test wait for one.
final class EventLog: Sendable {
  private let kept = Mutex<[ScanEvent]>([])
  private let stream: AsyncStream<ScanEvent>
  private let continuation: AsyncStream<ScanEvent>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// What happened so far.
  var events: [ScanEvent] { kept.withLock { $0 } }

  /// The texts of the lines that settled, in order.
  var settled: [String] {
    events.compactMap { if case .settled(let item) = $0.content { item.text } else { nil } }
  }

  /// The states that were reported, in order.
  var states: [ScannerState] {
    events.compactMap { if case .state(let change) = $0.content { change.state } else { nil } }
  }

  /// Takes an event.
  @Sendable func add(_ event: ScanEvent) {
    kept.withLock { $0.append(event) }
    continuation.yield(event)
  }

  /// Waits until an event is like this; one test waits at a time.
  func first(where isWanted: @Sendable (ScanEvent) -> Bool) async -> ScanEvent? {
    await stream.first(where: isWanted)
  }
}
