import Capture

/// The times and limits of recovery.
struct RecoveryRules: Sendable, Hashable {
  /// How long a stream has to run before earlier failures are forgotten.
  var steadyTime = Duration.seconds(60)

  /// A camera that is gone before its stream has run for so long is not looked for at once: one that
  /// is still listed would be opened and lost in a circle.
  var shortestRun = Duration.seconds(1)

  /// How long a new node may take until the system has set its rights.
  var settlingTime = Duration.seconds(3)

  /// How often it is tried meanwhile.
  var settlingStep = Duration.milliseconds(300)

  /// How long to wait where the kernel lets nobody wait for a change.
  var blindPause = Duration.seconds(1)

  /// How long to wait before the camera is looked for again.
  ///
  /// - Parameters:
  ///   - code: Why it cannot be used.
  ///   - failures: How often in a row it could not, from 1.
  /// - Returns: The time until the next look; a change under `/dev` comes before it.
  func delay(after code: CaptureError.Code, failures: Int) -> Duration {
    switch code {
    case .noCamera, .ambiguous, .permissionDenied, .deniedByPolicy:
      .seconds(5)
    case .disconnected:
      // It is listed and cannot be opened: a driver still at work on it says nothing when it is done.
      doubled(.seconds(1), failures, most: .seconds(5))
    case .busy:
      doubled(.seconds(1), failures, most: .seconds(10))
    case .noBandwidth:
      doubled(.seconds(30), failures, most: .seconds(300))
    case .noSignal:
      .seconds(1)
    case .notACaptureDevice, .noUsableFormat, .invalidSetting, .recording:
      .seconds(60)
    case .stalled, .streamError, .system:
      // No event tells when such a fault is over, so the first minute is worth some tries.
      doubled(.seconds(1), failures, most: failures <= 12 ? .seconds(4) : .seconds(30))
    }
  }

  /// Whether many machines should not try at the same moment.
  func hasJitter(_ code: CaptureError.Code) -> Bool {
    switch code {
    case .stalled, .streamError, .system, .busy, .noBandwidth: true
    case .noCamera, .disconnected, .ambiguous, .permissionDenied, .deniedByPolicy, .noSignal,
      .notACaptureDevice, .noUsableFormat, .invalidSetting, .recording:
      false
    }
  }

  private func doubled(_ first: Duration, _ failures: Int, most: Duration) -> Duration {
    min(first * (1 << min(max(failures - 1, 0), 16)), most)
  }
}

/// Small pseudo-random changes of delays, the same for the same seed.
struct Jitter: Sendable {
  private var state: UInt64

  /// Starts from a seed.
  init(seed: UInt64) {
    state = seed
  }

  /// A delay between nine tenths and eleven tenths of the given one.
  mutating func around(_ delay: Duration) -> Duration {
    // SplitMix64's step: short, and good enough to keep machines apart.
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    let fraction = Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    return delay * (0.9 + 0.2 * fraction)
  }
}

/// How a stream did during the last seconds.
struct StreamHealth: Sendable, Hashable {
  /// Frames that passed every check.
  var good: Int

  /// Frames that arrived damaged.
  var bad: Int

  /// Whether more than half of what arrived was damaged.
  var isDegraded: Bool { bad > good }

  /// The share of damaged frames in percent.
  var percentBad: Int { good + bad > 0 ? bad * 100 / (good + bad) : 0 }
}
