package import Imaging
import Recognition

/// Tesseract's table of pages, blocks, paragraphs, lines and words.
package enum TSV {
  /// The names of the columns, as `tesseract … tsv` prints them.
  package static let heading =
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"

  /// The rows of a page: levels 1 to 5.
  package static func rows(of page: PrintedPage, number: Int) -> String {
    let whole = PixelBox([.zero, SIMD2(Double(page.size.width), Double(page.size.height))])
    var rows = row(1, [number, 0, 0, 0, 0], whole)
    for (block, part) in page.blocks.enumerated() {
      rows += row(2, [number, block + 1, 0, 0, 0], part.box)
      for (paragraph, part) in part.paragraphs.enumerated() {
        rows += row(3, [number, block + 1, paragraph + 1, 0, 0], part.box)
        for (index, line) in part.lines.enumerated() {
          rows += self.rows(of: line, at: [number, block + 1, paragraph + 1, index + 1])
        }
      }
    }
    return rows
  }

  /// The row of a camera's line (level 4) and those of its words (level 5).
  package static func rows(for item: RecognizedItem, page: Int, size: PixelSize) -> String {
    let printed = PrintedPage(Page(number: page, size: size, lines: [item]))
    let place = item.position
    return printed.lines.map { line in
      rows(of: line, at: [page, place.block, place.paragraph, place.line])
    }.joined()
  }

  private static func rows(of line: PrintedPage.Line, at place: [Int]) -> String {
    var rows = row(4, place + [0], line.corners.box)
    for (index, word) in line.words.enumerated() {
      let confidence = percent(word.confidence)
      rows += row(5, place + [index + 1], word.corners.box, confidence, word.text)
    }
    return rows
  }

  private static func row(
    _ level: Int,
    _ place: [Int],
    _ box: PixelBox,
    _ confidence: String = "-1",
    _ text: String = ""
  ) -> String {
    let numbers = [level] + place + [box.left, box.top, box.width, box.height]
    return (numbers.map(String.init) + [confidence, text]).joined(separator: "\t") + "\n"
  }

  private static func percent(_ confidence: Double) -> String {
    let hundredths = Int((confidence * 10_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
