/// What kind of file some bytes are, judged by their beginning and never by a name.
enum StillFormat: Equatable {
  /// A JPEG.
  case jpeg

  /// A PNG.
  case png

  /// A known format that is not read, with its name and a command that converts it.
  case foreign(name: String, converter: Converter)

  /// Readable text.
  case text

  /// Nothing known.
  case unknown

  /// A program that turns a foreign format into one that is read.
  enum Converter: Equatable {
    /// ImageMagick's `convert`.
    case imageMagick

    /// Poppler's `pdftoppm`.
    case pdfToPNG

    /// libheif's `heif-convert`.
    case heif

    /// libwebp's `dwebp`.
    case webP
  }

  /// Judges some bytes.
  ///
  /// - Parameter bytes: A file's contents, not empty.
  init(_ bytes: RawSpan) {
    if bytes.hasBytes([0xff, 0xd8], at: 0) {
      self = .jpeg
    } else if bytes.hasBytes(PNGChunks.signature, at: 0)
      || (bytes.byteCount < 8 && bytes.hasBytes([0x89, 0x50, 0x4e, 0x47], at: 0))
    {
      self = .png
    } else if let foreign = Self.foreign(bytes) {
      self = foreign
    } else {
      self = Self.isText(bytes) ? .text : .unknown
    }
  }

  private static let beginnings: [(magic: [UInt8], name: String, converter: Converter)] = [
    (Array("%PDF".utf8), "PDF", .pdfToPNG),
    ([0x49, 0x49, 0x2a, 0x00], "TIFF", .imageMagick),
    ([0x4d, 0x4d, 0x00, 0x2a], "TIFF", .imageMagick),
    ([0x49, 0x49, 0x2b, 0x00], "TIFF", .imageMagick),
    ([0x4d, 0x4d, 0x00, 0x2b], "TIFF", .imageMagick),
    (Array("GIF8".utf8), "GIF", .imageMagick),
    ([0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20], "JPEG 2000", .imageMagick),
    ([0xff, 0x4f, 0xff, 0x51], "JPEG 2000", .imageMagick),
    ([0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20], "JPEG XL", .imageMagick),
    ([0xff, 0x0a], "JPEG XL", .imageMagick),
    (Array("8BPS".utf8), "Photoshop", .imageMagick),
    ([0x00, 0x00, 0x01, 0x00], "ICO", .imageMagick),
  ]

  private static func foreign(_ bytes: RawSpan) -> StillFormat? {
    for (magic, name, converter) in beginnings where bytes.hasBytes(magic, at: 0) {
      return .foreign(name: name, converter: converter)
    }
    if bytes.hasBytes(Array("RIFF".utf8), at: 0), bytes.hasBytes(Array("WEBP".utf8), at: 8) {
      return .foreign(name: "WebP", converter: .webP)
    }
    if bytes.hasBytes(Array("BM".utf8), at: 0), bytes.byteCount > 26, bytes[6] == 0, bytes[7] == 0 {
      return .foreign(name: "BMP", converter: .imageMagick)
    }
    if bytes.hasBytes(Array("ftyp".utf8), at: 4) { return container(bytes) }
    let isNetpbm = bytes.byteCount > 3 && bytes[0] == 0x50 && (0x31...0x37).contains(bytes[1])
    if isNetpbm, bytes[2] == 0x0a || bytes[2] == 0x20 {
      return .foreign(name: "Netpbm", converter: .imageMagick)
    }
    return nil
  }

  private static func container(_ bytes: RawSpan) -> StillFormat? {
    for brand in ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"]
    where bytes.hasBytes(Array(brand.utf8), at: 8) {
      return .foreign(name: "HEIC", converter: .heif)
    }
    for brand in ["avif", "avis"] where bytes.hasBytes(Array(brand.utf8), at: 8) {
      return .foreign(name: "AVIF", converter: .heif)
    }
    return nil
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
