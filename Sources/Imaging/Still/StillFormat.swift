/// What kind of file some bytes are, judged by their beginning and never by a name.
enum StillFormat: Equatable {
  /// A JPEG.
  case jpeg

  /// A PNG.
  case png

  /// A format that the decoder program reads.
  case helper(HelperFormat)

  /// A PDF.
  case pdf

  /// A known format that is not read.
  case foreign(name: String)

  /// Readable text.
  case text

  /// Nothing known.
  case unknown

  /// Judges some bytes.
  ///
  /// - Parameters:
  ///   - bytes: A file's contents, not empty.
  ///   - limits: A PNG over the limit is one for the decoder program, which reads it row by row.
  init(_ bytes: RawSpan, _ limits: StillLimits) {
    if bytes.hasBytes([0xff, 0xd8], at: 0) {
      self = .jpeg
    } else if bytes.hasBytes(PNGChunks.signature, at: 0)
      || (bytes.byteCount < 8 && bytes.hasBytes([0x89, 0x50, 0x4e, 0x47], at: 0))
    {
      let size = PNGChunks(bytes).size ?? PixelSize(width: 0, height: 0)
      let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
      self = overflow || area > limits.maximumPixels ? .helper(.png) : .png
    } else if let other = Self.other(bytes) {
      self = other
    } else {
      self = Self.isText(bytes) ? .text : .unknown
    }
  }

  private static let beginnings: [(magic: [UInt8], format: StillFormat)] = [
    ([0x49, 0x49, 0x2a, 0x00], .helper(.tiff)),
    ([0x4d, 0x4d, 0x00, 0x2a], .helper(.tiff)),
    ([0x49, 0x49, 0x2b, 0x00], .helper(.tiff)),
    ([0x4d, 0x4d, 0x00, 0x2b], .helper(.tiff)),
    (Array("GIF8".utf8), .helper(.gif)),
    ([0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20], .helper(.jpeg2000)),
    ([0xff, 0x4f, 0xff, 0x51], .helper(.jpeg2000)),
    ([0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20], .foreign(name: "JPEG XL")),
    ([0xff, 0x0a], .foreign(name: "JPEG XL")),
    (Array("8BPS".utf8), .foreign(name: "Photoshop")),
    ([0x00, 0x00, 0x01, 0x00], .foreign(name: "ICO")),
  ]

  private static func other(_ bytes: RawSpan) -> StillFormat? {
    for (magic, format) in beginnings where bytes.hasBytes(magic, at: 0) { return format }
    if bytes.hasBytes(Array("RIFF".utf8), at: 0), bytes.hasBytes(Array("WEBP".utf8), at: 8) {
      return .helper(.webP)
    }
    if bytes.hasBytes(Array("BM".utf8), at: 0), bytes.byteCount > 26, bytes[15] == 0,
      bytes[16] == 0, bytes[17] == 0
    {
      return .helper(.bmp)
    }
    if bytes.hasBytes(Array("ftyp".utf8), at: 4) { return container(bytes) }
    let isNetpbm = bytes.byteCount > 3 && bytes[0] == 0x50 && (0x31...0x37).contains(bytes[1])
    if isNetpbm, NetpbmHeader.isBlank(bytes[2]) || bytes[2] == UInt8(ascii: "#") {
      return .helper(.netpbm)
    }
    // Mail programs and servers put lines before a PDF; its readers look into the first kilobyte.
    let start = Array("%PDF-".utf8)
    let reach = 0..<max(min(bytes.byteCount, 1024) - start.count + 1, 0)
    return reach.contains { bytes.hasBytes(start, at: $0) } ? .pdf : nil
  }

  private static func container(_ bytes: RawSpan) -> StillFormat? {
    let brands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "avif", "avis"]
    let isKnown = brands.contains { bytes.hasBytes(Array($0.utf8), at: 8) }
    return isKnown ? .helper(.heif) : nil
  }

  /// Whether the beginning is UTF-8 or marked UTF-16, without the control characters of binary data.
  private static func isText(_ bytes: RawSpan) -> Bool {
    if bytes.hasBytes([0xff, 0xfe], at: 0) || bytes.hasBytes([0xfe, 0xff], at: 0) { return true }
    var beginning = (0..<min(bytes.byteCount, 4096)).map { bytes[$0] }
    let isControl = { (byte: UInt8) in byte < 9 || (14..<27).contains(byte) || byte == 0x7f }
    guard !beginning.contains(where: isControl) else { return false }
    // The last character may be cut in two.
    if bytes.byteCount > beginning.count {
      while let last = beginning.last, last >= 0x80 { beginning.removeLast() }
    }
    return String(validating: beginning, as: UTF8.self) != nil
  }
}
