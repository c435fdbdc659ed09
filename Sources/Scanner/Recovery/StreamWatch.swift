import Capture

/// Tells a stream that has stopped from one that is slow.
///
/// The limit follows the measured time between frames: a camera that slows to three frames a second
/// in the dark is not stalled.
struct StreamWatch: Sendable {
  /// The first frame may take this long: cameras start slowly.
  static let firstFrameLimit = Duration.seconds(8)

  /// Where opening the camera anew has not helped, it may take up to this long: an open stream waits
  /// for nothing but a frame, and opening costs work.
  static let longestFirstFrameLimit = Duration.seconds(60)

  /// The shortest limit for the frames after it.
  static let shortestLimit = Duration.seconds(2)

  /// The first frame after a restart may take this long; the camera runs already.
  static let restartLimit = Duration.seconds(3)

  /// After this time of nothing but damaged frames the stream is started anew.
  static let damagedLimit = Duration.seconds(3)

  private var interval = Duration.zero
  private var lastFrame: Duration?
  private var since: Duration
  private var firstLimit: Duration
  private var damagedBefore = 0

  /// Watches a stream that begins now.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - fruitlessOpenings: How often in a row the camera was opened and sent nothing.
  init(at now: Duration, fruitlessOpenings: Int = 0) {
    since = now
    firstLimit = min(
      Self.firstFrameLimit * (1 << min(fruitlessOpenings, 8)),
      Self.longestFirstFrameLimit
    )
  }

  /// How long to wait at once.
  var slice: Duration { .seconds(1) }

  /// How long the next good frame may take.
  private var limit: Duration {
    lastFrame == nil ? firstLimit : max(Self.shortestLimit, interval * 10)
  }

  /// A good frame came.
  mutating func noteFrame(_ time: Duration, _ counters: FrameCounters) {
    if let lastFrame, time > lastFrame {
      let step = time - lastFrame
      interval = interval == .zero ? step : (interval * 7 + step) / 8
    }
    lastFrame = time
    since = time
    damagedBefore = counters.damagedFrames
  }

  /// The stream was started anew in place.
  mutating func noteRestart(at now: Duration) {
    lastFrame = nil
    firstLimit = max(Self.restartLimit, interval * 10)
    since = now
  }

  /// Whether the stream has stopped.
  ///
  /// - Parameters:
  ///   - source: The source, for the message.
  ///   - counters: The stream's.
  ///   - now: The time.
  /// - Returns: What is wrong with it, or `nil`.
  func fault(
    of source: SourceDescription,
    _ counters: FrameCounters,
    at now: Duration
  ) -> CaptureError? {
    let silence = now - since
    if counters.damagedFrames > damagedBefore {
      guard silence >= Self.damagedLimit else { return nil }
      return CaptureError(
        .stalled,
        "\(source.name) (\(source.node)) sends nothing but damaged frames.",
        remedy: "Check its cable, use a shorter one, or another USB port."
      )
    }
    return silence >= limit ? .stalled(source, after: limit) : nil
  }
}

extension FrameCounters {
  /// All that arrived damaged, whatever was wrong with them.
  var damagedFrames: Int { damaged.values.reduce(0, +) }
}
