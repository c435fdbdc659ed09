import Capture
import Imaging

/// Turns frames into luma whatever the camera sends: what Imaging knows, and the formats of rare
/// cameras through libv4lconvert.
struct FrameDecoder: ~Copyable {
  private var decoder = LumaDecoder()
  private var converter: V4LConverter?
  private var converted = LumaImage(width: 0, height: 0)

  /// Decodes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame as it came.
  ///   - scale: How much smaller the picture becomes.
  ///   - image: Receives the picture; its storage is reused.
  /// - Returns: Whether all of the picture was there.
  /// - Throws: When no picture comes out.
  @discardableResult
  mutating func decode(
    _ frame: borrowing Frame,
    scale: DecodeScale,
    into image: inout LumaImage
  ) throws -> DecodeCompleteness {
    guard !V4LConverter.canConvert(frame.layout.format) else {
      try convert(frame, scale: scale, into: &image)
      return .complete
    }
    return try decoder.decode(frame.bytes, layout: frame.layout, scale: scale, into: &image)
  }

  private mutating func convert(
    _ frame: borrowing Frame,
    scale: DecodeScale,
    into image: inout LumaImage
  ) throws {
    if converter == nil { converter = try V4LConverter() }
    try converter?.convert(copy frame, into: &converted)
    let layout = RasterLayout(
      format: .grey,
      width: converted.width,
      height: converted.height,
      bytesPerRow: converted.width
    )
    try unsafe image.fill(from: converted.pixels.span.bytes, layout: layout, scale: scale)
  }
}
