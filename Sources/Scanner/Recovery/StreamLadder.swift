import Capture

/// What to try on a stream that failed, before the camera is closed.
///
/// A stall or a driver's error is often over once the stream is started anew, which takes a moment
/// and keeps the node. What that does not cure takes a closed node, and is the lifecycle's.
struct StreamLadder: Sendable {
  /// The next step.
  enum Step: Sendable, Hashable {
    /// Stop the stream and start it again.
    case restart

    /// Close the camera.
    case close
  }

  /// How many restarts within ``window`` are tried.
  static let maximumRestarts = 3

  /// The time in which they count.
  static let window = Duration.seconds(30)

  private var restarts: [Duration] = []
  private var hasFrameSinceRestart = true

  /// A good frame came.
  mutating func noteFrame() {
    hasFrameSinceRestart = true
  }

  /// The stream failed.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - now: When, on a monotonic clock.
  /// - Returns: What to try.
  mutating func step(after error: CaptureError, at now: Duration) -> Step {
    switch error.code {
    case .stalled, .streamError:
      restarts.removeAll { now - $0 > Self.window }
      guard hasFrameSinceRestart, restarts.count < Self.maximumRestarts else { return .close }
      restarts.append(now)
      hasFrameSinceRestart = false
      return .restart
    case .noCamera, .notACaptureDevice, .permissionDenied, .deniedByPolicy, .busy, .disconnected,
      .noUsableFormat, .noBandwidth, .noSignal, .invalidSetting, .ambiguous, .recording, .system:
      return .close
    }
  }
}
