/// How a picture's stored pixels have to be turned to stand upright.
///
/// The raw values are EXIF's (CIPA DC-008, tag 0x0112) and `CGImagePropertyOrientation`'s.
public enum ImageOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Stored upright.
  case up = 1

  /// Stored as in a mirror: flip left and right.
  case upMirrored = 2

  /// Stored upside down: turn by 180°.
  case down = 3

  /// Stored upside down and as in a mirror: flip top and bottom.
  case downMirrored = 4

  /// Row 0 is the left side, column 0 the top: transpose.
  case leftMirrored = 5

  /// Row 0 is the right side, column 0 the top: turn by 90° clockwise.
  case right = 6

  /// Row 0 is the right side, column 0 the bottom: transpose along the other diagonal.
  case rightMirrored = 7

  /// Row 0 is the left side, column 0 the bottom: turn by 270° clockwise.
  case left = 8

  /// Whether width and height change places when the picture is put upright.
  public var swapsAxes: Bool {
    switch self {
    case .leftMirrored, .right, .rightMirrored, .left: true
    case .up, .upMirrored, .down, .downMirrored: false
    }
  }
}
