import Capture
import Synchronization

/// Where the scan loop waits: the stream's begin, the newest frame, a finished reading, the end.
///
/// Frames are kept one at a time: a newer one replaces the one that waits. The
/// three frame buffers (the camera's, the waiting one, the loop's) go round, so a running stream
/// allocates nothing. One reading is under way at a time, so readings never pile up either.
final class ScanInbox: Sendable {
  /// What the loop is woken for.
  enum Message: Sendable {
    /// The stream has begun; its frames follow.
    case began(SourceDescription)

    /// A new frame waits; take it with ``ScanInbox/takeFrame(_:)``.
    case frame

    /// The reading that was under way has ended.
    case reading(PageReading)
  }

  private struct State {
    var source: SourceDescription?
    var hasBegun = false
    var waiting = Frame()
    var hasFrame = false
    var reading: PageReading?
    var expectsReading = false
    var isFinished = false
    var waiter: CheckedContinuation<Message?, Never>?

    mutating func takeWaiter() -> CheckedContinuation<Message?, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let state = Mutex(State())

  /// Whether a stream has begun.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// The stream begins.
  func begin(_ source: SourceDescription) {
    let waiter = state.withLock { state in
      state.hasBegun = true
      let waiter = state.takeWaiter()
      if waiter == nil { state.source = source }
      return waiter
    }
    waiter?.resume(returning: .began(source))
  }

  /// Leaves a frame and gets another buffer for the next one.
  ///
  /// - Parameter frame: The newest frame; afterwards a buffer to fill.
  func put(_ frame: inout Frame) {
    let waiter = state.withLock { state in
      swap(&state.waiting, &frame)
      state.hasFrame = true
      return state.takeWaiter()
    }
    waiter?.resume(returning: .frame)
  }

  /// Announces a reading, whose outcome ``put(_:)-(PageReading)`` will bring: the end of the stream
  /// waits for it.
  func expectReading() {
    state.withLock { $0.expectsReading = true }
  }

  /// Leaves the outcome of the reading that was announced.
  func put(_ reading: PageReading) {
    let waiter = state.withLock { state in
      state.expectsReading = false
      let waiter = state.takeWaiter()
      if waiter == nil { state.reading = reading }
      return waiter
    }
    waiter?.resume(returning: .reading(reading))
  }

  /// No more frames will come.
  ///
  /// - Parameter abandoningReading: Whether the end comes at once; else the reading under way is
  ///   delivered before it.
  func finish(abandoningReading: Bool) {
    let waiter = state.withLock { state in
      state.isFinished = true
      if abandoningReading { state.expectsReading = false }
      return state.expectsReading ? nil : state.takeWaiter()
    }
    waiter?.resume(returning: nil)
  }

  /// Takes the waiting frame and leaves a buffer in its place.
  ///
  /// - Parameter frame: A buffer that is no longer needed; afterwards the newest frame.
  /// - Returns: Whether a frame waited.
  func takeFrame(_ frame: inout Frame) -> Bool {
    state.withLock { state in
      guard state.hasFrame else { return false }
      swap(&state.waiting, &frame)
      state.hasFrame = false
      return true
    }
  }

  /// Waits for the next message.
  ///
  /// Only one caller may wait. A finished reading comes before a frame, and what waits comes before the end.
  ///
  /// - Returns: The message, or `nil` when no more will come.
  func next() async -> Message? {
    await withCheckedContinuation { continuation in
      let answer: Message?? = state.withLock { state in
        if let source = state.source {
          state.source = nil
          return .some(.began(source))
        }
        if let reading = state.reading {
          state.reading = nil
          return .some(.reading(reading))
        }
        if state.hasFrame { return .some(.frame) }
        if state.isFinished, !state.expectsReading { return .some(nil) }
        precondition(state.waiter == nil, "the inbox has one reader")
        state.waiter = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
