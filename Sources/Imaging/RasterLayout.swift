/// How the bytes of one uncompressed or compressed frame are to be read.
public struct RasterLayout: Sendable, Hashable, Codable {
  /// What the bytes mean.
  public var format: PixelFormat

  /// Pixels in a row.
  public var width: Int

  /// Rows.
  public var height: Int

  /// Bytes from one row of the first plane to the next.
  ///
  /// At least the bytes of a row; drivers pad. 0 for compressed formats, where it has no meaning.
  public var bytesPerRow: Int

  /// Makes a layout.
  public init(format: PixelFormat, width: Int, height: Int, bytesPerRow: Int) {
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
  }

  /// The size in pixels.
  public var size: PixelSize { PixelSize(width: width, height: height) }
}
