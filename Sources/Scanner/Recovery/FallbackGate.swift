import Recognition
import Synchronization

/// Whether the fallback may be read now: it may while the camera is away.
///
/// When the camera begins to deliver, the picture in hand may be finished, as long as live scanning
/// does not need the engine; when the picture of the camera has steadied, it is cancelled.
final class FallbackGate: Sendable {
  private enum Phase: Sendable {
    case away
    case returning
    case back
  }

  private struct State {
    var phase = Phase.back
    var inHand: RecognitionControl?
  }

  /// Brings a value whenever the camera has gone away.
  let openings: AsyncStream<Void>

  private let continuation: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  /// Makes a gate that is closed.
  init() {
    (openings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Whether pictures may be begun.
  var isOpen: Bool { state.withLock { $0.phase == .away } }

  /// The camera cannot be used for now.
  func cameraWentAway() {
    let wasOpen = state.withLock { state in
      defer { state.phase = .away }
      return state.phase == .away
    }
    if !wasOpen { continuation.yield() }
  }

  /// The camera delivers; its picture is steadying.
  func cameraBegan() {
    state.withLock { $0.phase = .returning }
  }

  /// Live scanning needs the engine.
  func cameraSteadied() {
    state.withLock { state in
      state.phase = .back
      return state.inHand
    }?.cancel()
  }

  /// Begins a picture.
  ///
  /// - Returns: What cancels it when the camera is back; `nil` when none may be begun.
  func begin() -> RecognitionControl? {
    state.withLock { state in
      guard state.phase == .away else { return nil }
      let control = RecognitionControl()
      state.inHand = control
      return control
    }
  }

  /// The picture in hand has been read, or given up.
  func end() {
    state.withLock { $0.inHand = nil }
  }
}
