import Imaging

/// What stands before the pixels of a bitmap.
struct BMPHeader {
  /// How pixels are stored.
  enum Compression: Int {
    /// As they are.
    case none = 0

    /// Runs of bytes.
    case runs8 = 1

    /// Runs of half bytes.
    case runs4 = 2

    /// As they are, with masks for the colours.
    case fields = 3

    /// As they are, with masks for colours and alpha.
    case alphaFields = 6
  }

  let size: PixelSize
  let isTopDown: Bool
  let bits: Int
  let compression: Compression

  /// The offset of the first pixel.
  let pixels: Int

  /// 256 colours for pixels of up to eight bits.
  let colors: [BMPColor]

  /// Where the colours lie in larger pixels.
  let masks: BMPMasks

  init(_ file: BMPPicture) throws(ImageError) {
    let length = file.number(14)
    guard length >= 12, length <= 1 << 12, file.count >= 14 + length else {
      throw .truncated("BMP", "no header")
    }
    let isOld = length < 16
    let width = isOld ? file.number(18, bytes: 2) : Int(Int32(truncatingIfNeeded: file.number(18)))
    let height =
      isOld ? file.number(20, bytes: 2) : Int(Int32(truncatingIfNeeded: file.number(22)))
    size = PixelSize(width: width, height: abs(height))
    isTopDown = height < 0
    bits = file.number(isOld ? 24 : 28, bytes: 2)
    let kind = isOld ? 0 : file.number(30)
    guard let compression = Compression(rawValue: kind), [1, 2, 4, 8, 16, 24, 32].contains(bits),
      compression != .runs8 || bits == 8, compression != .runs4 || bits == 4
    else {
      throw ImageError(
        .unsupportedFormat,
        "This kind of BMP is not read (\(bits) bits, compression \(kind)).",
        remedy: "Convert it to a PNG."
      )
    }
    self.compression = compression
    let hasOwnMasks = length == 40 && (compression == .fields || compression == .alphaFields)
    let maskCount = compression == .alphaFields ? 4 : 3
    let table = 14 + length + (hasOwnMasks ? maskCount * 4 : 0)
    colors = Self.colors(file, at: table, entry: isOld ? 3 : 4)
    pixels = file.number(10) >= 14 ? file.number(10) : table
    masks = BMPMasks(file, bits: bits, compression, headerLength: length)
    guard pixels <= file.count else { throw .truncated("BMP", "no pixels") }
  }

  private static func colors(_ file: BMPPicture, at offset: Int, entry: Int) -> [BMPColor] {
    (0..<256).map { index in
      let place = offset + index * entry
      return BMPColor(
        red: file.byte(place + 2),
        green: file.byte(place + 1),
        blue: file.byte(place),
        alpha: 255
      )
    }
  }
}

/// A colour.
struct BMPColor {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8
}

/// Where the colours lie in a pixel of 16, 24 or 32 bits.
struct BMPMasks {
  /// One colour's bits, and how to make a byte of them.
  struct Field {
    let mask: UInt32

    /// The colour as a byte; 0 without bits.
    func value(_ pixel: UInt32) -> UInt8 {
      guard mask != 0 else { return 0 }
      let shift = UInt32(mask.trailingZeroBitCount)
      let most = UInt64(mask >> shift)
      return UInt8(truncatingIfNeeded: UInt64((pixel & mask) >> shift) * 255 / most)
    }
  }

  let red: Field
  let green: Field
  let blue: Field
  let alpha: Field

  init(_ file: BMPPicture, bits: Int, _ compression: BMPHeader.Compression, headerLength: Int) {
    let field = { (index: Int) in Field(mask: UInt32(file.number(54 + index * 4))) }
    switch compression {
    case .fields, .alphaFields:
      red = field(0)
      green = field(1)
      blue = field(2)
      alpha = headerLength >= 56 || compression == .alphaFields ? field(3) : Field(mask: 0)
    case .none, .runs4, .runs8:
      let isShort = bits == 16
      red = Field(mask: isShort ? 0x7c00 : 0xff_0000)
      green = Field(mask: isShort ? 0x03e0 : 0xff00)
      blue = Field(mask: isShort ? 0x1f : 0xff)
      alpha = Field(mask: 0)
    }
  }

  func color(_ pixel: UInt32) -> BMPColor {
    BMPColor(
      red: red.value(pixel),
      green: green.value(pixel),
      blue: blue.value(pixel),
      alpha: alpha.value(pixel)
    )
  }
}
