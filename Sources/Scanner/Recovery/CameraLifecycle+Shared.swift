import Capture
import Synchronization

/// A camera's lifecycle, shared by the task that carries it out and the threads that feed it.
///
/// Reports go out while the machine is held, so that the world sees them in the order in which they
/// were decided.
final class SharedLifecycle: Sendable {
  /// The one thing to do next; reports have been made already.
  enum Step: Sendable, Hashable {
    /// Ask the directory for the camera.
    case look

    /// Open this camera and run its stream.
    case open(CameraInfo)

    /// Wait for a change, or for the deadline.
    case wait
  }

  private struct State: Sendable {
    var machine: CameraLifecycle
    var standing = CameraStanding.unused
  }

  private let machine: Mutex<State>
  private let sink: EventSink
  private let now: @Sendable () -> Duration
  private let standing: @Sendable (CameraStanding) -> Void

  /// Makes a lifecycle that wants nothing yet.
  init(
    _ machine: CameraLifecycle,
    sink: EventSink,
    now: @escaping @Sendable () -> Duration,
    standing: @escaping @Sendable (CameraStanding) -> Void = { _ in }
  ) {
    self.machine = Mutex(State(machine: machine))
    self.standing = standing
    self.sink = sink
    self.now = now
  }

  /// Takes an event and reports what it changed.
  ///
  /// - Returns: What to do next.
  @discardableResult
  func handle(_ event: CameraLifecycle.Event) -> Step {
    machine.withLock { state in
      var step = Step.wait
      for action in state.machine.handle(event, at: now()) {
        switch action {
        case .look: step = .look
        case .open(let camera): step = .open(camera)
        case .report(let change): sink.send(.state(change), from: .camera)
        }
      }
      if let stands = state.machine.standing, stands != state.standing {
        state.standing = stands
        standing(stands)
      }
      return step
    }
  }

  /// How long to wait for a change; `nil` for as long as it takes.
  var timeLeft: Duration? {
    machine.withLock { state in
      state.machine.deadline.map { max($0 - now(), .zero) }
    }
  }

  /// Whether a stream ever ran.
  var hasRun: Bool { machine.withLock { $0.machine.hasRun } }

  /// What is reported at the moment.
  var state: ScannerState { machine.withLock { $0.machine.state } }
}
