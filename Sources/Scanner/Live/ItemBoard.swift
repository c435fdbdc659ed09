import FoundationEssentials
import Synchronization

/// The items in view, for everybody who wants to see them.
final class ItemBoard: Sendable {
  private struct State {
    var items: [RecognizedItem] = []
    var listeners: [UUID: AsyncStream<[RecognizedItem]>.Continuation] = [:]
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Shows other items; the same ones again are no news.
  func show(_ items: [RecognizedItem]) {
    state.withLock { state in
      guard state.items != items else { return }
      state.items = items
      for listener in state.listeners.values { listener.yield(items) }
    }
  }

  /// The items now, and again whenever they change; only the newest snapshot waits for a slow listener.
  func snapshots() -> AsyncStream<[RecognizedItem]> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = UUID()
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
      }
      let isFinished = state.withLock { state in
        continuation.yield(state.items)
        if !state.isFinished { state.listeners[id] = continuation }
        return state.isFinished
      }
      // Outside the lock, which leaving takes too.
      if isFinished { continuation.finish() }
    }
  }

  /// No more items will come.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return state.listeners
    }
    for listener in listeners.values { listener.finish() }
  }
}
