/// How far a batch of pictures is, in words.
struct BatchProgress: Sendable, Equatable {
  /// The last so many pictures count for the rate: what was slow an hour ago says little.
  private static let window = 50

  private let total: Int
  private var done = 0
  private var ends: [Duration] = [.zero]

  /// Makes the progress of a batch of so many pictures of which none is read.
  init(total: Int) {
    self.total = total
  }

  /// A picture is done.
  ///
  /// - Parameter time: When, from the batch's beginning.
  mutating func finish(at time: Duration) {
    done += 1
    ends.append(time)
    if ends.count > Self.window + 1 { ends.removeFirst() }
  }

  /// Pictures a second, once there are some.
  var rate: Double? {
    guard let first = ends.first, let last = ends.last, last > first else { return nil }
    return Double(ends.count - 1) / ((last - first) / .seconds(1))
  }

  /// `Reading 12 of 200 pictures, 3.4 a second, 56 s left`.
  var line: String {
    let count = "Reading \(min(done + 1, total)) of \(total) \(total == 1 ? "picture" : "pictures")"
    guard let rate, rate > 0 else { return count }
    let tenths = Int((rate * 10).rounded())
    let pace =
      rate < 1
      ? "\(Int((1 / rate).rounded())) s each" : "\(tenths / 10).\(tenths % 10) a second"
    return "\(count), \(pace), \(Self.words(Double(total - done) / rate)) left"
  }

  private static func words(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(), 1e9))
    if seconds < 100 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    return minutes < 100 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
