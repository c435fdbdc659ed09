import Imaging
import Recognition
import Testing

@testable import Scanner

@Suite struct ReceiptRowsTests {
  /// Lines that are cut where two blanks or more stand, each piece a line in a block of its own, as an
  /// engine sees columns: the left ones first.
  private func texts(_ rows: [String], slope: Double = 0) -> [String] {
    var lines: [RecognizedTextObservation] = []
    for (row, text) in rows.enumerated() {
      var start = 0
      for part in text.split(separator: "  ", omittingEmptySubsequences: false) {
        defer { start += part.count + 2 }
        let words = part.drop { $0 == " " }
        guard !words.isEmpty else { continue }
        lines.append(line(String(words), row: row, at: start + part.count - words.count, slope))
      }
    }
    let ordered = lines.sorted {
      ($0.bounds.topLeft.x, $0.bounds.topLeft.y) < ($1.bounds.topLeft.x, $1.bounds.topLeft.y)
    }
    return ReceiptRows.lines(ordered, in: DrawnPages.size).map(\.transcript)
  }

  /// A line of 20 pixels a character and 40 high.
  private func line(
    _ text: String,
    row: Int,
    at column: Int,
    _ slope: Double
  ) -> RecognizedTextObservation {
    func point(_ x: Double, _ y: Double) -> NormalizedPoint {
      NormalizedPoint(
        x: (50 + x) / Double(DrawnPages.size.width),
        y: (50 + 60 * Double(row) + y + slope * x) / Double(DrawnPages.size.height)
      )
    }
    let (left, right) = (20 * Double(column), 20 * Double(column + text.count))
    return RecognizedTextObservation(
      candidates: [RecognizedText(string: text, confidence: 0.9)],
      bounds: Quadrilateral(
        topLeft: point(left, 0),
        topRight: point(right, 0),
        bottomRight: point(right, 40),
        bottomLeft: point(left, 40)
      ),
      words: [],
      position: TextPosition(block: column + 1, paragraph: 1, line: row + 1),
      direction: .leftToRight,
      language: nil,
      engine: RecognitionEngine(name: "test", version: "1", models: [])
    )
  }

  private static let receipt = [
    "    Corner Shop", "Apples  3      3.60", "Pears             12.00 SR", "Bread          2.40",
    "Subtotal              18.00", "Tax               1.08", "TOTAL             19.08", "Thank you",
  ]

  @Test(arguments: [0, 0.1]) func `a receipt's sums stand with what they are for`(slope: Double) {
    #expect(
      texts(Self.receipt, slope: slope) == [
        "Corner Shop", "Apples 3 3.60", "Pears 12.00 SR", "Bread 2.40", "Subtotal 18.00",
        "Tax 1.08",
        "TOTAL 19.08", "Thank you",
      ]
    )
  }

  @Test func `columns of a page without sums stay columns`() {
    let rows = (0..<8).map { "left column \($0)      right column \($0)" }
    let texts = texts(rows)
    #expect(texts.count == 16)
    #expect(texts.prefix(8).allSatisfy { $0.hasPrefix("left") })
  }

  @Test(arguments: [
    ("TOTAL 19.08", true), ("RM 1,234.50", true), ("12,00 €", true), ("5.00 SR", true),
    ("3.60-", true),
    ("28.04.2018", false), ("Version 2.0", false), ("No. 12", false), ("", false),
    ("at 10:30", false),
  ])
  func `a sum has cents`(text: String, isSum: Bool) {
    #expect(ReceiptRows.endsWithSum(text) == isSum)
  }
}
