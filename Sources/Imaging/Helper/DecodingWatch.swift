/// Ends a child's work on a page that is no longer wanted, takes too long or stands still.
///
/// Time is the processor's, so that a slow or busy machine refuses nothing; a child that uses none
/// for as long is no better than one that never ends.
final class DecodingWatch {
  private let limit: Duration
  private let isCancelled: () -> Bool
  private let atStart: Duration
  private var used: Duration
  private var lastSign = ContinuousClock.now

  /// Watches over one page from now on.
  init(_ child: borrowing ChildProcess, limit: Duration, isCancelled: @escaping () -> Bool) {
    self.limit = limit
    self.isCancelled = isCancelled
    atStart = child.processorTime ?? .zero
    used = atStart
  }

  /// Throws when the child is to be ended.
  func check(_ child: borrowing ChildProcess) throws(ImageError) {
    if isCancelled() { throw ImageError(.cancelled, "Decoding was cancelled.") }
    let time = child.processorTime ?? used
    let now = ContinuousClock.now
    if time > used { (used, lastSign) = (time, now) }
    guard used - atStart > limit || now - lastSign > limit else { return }
    throw ImageError(
      .tooSlow,
      "A page takes more than \(limit.components.seconds) s to decode; decoding was ended.",
      remedy: "Convert it to a JPEG or PNG, or allow more with --decode-time."
    )
  }
}
