internal import CPNG

/// Decodes PNG pictures to luma.
///
/// Goes through libpng's simplified reader, which catches its own errors and never jumps over Swift
/// frames. Colours are read as they are stored and weighed here as ITU-R BT.601 does: libpng's own
/// grey would weigh them in linear light, darker than every JPEG of the same page. Transparent
/// pixels are laid on white.
struct PNGDecoder {
  /// Decodes a picture.
  ///
  /// - Parameters:
  ///   - bytes: The PNG from its first byte.
  ///   - maximumPixels: The most pixels the picture may have.
  /// - Returns: The picture as stored.
  /// - Throws: `ImageError` when no picture comes out; nothing is allocated before the limit has
  ///   been checked.
  func decode(_ bytes: RawSpan, maximumPixels: Int) throws(ImageError) -> LumaImage {
    let chunks = PNGChunks(bytes)
    if let size = chunks.size { try check(size, maximumPixels) }
    return try decode(bytes, chunks, maximumPixels)
  }

  private func decode(
    _ bytes: RawSpan,
    _ chunks: PNGChunks,
    _ maximumPixels: Int
  ) throws(ImageError) -> LumaImage {
    unsafe try bytes.withUnsafeBytes { raw throws(ImageError) in
      var reader = unsafe png_image()
      unsafe reader.version = png_uint_32(PNG_IMAGE_VERSION)
      defer { unsafe png_image_free(&reader) }
      guard unsafe png_image_begin_read_from_memory(&reader, raw.baseAddress, raw.count) != 0 else {
        throw unsafe failure(reader, chunks)
      }
      let size = unsafe PixelSize(width: Int(reader.width), height: Int(reader.height))
      try check(size, maximumPixels)
      if chunks.bitDepth == 16 {
        unsafe reader.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      }
      let image = try unsafe read(&reader, size, chunks)
      guard chunks.bitDepth == 16, image.pixels.allSatisfy({ $0 <= 16 }) else { return image }
      return unsafe readTwelveBits(raw, size) ?? image
    }
  }

  private func check(_ size: PixelSize, _ maximumPixels: Int) throws(ImageError) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, area <= maximumPixels else {
      throw ImageError(
        .tooLarge,
        "The PNG has \(size) pixels; at most \(maximumPixels) are decoded.",
        remedy: "Make it smaller, or cut it into pieces."
      )
    }
  }

  private func failure(_ reader: png_image, _ chunks: PNGChunks) -> ImageError {
    let reason = unsafe withUnsafeBytes(of: reader.message) { raw in
      unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !chunks.hasEnd {
      return ImageError(.truncated, "The PNG ends before its picture does (\(reason)).")
    }
    return ImageError(.damaged, "The PNG is damaged (\(reason)).")
  }
}

// MARK: - Reading

extension PNGDecoder {
  /// Reads with as few bytes a pixel as the stored kind of picture allows.
  private func read(
    _ reader: inout png_image,
    _ size: PixelSize,
    _ chunks: PNGChunks
  ) throws(ImageError) -> LumaImage {
    let stored = unsafe Int(reader.format)
    let alpha = stored & Int(PNG_FORMAT_FLAG_ALPHA)
    if stored & Int(PNG_FORMAT_FLAG_COLORMAP) != 0 {
      return try unsafe readPalette(&reader, size, chunks)
    }
    let color = stored & Int(PNG_FORMAT_FLAG_COLOR)
    let samples = (color == 0 ? 1 : 3) + (alpha == 0 ? 0 : 1)
    unsafe reader.format = png_uint_32(color | alpha)
    var buffer = [UInt8](repeating: 0, count: size.area * samples)
    guard unsafe png_image_finish_read(&reader, nil, &buffer, 0, nil) != 0 else {
      throw unsafe failure(reader, chunks)
    }
    guard samples > 1 else {
      return LumaImage(width: size.width, height: size.height, pixels: buffer)
    }
    var image = LumaImage(width: size.width, height: size.height)
    image.fillFromSamples(buffer, perPixel: samples)
    return image
  }

  /// Reads the pixels as numbers of colours and puts them through a table.
  private func readPalette(
    _ reader: inout png_image,
    _ size: PixelSize,
    _ chunks: PNGChunks
  ) throws(ImageError) -> LumaImage {
    let format = PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA
    unsafe reader.format = png_uint_32(format | PNG_FORMAT_FLAG_COLORMAP)
    var colors = [UInt8](repeating: 0, count: 256 * 4)
    var pixels = [UInt8](repeating: 0, count: size.area)
    guard unsafe png_image_finish_read(&reader, nil, &pixels, 0, &colors) != 0 else {
      throw unsafe failure(reader, chunks)
    }
    var uses = [Int](repeating: 0, count: 256)
    for pixel in pixels { uses[Int(pixel)] += 1 }
    let table = (0..<256).map {
      LumaPacking.luma(colors[$0 * 4], colors[$0 * 4 + 1], colors[$0 * 4 + 2])
    }
    var backdrop = Backdrop()
    for entry in 0..<256 {
      backdrop.add(table[entry], opacity: colors[entry * 4 + 3], count: uses[entry])
    }
    let behind = backdrop.luma
    var image = LumaImage(width: size.width, height: size.height, pixels: pixels)
    image.replacePixels(
      using: (0..<256).map { table[$0].seen(through: colors[$0 * 4 + 3], on: behind) }
    )
    return image
  }

  /// Reads a 16-bit picture again whose samples use only the lower twelve bits.
  ///
  /// Scanners that measure twelve bits write such pictures; taken at their word they are black.
  private func readTwelveBits(_ raw: UnsafeRawBufferPointer, _ size: PixelSize) -> LumaImage? {
    var reader = unsafe png_image()
    unsafe reader.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&reader) }
    guard unsafe png_image_begin_read_from_memory(&reader, raw.baseAddress, raw.count) != 0,
      unsafe reader.format == png_uint_32(PNG_FORMAT_FLAG_LINEAR)
    else { return nil }
    unsafe reader.format = png_uint_32(PNG_FORMAT_FLAG_LINEAR)
    var samples = [UInt16](repeating: 0, count: size.area)
    guard unsafe png_image_finish_read(&reader, nil, &samples, 0, nil) != 0,
      let most = samples.max(), most < 4096, most > 0
    else { return nil }
    let pixels = samples.map { UInt8(truncatingIfNeeded: $0 >> 4) }
    return LumaImage(width: size.width, height: size.height, pixels: pixels)
  }
}
