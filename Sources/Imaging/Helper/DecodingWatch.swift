/// Ends a child's work that is no longer wanted or takes too long.
///
/// A page may take so much processor time, and twice as much waiting for it: a child that does
/// nothing is no better than one that never ends.
struct DecodingWatch {
  private let limit: Duration
  private let isCancelled: () -> Bool
  private let start: ContinuousClock.Instant
  private let before: Duration

  /// Watches over one page from now on.
  init(_ child: borrowing ChildProcess, limit: Duration, isCancelled: @escaping () -> Bool) {
    self.limit = limit
    self.isCancelled = isCancelled
    start = .now
    before = child.processorTime ?? .zero
  }

  /// Throws when the child is to be ended.
  func check(_ child: borrowing ChildProcess) throws(ImageError) {
    if isCancelled() { throw ImageError(.cancelled, "Decoding was cancelled.") }
    let used = (child.processorTime ?? .zero) - before
    guard used > limit || ContinuousClock.now - start > limit * 2 else { return }
    throw ImageError(
      .tooSlow,
      "A page takes more than \(limit.components.seconds) s to decode; decoding was ended.",
      remedy: "Convert it to a JPEG or PNG, or allow more with --decode-time."
    )
  }
}
