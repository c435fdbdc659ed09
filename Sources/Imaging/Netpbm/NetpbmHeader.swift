/// What stands before the samples of a portable bitmap, graymap, pixmap or PAM (P1 to P7).
package struct NetpbmHeader: Sendable, Hashable {
  /// The size.
  package var size: PixelSize

  /// The samples a pixel has: 1 grey, 2 with alpha, 3 colours, 4 with alpha.
  package var samples: Int

  /// The largest sample, 1 to 65535.
  package var maximum: Int

  /// Whether samples are single bits, eight in a byte, 1 for black.
  package var isPackedBits: Bool

  /// Whether samples are written as decimal numbers, or as digits 0 and 1 of a bitmap.
  package var isPlain: Bool

  /// Whether 1 is black.
  package var isInverted: Bool

  /// How many bytes the header has.
  package var length: Int

  /// The bytes of a row, where samples are not plain.
  package var bytesPerRow: Int {
    isPackedBits ? (size.width + 7) / 8 : size.width * samples * (maximum > 255 ? 2 : 1)
  }

  /// Reads a header.
  ///
  /// - Parameter bytes: The file, or at least its header.
  package init?(_ bytes: RawSpan) {
    guard bytes.byteCount > 3, bytes[0] == UInt8(ascii: "P") else { return nil }
    let kind = bytes[1]
    var words = Words(2)
    isInverted = kind == UInt8(ascii: "1") || kind == UInt8(ascii: "4")
    isPackedBits = kind == UInt8(ascii: "4")
    isPlain = (UInt8(ascii: "1")...UInt8(ascii: "3")).contains(kind)
    maximum = 1
    samples = 1
    if kind == UInt8(ascii: "7") {
      guard let fields = words.fields(bytes), let width = fields["WIDTH"],
        let height = fields["HEIGHT"], let depth = fields["DEPTH"], let most = fields["MAXVAL"]
      else { return nil }
      size = PixelSize(width: width, height: height)
      samples = depth
      maximum = most
    } else {
      guard (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(kind),
        let width = words.number(bytes), let height = words.number(bytes)
      else { return nil }
      size = PixelSize(width: width, height: height)
      if kind == UInt8(ascii: "3") || kind == UInt8(ascii: "6") { samples = 3 }
      if !isInverted {
        guard let most = words.number(bytes) else { return nil }
        maximum = most
      }
      // One blank ends the header.
      words.offset += 1
    }
    length = words.offset
    guard (1...4).contains(samples), (1...65535).contains(maximum), size.width > 0, size.height > 0,
      length <= bytes.byteCount
    else { return nil }
  }

  /// Whether a byte separates words.
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  /// Reads the words of a header, or the numbers of plain samples; leaves comments out.
  package struct Words {
    /// Where the next word, or what is before it, begins.
    package var offset: Int

    /// Begins at an offset.
    package init(_ offset: Int) { self.offset = offset }

    /// The next number, at most nine digits; `nil` where something else stands.
    package mutating func number(_ bytes: RawSpan) -> Int? {
      skip(bytes)
      let start = offset
      var value = 0
      while offset < bytes.byteCount, (0x30...0x39).contains(bytes[offset]), offset - start < 9 {
        value = value * 10 + Int(bytes[offset] & 15)
        offset += 1
      }
      return offset > start ? value : nil
    }

    /// The next digit, with or without blanks around it.
    package mutating func digit(_ bytes: RawSpan) -> UInt8? {
      skip(bytes)
      guard offset < bytes.byteCount, (0x30...0x39).contains(bytes[offset]) else { return nil }
      defer { offset += 1 }
      return bytes[offset] & 15
    }

    private mutating func skip(_ bytes: RawSpan) {
      while offset < bytes.byteCount {
        if bytes[offset] == UInt8(ascii: "#") {
          while offset < bytes.byteCount, bytes[offset] != 10, bytes[offset] != 13 { offset += 1 }
        } else if NetpbmHeader.isBlank(bytes[offset]) {
          offset += 1
        } else {
          return
        }
      }
    }

    /// The lines of a PAM's header up to `ENDHDR`.
    fileprivate mutating func fields(_ bytes: RawSpan) -> [String: Int]? {
      var fields: [String: Int] = [:]
      while let name = word(bytes), fields.count < 16 {
        if name == "ENDHDR" {
          offset += 1
          return fields
        }
        if name == "TUPLTYPE" {
          _ = word(bytes)
        } else {
          guard let value = number(bytes) else { return nil }
          fields[name] = value
        }
      }
      return nil
    }

    private mutating func word(_ bytes: RawSpan) -> String? {
      skip(bytes)
      let start = offset
      while offset < bytes.byteCount, !NetpbmHeader.isBlank(bytes[offset]), offset - start < 32 {
        offset += 1
      }
      guard offset > start else { return nil }
      return String(decoding: (start..<offset).map { bytes[$0] }, as: UTF8.self)
    }
  }
}
