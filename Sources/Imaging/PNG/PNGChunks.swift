/// The chunks of a PNG: size, orientation and whether it is stored to its end.
///
/// libpng's simplified reader tells neither of the last two.
struct PNGChunks {
  /// The eight bytes every PNG begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The size in the header chunk, as far as the bytes reach.
  private(set) var size: PixelSize?

  /// Bits a sample.
  private(set) var bitDepth = 0

  /// What a sample is: 0 grey, 2 colours, 3 a number in the palette, 4 and 6 with transparency.
  private(set) var colorType = 0

  /// Whether the picture is stored in several passes.
  private(set) var isInterlaced = false

  /// Whether there is a transparent colour, or there are palette entries that are.
  private(set) var hasTransparency = false

  /// Where the palette's colours lie.
  private(set) var palette: Range<Int>?

  /// Where the pieces of the compressed picture lie.
  private(set) var pixels: [Range<Int>] = []

  /// Pixels an inch, where a chunk says so.
  private(set) var resolution: Double?

  /// Where the payload of the `eXIf` chunk lies.
  private(set) var exif: Range<Int>?

  /// Whether the end chunk was reached.
  private(set) var hasEnd = false

  /// Whether any chunk with pixels begins before the bytes end.
  private(set) var hasPixels = false

  /// Walks the chunks of a PNG.
  ///
  /// - Parameter bytes: The PNG with its signature.
  init(_ bytes: RawSpan) {
    var offset = Self.signature.count
    while let length = bytes.bigEndianUInt32(at: offset),
      let type = bytes.bigEndianUInt32(at: offset + 4)
    {
      let payload = offset + 8..<offset + 8 + Int(length)
      hasPixels = hasPixels || type == 0x4944_4154
      guard payload.upperBound + 4 <= bytes.byteCount else { return }
      note(type, payload: payload, of: bytes)
      if hasEnd { return }
      offset = payload.upperBound + 4
    }
  }

  private mutating func note(_ type: UInt32, payload: Range<Int>, of bytes: RawSpan) {
    switch type {
    case 0x4948_4452 where payload.count >= 13:  // IHDR
      guard let width = bytes.bigEndianUInt32(at: payload.lowerBound),
        let height = bytes.bigEndianUInt32(at: payload.lowerBound + 4)
      else { return }
      size = PixelSize(width: Int(width), height: Int(height))
      bitDepth = Int(bytes[payload.lowerBound + 8])
      colorType = Int(bytes[payload.lowerBound + 9])
      isInterlaced = bytes[payload.lowerBound + 12] != 0
    case 0x504c_5445: palette = payload  // PLTE
    case 0x7452_4e53: hasTransparency = true  // tRNS
    case 0x4944_4154: pixels.append(payload)  // IDAT
    case 0x7048_5973 where payload.count >= 9:  // pHYs, pixels a metre
      guard bytes[payload.lowerBound + 8] == 1,
        let density = bytes.bigEndianUInt32(at: payload.lowerBound), density > 0
      else { return }
      resolution = Double(density) * 0.0254
    case 0x6558_4966: exif = payload  // eXIf
    case 0x4945_4e44: hasEnd = true  // IEND
    default: break
    }
  }
}
