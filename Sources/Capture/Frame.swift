public import Imaging

/// One picture as the camera delivered it, copied out of the driver's buffer.
///
/// A loop keeps one `Frame` and has it filled again and again, so that nothing is allocated while a
/// stream runs.
public struct Frame: Sendable {
  /// The bytes, exactly as many as the driver said it wrote.
  public var bytes: [UInt8]

  /// How to read ``bytes``.
  public var layout: RasterLayout

  /// The driver's frame number; starts at 0 with each stream and wraps at 2³².
  public var sequence: UInt32

  /// When the picture was taken, on `CLOCK_MONOTONIC`: the driver's time where it can be believed,
  /// else the time of receipt.
  ///
  /// It may lie up to one frame after ``receivedAt``: some drivers stamp the end they expect.
  public var capturedAt: Duration

  /// When the frame was taken out of the driver's queue, on `CLOCK_MONOTONIC`.
  public var receivedAt: Duration

  /// Makes a frame; without arguments an empty one to be filled.
  public init(
    bytes: [UInt8] = [],
    layout: RasterLayout = RasterLayout(format: .grey, width: 0, height: 0, bytesPerRow: 0),
    sequence: UInt32 = 0,
    capturedAt: Duration = .zero,
    receivedAt: Duration = .zero
  ) {
    self.bytes = bytes
    self.layout = layout
    self.sequence = sequence
    self.capturedAt = capturedAt
    self.receivedAt = receivedAt
  }
}

/// What happened to the frames of a stream since it was opened.
public struct FrameCounters: Sendable, Hashable, Codable {
  /// Why a frame that arrived was not used.
  public enum Damage: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    /// The driver marked the buffer with `V4L2_BUF_FLAG_ERROR`.
    case errorFlag

    /// The buffer holds no bytes.
    case empty

    /// Fewer bytes than a frame of this format can have.
    case short

    /// The driver reports more bytes than the buffer has.
    case tooLong

    /// A JPEG that does not begin with SOI.
    case noStart

    /// A JPEG without EOI near its end: cut off on the way.
    case noEnd

    /// A JPEG whose header states another size than the one agreed on.
    case wrongSize
  }

  /// Frames that passed every check.
  public var good = 0

  /// Good frames that a newer one replaced before anybody took them.
  public var superseded = 0

  /// Frames the driver counted and never delivered: gaps in the sequence.
  public var missing = 0

  /// Frames that failed a check, by reason; a reason that never occurred is absent.
  public var damaged: [Damage: Int] = [:]

  /// Makes counters at zero.
  public init() {}
}
