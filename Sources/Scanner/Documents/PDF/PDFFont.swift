/// A font of empty glyphs: text set in it can be found and copied, and is never seen.
enum PDFFont {
  /// What the document calls it.
  static let name = "LecternInvisible"

  /// The width of every glyph, in thousandths of the size.
  static let width = 500

  /// The table that gives all 65,536 codes the one empty glyph: two zeros each, as runs of 128.
  static let glyphMap: [UInt8] = (0..<1024).flatMap { _ in [129, 0] as [UInt8] } + [128]

  /// The font in TrueType, with the tables a PDF needs (ISO 32000-1, 9.9) and one empty glyph.
  static let file: [UInt8] = {
    let head: [UInt16] = [
      1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5,  // versions, the file's checksum, the magic number
      0, 1000, 0, 0, 0, 0, 0, 0, 0, 0,  // flags, units a size, made, changed
      0, 0, UInt16(width), 1000, 0, 8, 2, 0, 0,  // box, style, smallest size, direction, formats
    ]
    let hhea: [UInt16] =
      [1, 0, 1000, 0xFFFF, 0, UInt16(width)] + .init(repeating: 0, count: 11) + [1]
    let maxp: [UInt16] = [1, 0, 1] + .init(repeating: 0, count: 13)
    return assemble([
      ("glyf", [0, 0]), ("head", head), ("hhea", hhea), ("hmtx", [UInt16(width), 0]),
      ("loca", [0, 0]), ("maxp", maxp),
    ])
  }()

  private static func assemble(_ tables: [(tag: String, words: [UInt16])]) -> [UInt8] {
    // Six tables: the largest power of two among them is four.
    var directory: [UInt8] = bytes([1, 0, UInt16(tables.count), 64, 2, 32])
    var body: [UInt8] = []
    var head = 0
    for (tag, words) in tables {
      let data = bytes(words)
      let offset = 12 + 16 * tables.count + body.count
      if tag == "head" { head = offset }
      directory += Array(tag.utf8)
      for number in [checksum(data), UInt32(offset), UInt32(data.count)] {
        directory += bytes([UInt16(number >> 16), UInt16(number & 0xFFFF)])
      }
      body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    var file = directory + body
    let adjustment = 0xB1B0_AFBA &- checksum(file)
    file.replaceSubrange(
      head + 8..<head + 12,
      with: bytes([UInt16(adjustment >> 16), UInt16(adjustment & 0xFFFF)])
    )
    return file
  }

  private static func bytes(_ words: [UInt16]) -> [UInt8] {
    words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private static func checksum(_ data: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for (index, byte) in data.enumerated() { sum &+= UInt32(byte) << UInt32(24 - 8 * (index % 4)) }
    return sum
  }
}

/// The codes that text has in a document: UTF-16, but one code for a character beyond its first plane.
struct PDFCodes: Sendable {
  /// The codes that UTF-16 keeps for halves of characters, free here.
  private static let free: ClosedRange<UInt16> = 0xD800...0xDFFF

  private var given: [Unicode.Scalar: UInt16] = [:]

  /// The codes for a text; a character for which none is left becomes U+FFFD.
  mutating func codes(for text: String) -> [UInt16] {
    text.unicodeScalars.map { scalar in
      if let code = UInt16(exactly: scalar.value) { return code }
      if let code = given[scalar] { return code }
      guard given.count < Self.free.count else { return 0xFFFD }
      let code = Self.free.lowerBound + UInt16(given.count)
      given[scalar] = code
      return code
    }
  }

  /// The table that says what the codes mean (Adobe Technical Note 5411).
  var unicodeMap: [UInt8] {
    var map = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """
    // A range may not cross a first byte, and a block has at most 100 entries.
    let ranges = (UInt16(0)...0xFF).filter { !(0xD8...0xDF).contains($0) }.map { byte in
      let first = PDFText.hex(byte << 8, digits: 4)
      return "<\(first)> <\(PDFText.hex(byte << 8 | 0xFF, digits: 4))> <\(first)>"
    }
    map += blocks(of: ranges, "bfrange")
    let characters = given.sorted { $0.value < $1.value }.map { scalar, code in
      "<\(PDFText.hex(code, digits: 4))> <\(PDFText.hex(String(Character(scalar))))>"
    }
    map += blocks(of: characters, "bfchar")
    map += """
      endcmap
      CMapName currentdict /CMap defineresource pop
      end
      end
      """
    return Array(map.utf8)
  }

  private func blocks(of entries: [String], _ name: String) -> String {
    stride(from: 0, to: entries.count, by: 100).map { start in
      let block = entries[start..<min(start + 100, entries.count)]
      return "\(block.count) begin\(name)\n\(block.joined(separator: "\n"))\nend\(name)\n"
    }.joined()
  }
}
