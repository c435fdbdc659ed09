/// What an engine asks while it works: go on or stop, and where to say how far it is.
///
/// One picture may take several passes; each reports its share of the whole.
final class RecognitionWatch {
  private let control: RecognitionControl
  private let deadline: ContinuousClock.Instant?
  private var share = 0.0..<1.0

  init(_ control: RecognitionControl) {
    self.control = control
    deadline = control.timeLimit.map { ContinuousClock.now + $0 }
  }

  /// What the work that follows is of the whole.
  func begin(_ share: Range<Double>) {
    self.share = share
    report(0)
  }

  func shouldStop() -> Bool { control.isCancelled || isLate }

  /// Takes the engine's own count, which for a neural model ends at 70.
  func report(enginePercent percent: Int) { report(Double(percent) / 70) }

  /// Says that everything is done.
  func finish() { control.report(percent: 100) }

  /// Throws when the work was cancelled or its time is up.
  func check() throws(RecognitionError) {
    if control.isCancelled {
      throw RecognitionError(.cancelled, "The recognition was cancelled.")
    }
    if isLate {
      throw RecognitionError(
        .timedOut,
        "The recognition did not end within \(control.timeLimit ?? .zero).",
        remedy: "Allow it more time, or read a smaller part of the picture."
      )
    }
  }

  private var isLate: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Says how far the present share of the work is, 0…1.
  func report(_ fraction: Double) {
    let done = share.lowerBound + (share.upperBound - share.lowerBound) * min(max(fraction, 0), 1)
    control.report(percent: Int(done * 100))
  }
}
