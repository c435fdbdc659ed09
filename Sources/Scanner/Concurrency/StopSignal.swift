import Capture
import Synchronization

/// Ends the wait of whatever source is open at the moment, from any thread.
final class StopSignal: Sendable {
  private struct State {
    var isStopped = false
    var wake: WakeEvent?
  }

  private let state = Mutex(State())

  /// Whether the stop was asked for.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Asks for the stop; once asked, it stays asked.
  func stop() {
    let wake = state.withLock { state in
      state.isStopped = true
      return state.wake
    }
    wake?.signal()
  }

  /// Names the wait to end; a stop that was asked for before ends it at once.
  ///
  /// - Parameter wake: The open source's, or `nil` when it is closed.
  func watch(_ wake: WakeEvent?) {
    let isStopped = state.withLock { state in
      state.wake = wake
      return state.isStopped
    }
    if isStopped { wake?.signal() }
  }
}
