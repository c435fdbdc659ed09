/// A still picture, decoded and upright.
public struct StillImage: Sendable {
  /// The luma, upright.
  public var image: LumaImage

  /// How the pixels were stored; ``image`` is turned already.
  public var orientation: ImageOrientation

  /// The name of the format, such as `JPEG`.
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
