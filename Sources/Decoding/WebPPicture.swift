internal import CWebP
import Imaging

/// Decodes a WebP, or the first picture of an animation, with libwebp.
@safe
struct WebPPicture {
  private let file: UnsafeRawBufferPointer
  private let limits: StillLimits

  init(_ file: UnsafeRawBufferPointer, _ limits: StillLimits) {
    unsafe self.file = file
    self.limits = limits
  }

  func decode() throws(ImageError) -> DecodedPage {
    var config = unsafe WebPDecoderConfig()
    guard unsafe WebPInitDecoderConfig(&config) != 0 else {
      throw ImageError(.decoderFailed, "libwebp is of another version than it was built for.")
    }
    let status = unsafe WebPGetFeatures(bytes, file.count, &config.input)
    guard status == VP8_STATUS_OK else { throw Self.error(status) }
    let orientation = orientation
    guard unsafe config.input.has_animation == 0 else { return try firstFrame(orientation) }
    let size = unsafe PixelSize(width: Int(config.input.width), height: Int(config.input.height))
    let scale = try limits.scale(for: size, "WebP")
    let reduced = scale.reduced(size)
    unsafe config.output.colorspace = MODE_RGBA
    unsafe config.options.use_scaling = scale == .full ? 0 : 1
    unsafe config.options.scaled_width = CInt(reduced.width)
    unsafe config.options.scaled_height = CInt(reduced.height)
    defer { unsafe WebPFreeDecBuffer(&config.output) }
    return try unsafe decode(&config, size, scale, orientation)
  }

  private var bytes: UnsafePointer<UInt8>? {
    unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }

  /// Decodes as far as the file goes.
  private func decode(
    _ config: inout WebPDecoderConfig,
    _ size: PixelSize,
    _ scale: DecodeScale,
    _ orientation: ImageOrientation
  ) throws(ImageError) -> DecodedPage {
    guard let decoder = unsafe WebPIDecode(nil, 0, &config) else {
      throw .outOfMemory("WebP", limits)
    }
    defer { unsafe WebPIDelete(decoder) }
    let status = unsafe WebPIUpdate(decoder, bytes, file.count)
    var (rows, width, height, stride): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    let pixels = unsafe WebPIDecGetRGB(decoder, &rows, &width, &height, &stride)
    guard let pixels = unsafe pixels, rows > 0 else { throw Self.error(status) }
    let hasAlpha = unsafe config.input.has_alpha != 0
    let reduced = PixelSize(width: Int(width), height: Int(height))
    var builder = LumaBuilder(storedSize: reduced, scale: .full, hasAlpha: hasAlpha)
    var row = RGBARow(width: Int(width))
    for y in 0..<Int(rows) {
      unsafe row.read(pixels + y * Int(stride))
      builder.append(row.luma, opacity: row.opacity)
    }
    let isWhole = status == VP8_STATUS_OK && rows == height
    let damage =
      isWhole
      ? nil
      : DecodeDamage(isTruncated: true, decodedRows: Int(rows), reason: Self.text(status))
    return DecodedPage(
      image: builder.finish(),
      storedSize: size,
      scale: scale,
      orientation: orientation,
      damage: damage
    )
  }

  private func firstFrame(_ orientation: ImageOrientation) throws(ImageError) -> DecodedPage {
    var options = WebPAnimDecoderOptions()
    unsafe WebPAnimDecoderOptionsInit(&options)
    var data = unsafe WebPData(bytes: bytes, size: file.count)
    guard let decoder = unsafe WebPAnimDecoderNew(&data, &options) else {
      throw .damaged("WebP", "its animation makes no sense")
    }
    defer { unsafe WebPAnimDecoderDelete(decoder) }
    var info = WebPAnimInfo()
    guard unsafe WebPAnimDecoderGetInfo(decoder, &info) != 0 else {
      throw .damaged("WebP", "its animation has no size")
    }
    let size = PixelSize(width: Int(info.canvas_width), height: Int(info.canvas_height))
    let scale = try limits.scale(for: size, "WebP")
    var pixels: UnsafeMutablePointer<UInt8>?
    var time: CInt = 0
    guard unsafe WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, let pixels = unsafe pixels
    else { throw .truncated("WebP", "no first picture") }
    var builder = LumaBuilder(storedSize: size, scale: scale, hasAlpha: true)
    var row = RGBARow(width: size.width)
    for y in 0..<size.height {
      unsafe row.read(pixels + y * size.width * 4)
      builder.append(row.luma, opacity: row.opacity)
    }
    return DecodedPage(&builder, orientation: orientation)
  }

  private var orientation: ImageOrientation {
    var data = unsafe WebPData(bytes: bytes, size: file.count)
    guard let demuxer = unsafe WebPDemux(&data) else { return .up }
    defer { unsafe WebPDemuxDelete(demuxer) }
    var chunk = unsafe WebPChunkIterator()
    guard unsafe WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) != 0 else { return .up }
    defer { unsafe WebPDemuxReleaseChunkIterator(&chunk) }
    let exif = unsafe Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
    // Some writers put JPEG's beginning before it, the format asks for none.
    let beginning: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let isComplete = exif.starts(with: beginning)
    return ImageOrientation(exif: isComplete ? exif : beginning + exif) ?? .up
  }

  private static func text(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: "it ends early"
    case VP8_STATUS_BITSTREAM_ERROR: "its pixels make no sense"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses what libwebp does not know"
    case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
    default: "libwebp's error \(status.rawValue)"
    }
  }

  private static func error(_ status: VP8StatusCode) -> ImageError {
    let isEnd = status == VP8_STATUS_SUSPENDED || status == VP8_STATUS_NOT_ENOUGH_DATA
    return isEnd ? .truncated("WebP", text(status)) : .damaged("WebP", text(status))
  }
}

/// A row of red, green, blue and alpha, taken apart.
struct RGBARow {
  private(set) var luma: [UInt8]
  private(set) var opacity: [UInt8]

  init(width: Int) {
    luma = [UInt8](repeating: 0, count: width)
    opacity = luma
  }

  /// Reads as many pixels as a row has.
  @inline(__always)
  mutating func read(_ pixels: UnsafePointer<UInt8>) {
    for x in luma.indices {
      let pixel = unsafe pixels + x * 4
      luma[x] = unsafe LumaPacking.luma(pixel[0], pixel[1], pixel[2])
      opacity[x] = unsafe pixel[3]
    }
  }
}
