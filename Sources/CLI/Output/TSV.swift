import Imaging
import Recognition
import Scanner

/// Tesseract's table of lines and words.
enum TSV {
  /// The names of the columns, as `tesseract … tsv` prints them.
  static let heading =
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"

  /// The row of a line (level 4) and those of its words (level 5).
  static func rows(for item: RecognizedItem, page: Int, size: PixelSize) -> String {
    let place = item.position
    let line = [place.block, place.paragraph, place.line]
    var rows = row(level: 4, page, line, word: 0, item.bounds, size, confidence: "-1", text: "")
    if item.kind == .code {
      let conf = percent(item.confidence)
      let text = item.text
      rows += row(level: 5, page, line, word: 1, item.bounds, size, confidence: conf, text: text)
    }
    for (index, word) in item.words.enumerated() {
      rows += row(
        level: 5,
        page,
        line,
        word: index + 1,
        word.bounds,
        size,
        confidence: percent(word.confidence),
        text: word.text
      )
    }
    return rows
  }

  private static func row(
    level: Int,
    _ page: Int,
    _ line: [Int],
    word: Int,
    _ bounds: Quadrilateral,
    _ size: PixelSize,
    confidence: String,
    text: String
  ) -> String {
    let xs = bounds.corners.map { Int(($0.x * Double(size.width)).rounded()) }
    let ys = bounds.corners.map { Int(($0.y * Double(size.height)).rounded()) }
    let left = xs.min() ?? 0
    let top = ys.min() ?? 0
    let box = [left, top, (xs.max() ?? 0) - left, (ys.max() ?? 0) - top]
    let numbers = ([level, page] + line + [word] + box).map(String.init)
    return (numbers + [confidence, text]).joined(separator: "\t") + "\n"
  }

  private static func percent(_ confidence: Double) -> String {
    let hundredths = Int((confidence * 10_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
