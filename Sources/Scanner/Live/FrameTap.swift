import Capture
import FoundationEssentials
import Synchronization

/// Shows the frames of a running stream to whoever watches; costs nothing while nobody does.
final class FrameTap: Sendable {
  private struct Viewer {
    var continuation: AsyncStream<Frame>.Continuation
    var interval: Duration
    var due = Duration.zero
  }

  private struct State {
    var viewers: [UUID: Viewer] = [:]
    var isFinished = false
  }

  private let state = Mutex(State())
  private let isWatched = Atomic<Bool>(false)

  /// Shows a frame to those whose turn it is.
  func offer(_ frame: borrowing Frame) {
    guard isWatched.load(ordering: .relaxed) else { return }
    let time = frame.receivedAt
    state.withLock { state in
      let due = state.viewers.filter { $0.value.due <= time }
      guard !due.isEmpty else { return }
      let shown = copy frame
      for (id, viewer) in due {
        // A viewer that waits for every second frame is not to wait for every third.
        let next = viewer.due + viewer.interval
        state.viewers[id]?.due = next > time ? next : time + viewer.interval
        viewer.continuation.yield(shown)
      }
    }
  }

  /// Watches.
  ///
  /// - Parameter rate: The most frames a second.
  /// - Returns: Frames; only the newest waits for a viewer that is slow.
  func frames(atMost rate: Double) -> AsyncStream<Frame> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = UUID()
      continuation.onTermination = { [weak self] _ in self?.leave(id) }
      let isFinished = state.withLock { state in
        guard !state.isFinished else { return true }
        let interval = Duration.seconds(1 / max(rate, 0.01))
        state.viewers[id] = Viewer(continuation: continuation, interval: interval)
        isWatched.store(true, ordering: .relaxed)
        return false
      }
      // Outside the lock, which leaving takes too.
      if isFinished { continuation.finish() }
    }
  }

  /// No more frames will come.
  func finish() {
    let viewers = state.withLock { state in
      state.isFinished = true
      defer { state.viewers = [:] }
      return state.viewers
    }
    isWatched.store(false, ordering: .relaxed)
    for viewer in viewers.values { viewer.continuation.finish() }
  }

  private func leave(_ id: UUID) {
    state.withLock { state in
      state.viewers[id] = nil
      isWatched.store(!state.viewers.isEmpty, ordering: .relaxed)
    }
  }
}
