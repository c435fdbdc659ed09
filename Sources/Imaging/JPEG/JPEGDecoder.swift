internal import CTurboJPEG

/// Decodes JPEG pictures and Motion-JPEG frames to luma.
///
/// Owns one TurboJPEG handle and, for pictures in inks, one scratch buffer; keep a decoder for a
/// whole stream. It belongs to one task at a time and does not wait for anything.
@safe
public struct JPEGDecoder: ~Copyable {
  /// The most pixels that are decoded where a caller names no limit: 8192 × 8192.
  public static let defaultMaximumPixels = 1 << 26

  private var handle: tjhandle
  private var inks: [UInt8] = []

  /// Makes a decoder.
  ///
  /// - Throws: `ImageError` when there is no memory for it.
  public init() throws(ImageError) {
    guard let handle = unsafe tjInitDecompress() else {
      throw ImageError(.damaged, "The JPEG decoder could not be started: out of memory.")
    }
    unsafe self.handle = handle
  }

  deinit {
    unsafe tjDestroy(handle)
  }

  /// Reads size and colours without decoding.
  ///
  /// - Parameter bytes: The JPEG from its first byte.
  /// - Returns: What the header says.
  /// - Throws: `ImageError` when there is no usable header.
  public mutating func header(of bytes: RawSpan) throws(ImageError) -> JPEGHeader {
    try header(of: bytes, segments: JPEGSegments(bytes))
  }

  /// Decodes a picture to luma without copying its bytes.
  ///
  /// A picture that ends early or is damaged on the way still comes out, as far as it goes, and is
  /// reported; nothing is allocated before the header has passed the limit.
  ///
  /// - Parameters:
  ///   - bytes: The JPEG from its first byte; padding and garbage after its end do no harm.
  ///   - image: Receives the picture; its storage is reused. Unspecified after an error.
  ///   - scale: How much smaller to decode.
  ///   - maximumPixels: The most pixels the result may have.
  /// - Returns: Whether all of the picture was there.
  /// - Throws: `ImageError` when no picture comes out.
  public mutating func decode(
    _ bytes: RawSpan,
    into image: inout LumaImage,
    scale: DecodeScale = .full,
    maximumPixels: Int = JPEGDecoder.defaultMaximumPixels
  ) throws(ImageError) -> DecodeCompleteness {
    let segments = JPEGSegments(bytes)
    let header = try header(of: bytes, segments: segments)
    let size = scale.reduced(header.size)
    guard size.area <= maximumPixels else {
      throw ImageError(
        .tooLarge,
        "The JPEG has \(header.size) pixels; at most \(maximumPixels) are decoded."
      )
    }
    image.reshape(width: size.width, height: size.height)
    switch header.colorSpace {
    case .gray, .yCbCr, .rgb:
      let status = image.withMutablePixels { pixels in
        unsafe pixels.withUnsafeMutableBufferPointer { buffer in
          unsafe decompress(bytes, to: buffer, size, TJPF_GRAY)
        }
      }
      let warning = try outcome(of: status, bytes, segments)
      return segments.completeness(warning, bytes, image, scale, filling: 128)
    case .cmyk, .ycck:
      return try decodeInks(bytes, segments, size, scale, into: &image)
    }
  }

  /// Decodes a picture to luma; see ``decode(_:into:scale:maximumPixels:)-(RawSpan,_,_,_)``.
  ///
  /// - Parameters:
  ///   - bytes: The JPEG from its first byte.
  ///   - image: Receives the picture; its storage is reused. Unspecified after an error.
  ///   - scale: How much smaller to decode.
  ///   - maximumPixels: The most pixels the result may have.
  /// - Returns: Whether all of the picture was there.
  /// - Throws: `ImageError` when no picture comes out.
  public mutating func decode(
    _ bytes: [UInt8],
    into image: inout LumaImage,
    scale: DecodeScale = .full,
    maximumPixels: Int = JPEGDecoder.defaultMaximumPixels
  ) throws(ImageError) -> DecodeCompleteness {
    unsafe try decode(bytes.span.bytes, into: &image, scale: scale, maximumPixels: maximumPixels)
  }
}

// MARK: - Header

extension JPEGDecoder {
  private mutating func header(
    of bytes: RawSpan,
    segments: JPEGSegments
  ) throws(ImageError) -> JPEGHeader {
    guard !bytes.isEmpty else { throw ImageError(.empty, "The JPEG is empty.") }
    guard bytes.hasBytes([0xff, 0xd8], at: 0) else {
      throw ImageError(.notAnImage, "The bytes do not begin as a JPEG does.")
    }
    var width: CInt = 0
    var height: CInt = 0
    var subsampling: CInt = 0
    var colors: CInt = -1
    let status = unsafe bytes.withUnsafeBytes { raw in
      unsafe tjDecompressHeader3(
        handle,
        raw.baseAddress?.assumingMemoryBound(to: UInt8.self),
        CUnsignedLong(raw.count),
        &width,
        &height,
        &subsampling,
        &colors
      )
    }
    // An uncommon subsampling is an error to TurboJPEG only here: the size has been read, and
    // decoding to luma does not care.
    guard status == 0 || (width > 0 && height > 0), let space = colorSpace(colors) else {
      let error = failure(segments, bytes)
      startAfresh()
      throw error
    }
    return JPEGHeader(
      size: PixelSize(width: Int(width), height: Int(height)),
      colorSpace: space,
      isProgressive: segments.isProgressive
    )
  }

  /// Replaces the handle: TurboJPEG 2 leaves one that failed on a header in the middle of it, and
  /// the next picture, though good, would fail.
  private mutating func startAfresh() {
    guard let fresh = unsafe tjInitDecompress() else { return }
    unsafe tjDestroy(handle)
    unsafe handle = fresh
  }

  private func colorSpace(_ code: CInt) -> JPEGHeader.ColorSpace? {
    switch code {
    case CInt(TJCS_GRAY.rawValue): .gray
    case CInt(TJCS_YCbCr.rawValue): .yCbCr
    case CInt(TJCS_RGB.rawValue): .rgb
    case CInt(TJCS_CMYK.rawValue): .cmyk
    case CInt(TJCS_YCCK.rawValue): .ycck
    default: nil
    }
  }
}

// MARK: - Decoding

extension JPEGDecoder {
  private mutating func decodeInks(
    _ bytes: RawSpan,
    _ segments: JPEGSegments,
    _ size: PixelSize,
    _ scale: DecodeScale,
    into image: inout LumaImage
  ) throws(ImageError) -> DecodeCompleteness {
    var samples: [UInt8] = []
    swap(&samples, &inks)
    defer { swap(&samples, &inks) }
    if samples.count < size.area * 4 { samples = [UInt8](repeating: 0, count: size.area * 4) }
    let status = unsafe samples.withUnsafeMutableBufferPointer { buffer in
      unsafe decompress(bytes, to: buffer, size, TJPF_CMYK)
    }
    let warning = try outcome(of: status, bytes, segments)
    image.fillFromInks(samples, areInverted: segments.hasAdobeMarker)
    let filling: UInt8 = segments.hasAdobeMarker ? 64 : 63
    return segments.completeness(warning, bytes, image, scale, filling: filling)
  }

  private func decompress(
    _ bytes: RawSpan,
    to target: UnsafeMutableBufferPointer<UInt8>,
    _ size: PixelSize,
    _ format: TJPF
  ) -> CInt {
    let bytesPerPixel = format == TJPF_CMYK ? 4 : 1
    return unsafe bytes.withUnsafeBytes { raw in
      unsafe tjDecompress2(
        handle,
        raw.baseAddress?.assumingMemoryBound(to: UInt8.self),
        CUnsignedLong(raw.count),
        target.baseAddress,
        CInt(size.width),
        CInt(size.width * bytesPerPixel),
        CInt(size.height),
        CInt(format.rawValue),
        CInt(TJFLAG_LIMITSCANS)
      )
    }
  }

  /// The decoder's warning, if it gave one.
  private func outcome(
    of status: CInt,
    _ bytes: RawSpan,
    _ segments: JPEGSegments
  ) throws(ImageError) -> String? {
    guard status != 0 else { return nil }
    guard unsafe tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue) else {
      throw failure(segments, bytes)
    }
    return lastMessage
  }

  private var lastMessage: String {
    guard let text = unsafe tjGetErrorStr2(handle) else { return "unknown JPEG error" }
    return unsafe String(cString: text)
  }

  private func failure(_ segments: JPEGSegments, _ bytes: RawSpan) -> ImageError {
    let reason = lastMessage
    if reason.contains("nsupported") || reason.contains("not supported") {
      return ImageError(
        .unsupportedFormat,
        "This kind of JPEG is not read (\(reason)).",
        remedy: "Convert it to an ordinary 8-bit JPEG or a PNG."
      )
    }
    if !segments.hasEnd(in: bytes) {
      return ImageError(.truncated, "The JPEG ends before its picture begins (\(reason)).")
    }
    return ImageError(.damaged, "The JPEG is damaged (\(reason)).")
  }
}
