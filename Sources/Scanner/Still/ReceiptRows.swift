import Imaging
import Recognition

/// Puts the lines of a receipt together: what it is for at the left and the sum at the right are one line,
/// however wide the gap between them, and whatever blocks the engine saw.
///
/// Elsewhere side by side may mean columns, so only what looks like a receipt is touched: a narrow page with
/// several sums below each other at its right.
struct ReceiptRows: Sendable {
  /// A line's place on a page whose lines were turned level, in pixels.
  private struct Piece {
    var line: RecognizedTextObservation
    var left, right, middle, height: Double
  }

  // In heights of the text: a receipt's printer has some 50 characters a line.
  private static let widest = 45.0

  // How far a piece may be off its row, as a fraction of its height.
  private static let tolerance = 0.5

  /// A receipt's lines, each with all that stands in its row; other pages' lines as they are.
  ///
  /// - Parameters:
  ///   - lines: The lines in reading order.
  ///   - size: The picture's size.
  /// - Returns: The lines in reading order.
  static func lines(
    _ lines: [RecognizedTextObservation],
    in size: PixelSize
  ) -> [RecognizedTextObservation] {
    let rows = rows(of: lines, in: size)
    guard isReceipt(rows) else { return lines }
    return rows.enumerated().map { number, row in
      joined(row.map(\.line), at: TextPosition(block: 1, paragraph: 1, line: number + 1))
    }
  }

  private static func rows(
    of lines: [RecognizedTextObservation],
    in size: PixelSize
  ) -> [[Piece]] {
    let corners = lines.map { PixelCorners($0.bounds, in: size) }
    let sum = corners.map(\.along).reduce(SIMD2<Double>.zero, +)
    // What does not run across the picture is left alone.
    guard sum.x > 2 * abs(sum.y) else { return [] }
    let slope = sum.y / sum.x
    let pieces = zip(lines, corners).map { line, corners in
      let middle = (corners.topLeft + corners.bottomRight) / 2
      let up = corners.bottomLeft - corners.topLeft
      return Piece(
        line: line,
        left: corners.bottomLeft.x,
        right: corners.bottomRight.x,
        middle: middle.y - slope * middle.x,
        height: max((up * up).sum().squareRoot(), 1)
      )
    }
    var rows: [[Piece]] = []
    for piece in pieces.sorted(by: { $0.middle < $1.middle }) {
      if let row = rows.last, row.allSatisfy({ stands(piece, beside: $0) }) {
        rows[rows.count - 1].append(piece)
      } else {
        rows.append([piece])
      }
    }
    return rows.map { row in row.sorted { $0.left < $1.left } }
  }

  private static func stands(_ piece: Piece, beside other: Piece) -> Bool {
    let height = min(piece.height, other.height)
    let gap = max(piece.left, other.left) - min(piece.right, other.right)
    return abs(piece.middle - other.middle) < tolerance * height && gap > -0.3 * height
  }

  /// Whether sums stand below each other at the right of a narrow page.
  private static func isReceipt(_ rows: [[Piece]]) -> Bool {
    let pieces = rows.flatMap(\.self)
    let heights = pieces.map(\.height).sorted()
    guard rows.count >= 6, let left = pieces.map(\.left).min(),
      let right = pieces.map(\.right).max()
    else { return false }
    let height = heights[heights.count / 2]
    guard right - left < widest * height else { return false }
    let ends = rows.compactMap(\.last).filter { endsWithSum($0.line.transcript) }.map(\.right)
      .sorted()
    guard ends.count >= max(3, rows.count / 6) else { return false }
    let edge = ends[ends.count / 2]
    let aligned = ends.count { abs($0 - edge) < 3 * height }
    return aligned * 2 >= ends.count && edge > (left + right) / 2
  }

  /// Whether a text ends with an amount such as `1,234.50`, before a letter or two for a tax or a currency.
  static func endsWithSum(_ text: String) -> Bool {
    var words = text.split(separator: " ")
    if let last = words.last, last.count <= 3, !last.contains(where: \.isNumber) {
      words.removeLast()
    }
    guard let sum = words.last, let point = sum.lastIndex(where: { $0 == "." || $0 == "," }) else {
      return false
    }
    let cents = sum[sum.index(after: point)...].filter { !"-)€$£*".contains($0) }
    return cents.count == 2 && cents.allSatisfy(\.isNumber) && sum[..<point].last?.isNumber == true
  }

  private static func joined(
    _ row: [RecognizedTextObservation],
    at position: TextPosition
  ) -> RecognizedTextObservation {
    var line = row[0]
    line.position = position
    guard let last = row.last, row.count > 1 else { return line }
    let length = row.map(\.transcript.count).reduce(0, +)
    let sureness = row.map { $0.confidence * Double($0.transcript.count) }.reduce(0, +)
    line.candidates = [
      RecognizedText(
        string: row.map(\.transcript).joined(separator: " "),
        confidence: sureness / Double(max(length, 1))
      )
    ]
    line.words = row.flatMap(\.words)
    line.bounds.topRight = last.bounds.topRight
    line.bounds.bottomRight = last.bounds.bottomRight
    return line
  }
}
