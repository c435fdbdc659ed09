internal import CSPNG
import Imaging

/// Decodes a PNG row by row with libspng, so that only the reduced picture is held.
@safe
struct LargePNG {
  private let file: UnsafeRawBufferPointer
  private let limits: StillLimits

  init(_ file: UnsafeRawBufferPointer, _ limits: StillLimits) {
    unsafe self.file = file
    self.limits = limits
  }

  func decode() throws(ImageError) -> DecodedPage {
    guard let context = unsafe spng_ctx_new(0) else { throw .outOfMemory("PNG", limits) }
    defer { unsafe spng_ctx_free(context) }
    unsafe spng_set_chunk_limits(context, 16 << 20, 64 << 20)
    try unsafe check(spng_set_png_buffer(context, file.baseAddress, file.count))
    var header = spng_ihdr()
    try unsafe check(spng_get_ihdr(context, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let scale = try limits.scale(for: size, "PNG")
    var orientation = ImageOrientation.up
    var exif = unsafe spng_exif()
    if unsafe spng_get_exif(context, &exif) == 0 {
      let data = unsafe Array(UnsafeRawBufferPointer(start: exif.data, count: exif.length))
      orientation = ImageOrientation(exif: [0x45, 0x78, 0x69, 0x66, 0, 0] + data) ?? .up
    }
    var transparency = spng_trns()
    let isMarked = unsafe spng_get_trns(context, &transparency) == 0
    let hasAlpha = header.color_type & 4 != 0 || isMarked
    let isInterlaced = header.interlace_method != 0
    if isInterlaced, size.area * 4 > limits.memory / 2 { throw .outOfMemory("PNG", limits) }
    let flags = CInt(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue)
    let format = CInt(SPNG_FMT_RGBA8.rawValue)
    try unsafe check(spng_decode_image(context, nil, 0, format, flags))
    let reader = PNGRows(size, scale, hasAlpha: hasAlpha, isInterlaced: isInterlaced)
    return try unsafe reader.read(context, orientation)
  }

  private func check(_ status: CInt) throws(ImageError) {
    guard status == 0 else { throw PNGRows.error(status) }
  }
}

/// Takes rows from libspng in the order it gives them.
private struct PNGRows {
  private let size: PixelSize
  private let isInterlaced: Bool
  private var builder: LumaBuilder
  private var canvas: [UInt8] = []

  init(_ size: PixelSize, _ scale: DecodeScale, hasAlpha: Bool, isInterlaced: Bool) {
    self.size = size
    self.isInterlaced = isInterlaced
    builder = LumaBuilder(storedSize: size, scale: scale, hasAlpha: hasAlpha)
    if isInterlaced { canvas = [UInt8](repeating: 255, count: size.area * 4) }
  }

  consuming func read(
    _ context: OpaquePointer,
    _ orientation: ImageOrientation
  ) throws(ImageError) -> DecodedPage {
    var bytes = [UInt8](repeating: 255, count: size.width * 4)
    var row = RGBARow(width: size.width)
    var status: CInt = 0
    var count = 0
    while status == 0 {
      var info = spng_row_info()
      status = unsafe spng_get_row_info(context, &info)
      guard status == 0 else { break }
      let place = Int(info.row_num) * size.width * 4
      if isInterlaced { bytes = Array(canvas[place..<place + size.width * 4]) }
      status = unsafe spng_decode_row(context, &bytes, bytes.count)
      guard status == 0 || status == SPNG_EOI.rawValue else { break }
      count += 1
      if isInterlaced {
        canvas.replaceSubrange(place..<place + size.width * 4, with: bytes)
      } else {
        unsafe bytes.withUnsafeBufferPointer {
          if let base = $0.baseAddress { unsafe row.read(base) }
        }
        builder.append(row.luma, opacity: row.opacity)
      }
    }
    guard count > 0 else { throw Self.error(status) }
    if isInterlaced {
      for y in 0..<size.height {
        unsafe canvas.withUnsafeBufferPointer { canvas in
          guard let base = canvas.baseAddress else { return }
          unsafe row.read(base + y * size.width * 4)
        }
        builder.append(row.luma, opacity: row.opacity)
      }
    }
    guard status != SPNG_EOI.rawValue else {
      return DecodedPage(&builder, orientation: orientation)
    }
    let damage = DecodeDamage(
      isTruncated: true,
      decodedRows: isInterlaced ? nil : count,
      reason: Self.text(status)
    )
    return DecodedPage(&builder, orientation: orientation, damage: damage)
  }

  static func error(_ status: CInt) -> ImageError {
    let isEnd = status == CInt(SPNG_IO_EOF.rawValue)
    return isEnd ? .truncated("PNG", text(status)) : .damaged("PNG", text(status))
  }

  private static func text(_ status: CInt) -> String {
    guard let text = unsafe spng_strerror(status) else { return "unknown PNG error" }
    return unsafe String(cString: text)
  }
}
