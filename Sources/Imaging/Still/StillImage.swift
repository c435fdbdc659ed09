/// A still picture, decoded and upright.
public struct StillImage: Sendable {
  /// The luma, upright.
  public var image: LumaImage

  /// How the pixels were stored; ``image`` is turned already.
  public var orientation: ImageOrientation

  /// The name of the format, `JPEG` or `PNG`.
  public var format: String

  /// The size as stored, before turning, and before a reduction of a picture over the limit.
  public var storedSize: PixelSize

  /// How much smaller than stored it was decoded.
  public var scale: DecodeScale

  /// One sentence about what is missing from the picture or was left out, if anything.
  public var warning: String?

  /// Makes a still picture from one that is upright already.
  public init(
    image: LumaImage,
    orientation: ImageOrientation = .up,
    format: String,
    storedSize: PixelSize,
    scale: DecodeScale = .full,
    warning: String? = nil
  ) {
    self.image = image
    self.orientation = orientation
    self.format = format
    self.storedSize = storedSize
    self.scale = scale
    self.warning = warning
  }
}

/// What a still picture may cost.
public struct StillLimits: Sendable, Hashable {
  /// The most pixels a decoded picture may have.
  ///
  /// A JPEG over it is decoded at 1/2, 1/4 or 1/8; a PNG cannot be.
  public var maximumPixels: Int

  /// Makes limits.
  ///
  /// - Parameter maximumPixels: The most pixels a decoded picture may have; 67 million, unless
  ///   said otherwise.
  public init(maximumPixels: Int = JPEGDecoder.defaultMaximumPixels) {
    self.maximumPixels = maximumPixels
  }
}
