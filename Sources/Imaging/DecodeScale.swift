/// How much smaller than stored a picture is decoded.
///
/// These are the factors a JPEG decoder reaches without decoding the whole picture first.
public enum DecodeScale: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Every pixel.
  case full = 1

  /// Half the width and half the height.
  case half = 2

  /// A quarter of the width and of the height.
  case quarter = 4

  /// An eighth of the width and of the height; from a JPEG, only the mean of each block.
  case eighth = 8

  /// The factor by which width and height are divided.
  public var divisor: Int { rawValue }

  /// Whether a scale leaves more of the picture than another.
  public static func < (left: DecodeScale, right: DecodeScale) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The size a picture has at this scale, rounded up, so that no edge is lost.
  ///
  /// - Parameter size: The stored size.
  /// - Returns: The size after decoding.
  public func reduced(_ size: PixelSize) -> PixelSize {
    PixelSize(
      width: size.width / divisor + (size.width % divisor == 0 ? 0 : 1),
      height: size.height / divisor + (size.height % divisor == 0 ? 0 : 1)
    )
  }

  /// The largest scale at which a picture has no more pixels than a limit, or nothing.
  ///
  /// - Parameters:
  ///   - size: The stored size.
  ///   - maximumPixels: The most pixels the decoded picture may have.
  /// - Returns: The scale, or `nil` when an eighth is still too much.
  public static func fitting(_ size: PixelSize, maximumPixels: Int) -> DecodeScale? {
    allCases.first { scale in scale.reduced(size).area <= maximumPixels }
  }
}
