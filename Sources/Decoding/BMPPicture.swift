import Imaging

/// Decodes Windows' bitmaps: 1 to 32 bits, palettes, bit fields and run lengths, either way up.
///
/// No library of Debian's reads all of these; the format is simple, and this code checks every index.
@safe
struct BMPPicture {
  private let bytes: UnsafeRawBufferPointer
  private let limits: StillLimits

  init(_ bytes: UnsafeRawBufferPointer, _ limits: StillLimits) {
    unsafe self.bytes = bytes
    self.limits = limits
  }

  func decode() throws(ImageError) -> DecodedPage {
    let header = try BMPHeader(self)
    let scale = try limits.scale(for: header.size, "BMP")
    let isRunLength = header.compression == .runs4 || header.compression == .runs8
    let stride = (header.size.width * header.bits + 31) / 32 * 4
    let stored =
      isRunLength
      ? header.size.height : min((count - header.pixels) / max(stride, 1), header.size.height)
    guard stored > 0 else { throw .truncated("BMP", "no row of pixels") }
    let hasAlpha = try hasAlpha(header, stride, rows: stored)
    var builder = LumaBuilder(storedSize: header.size, scale: scale, hasAlpha: hasAlpha)
    var runs: [UInt8] = []
    if isRunLength { runs = try expandedRuns(header) }
    let colors = header.colors.map { LumaPacking.luma($0.red, $0.green, $0.blue) }
    var luma = [UInt8](repeating: 255, count: header.size.width)
    var opacity = [UInt8](repeating: 255, count: hasAlpha ? header.size.width : 0)
    for row in 0..<header.size.height {
      let line = header.isTopDown ? row : header.size.height - 1 - row
      if isRunLength {
        for x in 0..<header.size.width { luma[x] = colors[Int(runs[line * header.size.width + x])] }
      } else if line < stored {
        read(header, colors, at: header.pixels + line * stride, &luma, &opacity)
      } else {
        luma = luma.map { _ in 255 }
      }
      builder.append(luma, opacity: opacity)
    }
    guard stored < header.size.height else { return DecodedPage(&builder) }
    let rows = header.isTopDown ? stored : nil
    return DecodedPage(
      &builder,
      damage: DecodeDamage(isTruncated: true, decodedRows: rows, reason: "rows are missing")
    )
  }

  /// The number of bytes.
  var count: Int { unsafe bytes.count }

  /// A byte, 0 past the end.
  func byte(_ offset: Int) -> UInt8 {
    offset >= 0 && offset < count ? unsafe bytes[offset] : 0
  }

  /// Bytes as a little-endian number.
  func number(_ offset: Int, bytes count: Int = 4) -> Int {
    (0..<count).reversed().reduce(0) { $0 << 8 | Int(byte(offset + $1)) }
  }

  private func read(
    _ header: BMPHeader,
    _ colors: [UInt8],
    at offset: Int,
    _ luma: inout [UInt8],
    _ opacity: inout [UInt8]
  ) {
    let size = header.bits / 8
    for x in luma.indices {
      if header.bits <= 8 {
        let bit = x * header.bits
        let shift = 8 - header.bits - bit % 8
        let mask = UInt8(truncatingIfNeeded: (1 << header.bits) - 1)
        luma[x] = colors[Int(byte(offset + bit / 8) >> UInt8(shift) & mask)]
      } else {
        let value = UInt32(number(offset + x * size, bytes: size))
        let color = header.masks.color(value)
        luma[x] = LumaPacking.luma(color.red, color.green, color.blue)
        if !opacity.isEmpty { opacity[x] = color.alpha }
      }
    }
  }

  /// Whether any pixel is opaque: many programs leave the fourth byte 0 and mean nothing by it.
  private func hasAlpha(_ header: BMPHeader, _ stride: Int, rows: Int) throws(ImageError) -> Bool {
    guard header.masks.alpha.mask != 0, header.bits == 32 else { return false }
    for row in 0..<rows {
      for x in 0..<header.size.width {
        let value = UInt32(number(header.pixels + row * stride + x * 4))
        if value & header.masks.alpha.mask != 0 { return true }
      }
    }
    return false
  }
}

// MARK: - Run lengths

extension BMPPicture {
  /// The numbers of the colours, bottom row first; what the runs leave out has number 0.
  private func expandedRuns(_ header: BMPHeader) throws(ImageError) -> [UInt8] {
    let (width, height) = (header.size.width, header.size.height)
    guard header.size.area <= limits.memory / 4 else { throw .outOfMemory("BMP", limits) }
    var pixels = [UInt8](repeating: 0, count: header.size.area)
    var (x, y) = (0, 0)
    var offset = header.pixels
    func put(_ value: UInt8) {
      if x < width, y < height { pixels[y * width + x] = value }
      x += 1
    }
    let isNibbles = header.compression == .runs4
    while offset + 1 < count, y < height {
      let (first, second) = (byte(offset), byte(offset + 1))
      offset += 2
      if first > 0 {
        for index in 0..<Int(first) {
          put(isNibbles ? (index % 2 == 0 ? second >> 4 : second & 15) : second)
        }
        continue
      }
      switch second {
      case 0: (x, y) = (0, y + 1)
      case 1: return pixels
      case 2:
        x += Int(byte(offset))
        y += Int(byte(offset + 1))
        offset += 2
      default:
        let length = isNibbles ? (Int(second) + 1) / 2 : Int(second)
        for index in 0..<Int(second) {
          let value = byte(offset + (isNibbles ? index / 2 : index))
          put(isNibbles ? (index % 2 == 0 ? value >> 4 : value & 15) : value)
        }
        offset += length + length % 2
      }
    }
    return pixels
  }
}
