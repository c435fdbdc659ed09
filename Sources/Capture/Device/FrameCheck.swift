import CV4L2
import Imaging

/// Decides whether what a buffer holds is a whole picture.
///
/// Cheap enough for every frame: some flags, a few lengths, and for JPEG the header and the last
/// bytes. Whether the picture decodes is for the decoder to say.
struct FrameCheck {
  /// How the frames are laid out.
  var layout: RasterLayout

  /// Fewer bytes than this are not a whole frame.
  var minimumByteCount: Int

  /// The checks the bytes need not be looked at for.
  func damage(of buffer: FilledBuffer, fits: Bool) -> FrameCounters.Damage? {
    if buffer.isMarkedDamaged { return .errorFlag }
    if buffer.byteCount <= 0 { return .empty }
    if !fits { return .tooLong }
    if buffer.byteCount < minimumByteCount { return .short }
    return nil
  }

  /// The checks of a picture's own bytes.
  func damage(of bytes: RawSpan) -> FrameCounters.Damage? {
    guard layout.format.isJPEG else { return nil }
    let header = JPEGHeader(bytes)
    if !header.hasStart { return .noStart }
    if !header.hasEnd { return .noEnd }
    if header.size != layout.size { return .wrongSize }
    return nil
  }
}

/// Counts the frames a driver numbered and never delivered.
struct SequenceCounter {
  /// A jump of more than this is the driver counting anew, not a loss.
  private static let longestGap: UInt32 = 1 << 16

  private var last: UInt32?

  /// Takes the number of a frame and says how many are missing before it.
  ///
  /// Numbers wrap at 2³². A number that runs backwards starts a new count.
  mutating func missing(before sequence: UInt32) -> Int {
    defer { last = sequence }
    guard let last else { return 0 }
    let distance = sequence &- last
    return (1...Self.longestGap).contains(distance) ? Int(distance) - 1 : 0
  }

  /// Forgets the numbers, as the driver does when a stream starts.
  mutating func reset() {
    last = nil
  }
}

/// Decides whose time a frame gets: the driver's where it can be believed, else the time of receipt.
struct FrameClock {
  /// A driver's time further off than this is on another clock.
  private static let farthest = Duration.seconds(10)

  /// What a driver's time may lie ahead: one frame, because some stamp the end of the frame.
  var interval: Duration

  private var last: Duration?

  init(frameRate: Double?) {
    // Without a rate, the slowest that is still called good.
    interval = .seconds(1 / max(frameRate ?? ModeNegotiation.goodRate, 0.1))
  }

  /// The time to give a frame.
  ///
  /// The driver's own times are compared with each other, never with what was made of them.
  mutating func capturedAt(_ driver: Duration, isMonotonic: Bool, receivedAt: Duration) -> Duration
  {
    guard isMonotonic else { return receivedAt }
    let isBackwards = last.map { driver < $0 } ?? false
    last = driver
    guard !isBackwards, driver <= receivedAt + interval, driver >= receivedAt - Self.farthest else {
      return receivedAt
    }
    return driver
  }

  /// Forgets the times of a stream that has ended.
  mutating func reset() {
    last = nil
  }
}
