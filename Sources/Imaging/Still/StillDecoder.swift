/// Decodes the contents of a picture file to upright luma in one call.
///
/// The format is decided by the contents, never by the name; the name is only for messages.
public struct StillDecoder: Sendable {
  /// Makes a decoder.
  public init() {}

  /// Decodes a picture, or the first page of several; see ``StillDocument`` for all of them.
  ///
  /// A picture that ends early is decoded as far as it goes, with a warning. Embedded thumbnails are
  /// never used.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - name: What messages call the file.
  ///   - limits: What it may cost.
  /// - Returns: The picture, turned upright.
  /// - Throws: `ImageError` that names the file, the reason and, where there is one, the remedy.
  public func decode(
    _ bytes: [UInt8],
    named name: String,
    limits: StillLimits = StillLimits()
  ) throws(ImageError) -> StillImage {
    var document = try StillDocument(bytes, named: name, limits: limits)
    guard let page = try document.next() else {
      throw ImageError(.damaged, "\(name) has no page.")
    }
    return page
  }

  static func decodePNG(
    _ bytes: RawSpan,
    _ name: String,
    _ limits: StillLimits
  ) throws(ImageError) -> StillImage {
    let stored = try PNGDecoder().decode(bytes, maximumPixels: limits.maximumPixels)
    let chunks = PNGChunks(bytes)
    let orientation = orientation(
      at: chunks.exif,
      of: bytes,
      after: [0x45, 0x78, 0x69, 0x66, 0, 0]
    )
    return StillImage(
      image: stored.oriented(orientation),
      orientation: orientation,
      format: "PNG",
      storedSize: stored.size,
      scale: .full
    )
  }

  static func decodeJPEG(
    _ bytes: RawSpan,
    _ name: String,
    _ limits: StillLimits
  ) throws(ImageError) -> StillImage {
    var decoder = try JPEGDecoder()
    let header = try decoder.header(of: bytes)
    let scale = try scale(for: header, limits)
    var stored = LumaImage(width: 0, height: 0)
    let completeness = try decoder.decode(
      bytes,
      into: &stored,
      scale: scale,
      maximumPixels: limits.maximumPixels
    )
    let orientation = orientation(at: JPEGSegments(bytes).exif, of: bytes, after: [])
    var warning = scale == .full ? nil : StillMessages.reduced(header.size, scale, name)
    if case .damaged(let damage) = completeness {
      guard damage.decodedRows != 0 else {
        throw ImageError(.truncated, "The JPEG ends before its picture begins (\(damage.reason)).")
      }
      warning = StillMessages.warning(damage, of: stored.height, name)
    }
    return StillImage(
      image: stored.oriented(orientation),
      orientation: orientation,
      format: "JPEG",
      storedSize: header.size,
      scale: scale,
      warning: warning
    )
  }

  /// The largest scale that fits the limits.
  private static func scale(
    for header: JPEGHeader,
    _ limits: StillLimits
  ) throws(ImageError) -> DecodeScale {
    let samples = header.colorSpace.bytesPerDecodedPixel
    // A progressive picture is held whole as coefficients, two bytes a sample, at any scale.
    let fits = !header.isProgressive || header.size.area <= 2 * limits.maximumPixels
    let most = limits.maximumPixels / samples
    guard fits, let scale = DecodeScale.fitting(header.size, maximumPixels: most) else {
      throw ImageError(
        .tooLarge,
        "The JPEG has \(header.size) pixels; at most \(limits.maximumPixels) are decoded.",
        remedy: "Make it smaller, or cut it into pieces."
      )
    }
    return scale
  }

  private static func orientation(
    at range: Range<Int>?,
    of bytes: RawSpan,
    after prefix: [UInt8]
  ) -> ImageOrientation {
    guard let range else { return .up }
    return ImageOrientation(exif: prefix + range.map { bytes[$0] }) ?? .up
  }
}
