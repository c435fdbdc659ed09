/// What a JPEG says about itself before any pixel is decoded.
public struct JPEGHeader: Sendable, Hashable {
  /// How the stored components are to be understood.
  public enum ColorSpace: Sendable, Hashable {
    /// One component.
    case gray

    /// Luma and two colour differences: nearly every JPEG.
    case yCbCr

    /// Red, green and blue as they are.
    case rgb

    /// Four inks.
    case cmyk

    /// Four inks, the first three stored as luma and colour differences.
    case ycck

    /// The number of samples a pixel takes up when decoded to luma.
    var bytesPerDecodedPixel: Int {
      switch self {
      case .gray, .yCbCr, .rgb: 1
      case .cmyk, .ycck: 4
      }
    }
  }

  /// The stored size.
  public var size: PixelSize

  /// How the components are to be understood.
  public var colorSpace: ColorSpace

  /// Whether the picture is stored in several passes, from coarse to fine.
  ///
  /// Such a picture needs memory for all its coefficients, whatever the scale it is decoded at.
  public var isProgressive: Bool
}
