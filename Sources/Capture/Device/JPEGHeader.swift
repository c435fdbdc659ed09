import Imaging

/// What can be said about a JPEG picture without decoding it.
struct JPEGHeader {
  /// Trailing bytes in which the end marker must lie once padding is taken away.
  private static let tail = 64

  /// The size the frame header states; `nil` when there is none.
  var size: PixelSize?

  /// Whether the picture begins as a JPEG does.
  var hasStart: Bool

  /// Whether the end marker is there.
  var hasEnd: Bool

  /// Reads the header and the end of a picture.
  init(_ bytes: RawSpan) {
    hasStart = bytes.byteCount >= 4 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff
    hasEnd = hasStart && JPEGHeader.hasEnd(bytes)
    size = hasStart ? JPEGHeader.size(bytes) : nil
  }

  /// Looks for EOI before any zeros the camera padded its transfer with.
  ///
  /// A few stray bytes after it are allowed. Inside a picture's data the two bytes cannot occur.
  private static func hasEnd(_ bytes: RawSpan) -> Bool {
    var end = bytes.byteCount
    while end >= 8, bytes.zeros(at: end - 8) { end -= 8 }
    while end > 0, bytes[end - 1] == 0 { end -= 1 }
    let start = max(end - tail, 2)
    var place = end - 2
    while place >= start {
      if bytes[place] == 0xff, bytes[place + 1] == 0xd9 { return true }
      place -= 1
    }
    return false
  }

  /// Walks the segments before the picture's data to the frame header (SOF).
  private static func size(_ bytes: RawSpan) -> PixelSize? {
    var place = 2
    while place + 9 <= bytes.byteCount {
      guard bytes[place] == 0xff else { return nil }
      let marker = bytes[place + 1]
      switch marker {
      case 0xff:
        place += 1
        continue
      case 0xc0...0xcf where marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
        return PixelSize(
          width: bytes.bigEndian(at: place + 7),
          height: bytes.bigEndian(at: place + 5)
        )
      case 0xda, 0xd9:
        return nil
      case 0x01, 0xd0...0xd7:
        place += 2
      default:
        place += 2 + max(bytes.bigEndian(at: place + 2), 2)
      }
    }
    return nil
  }
}

extension RawSpan {
  fileprivate subscript(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  fileprivate func bigEndian(at offset: Int) -> Int {
    Int(self[offset]) << 8 | Int(self[offset + 1])
  }

  fileprivate func zeros(at offset: Int) -> Bool {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) == 0
  }
}
