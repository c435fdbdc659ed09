import Capture

/// Watches a stream's counters and says once a second how the last five did.
struct HealthMeter: Sendable {
  /// The time that is judged.
  static let window = Duration.seconds(5)

  private struct Sample: Sendable {
    var time: Duration
    var good: Int
    var bad: Int
  }

  private var samples: [Sample] = []

  /// Takes the counters as they are now.
  ///
  /// - Parameters:
  ///   - counters: The stream's.
  ///   - now: The time, on a monotonic clock.
  /// - Returns: How the stream did, when a second has passed since the last answer.
  mutating func note(_ counters: FrameCounters, at now: Duration) -> StreamHealth? {
    if let last = samples.last, now - last.time < .seconds(1) { return nil }
    let bad = counters.damagedFrames
    samples.append(Sample(time: now, good: counters.good, bad: bad))
    while samples.count > 2, now - samples[0].time > Self.window { samples.removeFirst() }
    guard let first = samples.first, samples.count > 1 else { return nil }
    return StreamHealth(good: counters.good - first.good, bad: bad - first.bad)
  }
}
