/// Turns any frame a camera delivers into luma, compressed or not.
///
/// Keeps its JPEG decoder and scratch memory, so that a stream allocates nothing once it runs. It
/// belongs to one task at a time and waits for nothing.
public struct LumaDecoder: ~Copyable {
  private var jpeg: JPEGDecoder?

  /// The most pixels a decoded frame may have.
  public var maximumPixels: Int

  /// Makes a decoder.
  ///
  /// - Parameter maximumPixels: The most pixels a decoded frame may have.
  public init(maximumPixels: Int = JPEGDecoder.defaultMaximumPixels) {
    self.maximumPixels = maximumPixels
  }

  /// Decodes a frame.
  ///
  /// A JPEG that ends early still comes out, as far as it goes; the result says so. The size is the
  /// one the JPEG states, whatever the layout says.
  ///
  /// - Parameters:
  ///   - bytes: The frame.
  ///   - layout: How to read it.
  ///   - scale: How much smaller the picture becomes.
  ///   - image: Receives the picture; its storage is reused. Unspecified after an error.
  /// - Returns: Whether all of the picture was there.
  /// - Throws: `ImageError` when no picture comes out.
  public mutating func decode(
    _ bytes: RawSpan,
    layout: RasterLayout,
    scale: DecodeScale = .full,
    into image: inout LumaImage
  ) throws(ImageError) -> DecodeCompleteness {
    guard layout.format.isJPEG else {
      let size = scale.reduced(layout.size)
      guard size.width.multipliedReportingOverflow(by: size.height).overflow == false,
        size.area <= maximumPixels
      else {
        throw ImageError(
          .tooLarge,
          "The frame has \(layout.size) pixels; at most \(maximumPixels) are decoded."
        )
      }
      try image.fill(from: bytes, layout: layout, scale: scale)
      return .complete
    }
    var decoder = if let kept = jpeg.take() { kept } else { try JPEGDecoder() }
    do throws(ImageError) {
      let result = try decoder.decode(
        bytes,
        into: &image,
        scale: scale,
        maximumPixels: maximumPixels
      )
      jpeg = consume decoder
      return result
    } catch {
      jpeg = consume decoder
      throw error
    }
  }

  /// Decodes a frame; see ``decode(_:layout:scale:into:)-(RawSpan,_,_,_)``.
  ///
  /// - Parameters:
  ///   - bytes: The frame.
  ///   - layout: How to read it.
  ///   - scale: How much smaller the picture becomes.
  ///   - image: Receives the picture; its storage is reused. Unspecified after an error.
  /// - Returns: Whether all of the picture was there.
  /// - Throws: `ImageError` when no picture comes out.
  public mutating func decode(
    _ bytes: [UInt8],
    layout: RasterLayout,
    scale: DecodeScale = .full,
    into image: inout LumaImage
  ) throws(ImageError) -> DecodeCompleteness {
    unsafe try decode(bytes.span.bytes, layout: layout, scale: scale, into: &image)
  }
}
