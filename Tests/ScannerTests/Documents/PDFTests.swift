import Foundation
import Imaging
import TestSupport
import Testing

@testable import Scanner

/// PDFs as poppler reads them.
@Suite(.enabled(if: Tool.pdftotext.isThere, "skipped: no poppler-utils")) struct PDFTests {
  private static func pdf(_ pages: [Page]) -> [UInt8] {
    var writer = PDFDocument(program: ProgramName(name: "lectern", version: "1"))
    return pages.flatMap { writer.write($0, from: "a.jpg") } + writer.end()
  }

  /// What pdftotext finds, and that it finds nothing to complain about.
  private static func text(of pages: [Page], _ option: String = "-raw") throws -> String {
    try withTemporaryFile(pdf(pages)) { path in
      let run = try Tool.pdftotext.run(option, path, "-")
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      return run.output
    }
  }

  private static func image(_ name: String) throws -> (PageImage, StillImage) {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: Tool.fixture(name))))
    let still = try StillDecoder().decode(bytes, named: name)
    return (PageImage(file: bytes, still: still), still)
  }

  @Test(arguments: [0, 0.05, -0.17, 0.3]) func `words are found where they stand`(
    slope: Double
  ) throws {
    let page = DrawnPages.page(["Alpha beta gamma"], slope: slope)
    let found = try Self.text(of: [page], "-bbox")
    // The page is as wide as A4 is high, its pixels 0.842 points.
    let scale = 842.0 / Double(DrawnPages.size.width)
    for (word, range) in [("Alpha", 0..<5), ("beta", 6..<10), ("gamma", 11..<16)] {
      let line = try #require(found.split(separator: "\n").first { $0.contains(">\(word)<") })
      let numbers = line.split(separator: "\"").compactMap { Double($0) }
      try #require(numbers.count == 4)
      let (left, right) = (50 + 20 * Double(range.lowerBound), 50 + 20 * Double(range.upperBound))
      #expect(abs(numbers[0] - left * scale) < 15 && abs(numbers[2] - right * scale) < 15)
      let middle = (100 + 20 + slope * (left + right - 100) / 2) * scale
      #expect(numbers[1] < middle && middle < numbers[3], "\(word): \(numbers)")
    }
  }

  @Test func `text comes out as it went in, whatever the script`() throws {
    let texts = [
      "Größe 5 € – “quoted”", "Ελληνικά", "Русский текст", "日本語の文字", "𝒜𝓁𝓅𝒽𝒶 😀", "ﬁn Ǆ",
    ]
    let found = try Self.text(of: [DrawnPages.page(texts)]).split(whereSeparator: \.isNewline)
    // Line by line: what poppler makes of ligatures and blanks between ideographs is its own.
    #expect(found.prefix(3).map(String.init) == Array(texts.prefix(3)))
    #expect(found.contains { $0.contains("😀") && $0.contains("𝒜") })
    #expect(found.contains { $0.contains("日本語の文字") })
  }

  @Test func `text that runs to the left is found in its own order`() throws {
    let found = try Self.text(of: [DrawnPages.page(["שלום"])])
    #expect(found.contains("שלום"))
  }

  @Test func `many pages come in order, those without text too`() throws {
    let pages = [DrawnPages.page(["first"]), DrawnPages.page([]), DrawnPages.page(["third"])]
    let found = try Self.text(of: pages).components(separatedBy: "\u{0C}")
    #expect(
      found.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } == [
        "first", "", "third", "",
      ]
    )
  }

  @Test func `a JPEG is in the document byte for byte`() throws {
    let (picture, still) = try Self.image("kind-420.jpg")
    let page = Page(number: 1, size: still.image.size, lines: [], picture: picture)
    let file = try Data(contentsOf: URL(filePath: Tool.fixture("kind-420.jpg")))
    #expect(Data(Self.pdf([page])).range(of: file) != nil)
  }

  @Test(
    .enabled(if: Tool.pdftoppm.isThere),
    arguments: [
      "orientation-1.jpg", "orientation-2.jpg", "orientation-3.jpg", "orientation-4.jpg",
      "orientation-5.jpg", "orientation-6.jpg", "orientation-7.jpg", "orientation-8.jpg",
      "kind-gray.jpg", "kind-cmyk-adobe.jpg", "kind-progressive.jpg", "white.png",
      "code-binary.png",
      "codes-page.png",
    ]
  )
  func `a page shows the picture as it was read`(name: String) throws {
    let (picture, still) = try Self.image(name)
    let page = Page(number: 1, size: still.image.size, lines: [], picture: picture)
    let shown = try withTemporaryFile(Self.pdf([page])) { path in
      let run = try Tool.pdftoppm.run(
        "-gray",
        "-scale-to-x",
        "\(still.image.width)",
        "-scale-to-y",
        "\(still.image.height)",
        path,
        path
      )
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      defer { try? FileManager.default.removeItem(atPath: "\(path)-1.pgm") }
      return try LumaImage(pgm: "\(path)-1.pgm")
    }
    try #require(shown.size == still.image.size)
    let differences = zip(shown.pixels, still.image.pixels).map { abs(Int($0) - Int($1)) }
    // Edges may be off by part of a pixel; a picture that is turned or inverted is not near.
    #expect(differences.reduce(0, +) < 25 * differences.count, "\(name)")
  }
}
