import FoundationEssentials
import Synchronization

/// A camera's pictures for one viewer, the newest whenever the viewer can take one.
final class FrameStream: ResponseSource {
  private struct State {
    var shown: UInt64 = 0
    var viewer: UUID?
  }

  private let publisher: FramePublisher
  private let state = Mutex(State())

  /// Makes a stream of a camera's pictures.
  init(_ publisher: FramePublisher) { self.publisher = publisher }

  func attach(_ wake: @escaping @Sendable () -> Void) {
    let id = publisher.watch(wake)
    state.withLock { $0.viewer = id }
  }

  func next() -> ResponseChunk {
    state.withLock { state in
      guard let picture = publisher.newest, picture.number > state.shown else { return .wait }
      state.shown = picture.number
      return .bytes(picture.part)
    }
  }

  func detach() {
    let id = state.withLock { state in
      defer { state.viewer = nil }
      return state.viewer
    }
    if let id { publisher.leave(id) }
  }
}
