/// The marker segments of a JPEG up to its first scan: what TurboJPEG does not tell.
///
/// Reading them costs a few dozen comparisons. Every offset is checked against the end of the
/// bytes; what does not parse is left out.
struct JPEGSegments {
  /// Where the payload of the EXIF segment lies, `Exif` and two zeros included.
  private(set) var exif: Range<Int>?

  /// Whether there is an `Adobe` segment: Adobe stores inks inverted.
  private(set) var hasAdobeMarker = false

  /// Whether there are Huffman tables; cameras leave them out of motion JPEG.
  private(set) var hasHuffmanTables = false

  /// Whether the frame header is one of the progressive ones.
  private(set) var isProgressive = false

  /// The frame header's marker, 0xC0 for the commonest kind; 0 before one was seen.
  private(set) var frameMarker: UInt8 = 0

  /// Bits a sample.
  private(set) var bitsPerComponent = 0

  /// The samples of a pixel.
  private(set) var components = 0

  /// Pixels an inch, where the JFIF segment says so.
  private(set) var resolution: Double?

  /// The rows of pixels that are coded together.
  private(set) var rowsPerUnit = 8

  /// Where the first scan's header begins, if the bytes reach that far.
  private(set) var firstScan: Int?

  /// Walks the segments of a JPEG.
  ///
  /// - Parameter bytes: The JPEG from its first byte.
  init(_ bytes: RawSpan) {
    var offset = 2
    while offset + 4 <= bytes.byteCount {
      guard bytes[offset] == 0xff else {
        offset += 1
        continue
      }
      let marker = bytes[offset + 1]
      if marker == 0xff || marker == 0 || marker == 0x01 || (0xd0...0xd8).contains(marker) {
        offset += marker == 0xff ? 1 : 2
        continue
      }
      if marker == 0xd9 { return }
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let end = offset + 2 + length
      if marker == 0xda {
        firstScan = offset
        return
      }
      guard length >= 2, end <= bytes.byteCount else { return }
      note(marker, payload: offset + 4..<end, of: bytes)
      offset = end
    }
  }

  private mutating func note(_ marker: UInt8, payload: Range<Int>, of bytes: RawSpan) {
    switch marker {
    case 0xc4:
      hasHuffmanTables = true
    case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
      isProgressive = marker & 3 == 2
      frameMarker = marker
      if payload.count >= 6 {
        bitsPerComponent = Int(bytes[payload.lowerBound])
        components = Int(bytes[payload.lowerBound + 5])
      }
      rowsPerUnit = Self.rowsPerUnit(frame: payload, of: bytes)
    case 0xe0 where bytes.hasBytes([0x4a, 0x46, 0x49, 0x46, 0], in: payload):
      resolution = Self.resolution(jfif: payload, of: bytes)
    case 0xe1 where exif == nil && bytes.hasBytes([0x45, 0x78, 0x69, 0x66, 0, 0], in: payload):
      exif = payload
    case 0xee where bytes.hasBytes([0x41, 0x64, 0x6f, 0x62, 0x65], in: payload):
      hasAdobeMarker = true
    default:
      break
    }
  }

  /// Pixels an inch, from the density across.
  private static func resolution(jfif: Range<Int>, of bytes: RawSpan) -> Double? {
    guard jfif.count >= 12 else { return nil }
    let unit = bytes[jfif.lowerBound + 7]
    let density = Int(bytes[jfif.lowerBound + 8]) << 8 | Int(bytes[jfif.lowerBound + 9])
    guard density > 0, unit == 1 || unit == 2 else { return nil }
    return Double(density) * (unit == 1 ? 1 : 2.54)
  }

  /// Eight rows times the largest vertical sampling factor; just eight for a single component.
  private static func rowsPerUnit(frame: Range<Int>, of bytes: RawSpan) -> Int {
    guard frame.count >= 6, bytes[frame.lowerBound + 5] > 1 else { return 8 }
    let factors = stride(from: frame.lowerBound + 7, to: frame.upperBound, by: 3)
    return 8 * factors.reduce(1) { max($0, min(Int(bytes[$1] & 15), 4)) }
  }

  /// Whether the end marker stands anywhere after the first scan's header.
  ///
  /// Within coded data the two bytes cannot occur: 0xFF is always followed by 0 there. Looked for
  /// from the end, where it nearly always is.
  ///
  /// - Parameter bytes: The same bytes.
  /// - Returns: Whether the picture is stored to its end.
  func hasEnd(in bytes: RawSpan) -> Bool {
    guard let firstScan else { return false }
    var offset = bytes.byteCount - 2
    while offset >= firstScan {
      if bytes[offset] == 0xff && bytes[offset + 1] == 0xd9 { return true }
      offset -= 1
    }
    return false
  }
}
