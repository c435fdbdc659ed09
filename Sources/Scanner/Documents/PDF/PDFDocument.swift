import Imaging

/// Pages as a PDF that can be searched: each picture as it is, with its text in place and invisible.
package struct PDFDocument: PageWriter {
  /// The numbers of the objects that a document has once.
  private enum Object: Int {
    case catalog = 1
    case pages, font, descendant, descriptor, fontFile, glyphMap, unicodeMap, information
  }

  private static let firstFree = 10

  private let program: ProgramName
  /// Where each object begins, by its number; 0 for one that is not written yet.
  private var offsets = [Int](repeating: 0, count: firstFree)
  private var length = 0
  private var pages: [Int] = []
  private var codes = PDFCodes()

  /// Makes a writer of one document.
  package init(program: ProgramName) {
    self.program = program
  }

  package mutating func write(_ page: Page, from path: String) -> [UInt8] {
    var bytes = pages.isEmpty ? heading() : []
    let size = PDFPageSize(page)
    let number = offsets.count
    pages.append(number)
    offsets += [0, 0, 0]
    let resources =
      "/Font << /F \(Object.font.rawValue) 0 R >>"
      + (page.picture == nil ? "" : " /XObject << /P \(number + 2) 0 R >>")
    bytes += object(
      number,
      """
      << /Type /Page /Parent \(Object.pages.rawValue) 0 R \
      /MediaBox [0 0 \(size.width.decimal(2)) \(size.height.decimal(2))] \
      /Contents \(number + 1) 0 R /Resources << \(resources) >> >>
      """,
      at: bytes.count
    )
    var content = page.picture.map { size.placement(of: $0) } ?? ""
    content += PDFTextLayer(scale: size.scale, height: size.height)
      .content(of: PrintedPage(page), codes: &codes)
    bytes += stream(number + 1, "", Array(content.utf8), at: bytes.count)
    if let picture = page.picture {
      bytes += stream(number + 2, picture.dictionary, picture.bytes, at: bytes.count)
    } else {
      bytes += object(number + 2, "null", at: bytes.count)
    }
    length += bytes.count
    return bytes
  }

  package mutating func end() -> [UInt8] {
    guard !pages.isEmpty else { return [] }
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    var bytes: [UInt8] = []
    bytes += object(
      Object.pages.rawValue,
      "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>",
      at: bytes.count
    )
    bytes += stream(Object.unicodeMap.rawValue, "", codes.unicodeMap, at: bytes.count)
    let start = length + bytes.count
    let entries = offsets.dropFirst().map { offset in
      String(repeating: "0", count: max(10 - String(offset).count, 0)) + "\(offset) 00000 n \n"
    }
    bytes += Array(
      """
      xref
      0 \(offsets.count)
      0000000000 65535 f \n\(entries.joined())trailer
      << /Size \(offsets.count) /Root \(Object.catalog.rawValue) 0 R \
      /Info \(Object.information.rawValue) 0 R >>
      startxref
      \(start)
      %%EOF

      """.utf8
    )
    return bytes
  }

  /// The beginning, with all that does not depend on the pages.
  private mutating func heading() -> [UInt8] {
    // Bytes beyond ASCII in the second line tell programs that copy files that this is no text.
    var bytes: [UInt8] = Array("%PDF-1.5\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    let name = PDFText.hex("\(program.name) \(program.version)")
    for (object, text) in [
      (Object.catalog, "<< /Type /Catalog /Pages \(Object.pages.rawValue) 0 R >>"),
      (.information, "<< /Producer <FEFF\(name)> >>"),
      (
        .font,
        """
        << /Type /Font /Subtype /Type0 /BaseFont /\(PDFFont.name) /Encoding /Identity-H \
        /DescendantFonts [\(Object.descendant.rawValue) 0 R] \
        /ToUnicode \(Object.unicodeMap.rawValue) 0 R >>
        """
      ),
      (
        .descendant,
        """
        << /Type /Font /Subtype /CIDFontType2 /BaseFont /\(PDFFont.name) \
        /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> \
        /FontDescriptor \(Object.descriptor.rawValue) 0 R /DW \(PDFFont.width) \
        /CIDToGIDMap \(Object.glyphMap.rawValue) 0 R >>
        """
      ),
      (
        .descriptor,
        """
        << /Type /FontDescriptor /FontName /\(PDFFont.name) /Flags 5 /ItalicAngle 0 /StemV 80 \
        /FontBBox [0 0 \(PDFFont.width) 1000] /Ascent 1000 /CapHeight 1000 /Descent -1 \
        /FontFile2 \(Object.fontFile.rawValue) 0 R >>
        """
      ),
    ] {
      bytes += self.object(object.rawValue, text, at: bytes.count)
    }
    let font = PDFFont.file
    bytes += stream(
      Object.fontFile.rawValue,
      "/Length1 \(font.count)",
      font,
      at: bytes.count
    )
    bytes += stream(
      Object.glyphMap.rawValue,
      "/Filter /RunLengthDecode",
      PDFFont.glyphMap,
      at: bytes.count
    )
    return bytes
  }

  private mutating func object(_ number: Int, _ text: String, at offset: Int) -> [UInt8] {
    offsets[number] = length + offset
    return Array("\(number) 0 obj\n\(text)\nendobj\n".utf8)
  }

  private mutating func stream(
    _ number: Int,
    _ entries: String,
    _ data: [UInt8],
    at offset: Int
  ) -> [UInt8] {
    offsets[number] = length + offset
    return Array("\(number) 0 obj\n<< \(entries) /Length \(data.count) >>\nstream\n".utf8)
      + data + Array("\nendstream\nendobj\n".utf8)
  }
}
