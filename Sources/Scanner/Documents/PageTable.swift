/// The cells of a page: words that stand in columns below each other, row by row.
///
/// Columns are found by the white space between them, so that ruled and unruled tables are read alike.
/// What is no table comes as rows of one cell.
package struct PageTable: Sendable, Equatable {
  /// The rows from top to bottom; all rows of one table have the same number of cells.
  package private(set) var rows: [[String]] = []

  /// A word on a page whose lines were turned level.
  private struct Piece {
    var text: String
    var left, right, middle, height: Double
  }

  /// Words that stand close to each other in a row.
  private struct Cell {
    var pieces: [Piece]
    var left: Double { pieces[0].left }
    var right: Double { pieces.map(\.right).max() ?? 0 }
    var text: String { pieces.map(\.text).joined(separator: " ") }
  }

  // In heights of the text: words of one cell are nearer than this.
  private static let cellGap = 1.1

  /// Finds the cells of a page.
  package init(_ page: PrintedPage) {
    let rows = Self.rows(of: page)
    var start = 0
    while start < rows.count {
      let end = Self.endOfTable(in: rows, from: start)
      if end > start {
        self.rows += Self.table(Array(rows[start..<end]))
        start = end
      } else {
        self.rows.append([rows[start].map(\.text).joined(separator: " ")])
        start += 1
      }
    }
  }

  /// The rows of a page, each with its cells from left to right.
  private static func rows(of page: PrintedPage) -> [[Cell]] {
    let slope = slope(of: page)
    let pieces = page.lines.flatMap(\.words).map { word in
      let all = word.corners.all
      let middle = (word.corners.topLeft + word.corners.bottomRight) / 2
      return Piece(
        text: word.text,
        left: all.map(\.x).min() ?? 0,
        right: all.map(\.x).max() ?? 0,
        middle: middle.y - slope * middle.x,
        height: max(((word.corners.topLeft - word.corners.bottomLeft).squared).squareRoot(), 1)
      )
    }
    let height = median(pieces.map(\.height))
    var rows: [[Piece]] = []
    for piece in pieces.sorted(by: { $0.middle < $1.middle }) {
      // Against the mean of the row, so that a row does not creep down to the next.
      if let row = rows.last, piece.middle - mean(row.map(\.middle)) < 0.5 * height {
        rows[rows.count - 1].append(piece)
      } else {
        rows.append([piece])
      }
    }
    return rows.map { cells(of: $0, gap: cellGap * height) }
  }

  private static func cells(of row: [Piece], gap: Double) -> [Cell] {
    var cells: [Cell] = []
    for piece in row.sorted(by: { $0.left < $1.left }) {
      if let cell = cells.last, piece.left - cell.right < gap {
        cells[cells.count - 1].pieces.append(piece)
      } else {
        cells.append(Cell(pieces: [piece]))
      }
    }
    return cells
  }

  /// Where a table that begins at a row ends: it has at least two rows of two cells or more, with no
  /// more than one row of a single cell between two of these.
  private static func endOfTable(in rows: [[Cell]], from start: Int) -> Int {
    guard rows[start].count > 1 else { return start }
    var (end, count) = (start, 0)
    for index in start..<rows.count where index <= end + 1 {
      guard rows[index].count > 1 else { continue }
      (end, count) = (index + 1, count + 1)
    }
    return count > 1 ? end : start
  }

  /// The rows of a table, each with a cell for every column.
  private static func table(_ rows: [[Cell]]) -> [[String]] {
    let columns = columns(of: rows)
    return rows.map { row in
      var cells = [String](repeating: "", count: columns.count)
      for cell in row {
        let number = columns.indices.max { first, second in
          overlap(columns[first], cell) < overlap(columns[second], cell)
        }
        guard let number else { continue }
        cells[number] += (cells[number].isEmpty ? "" : " ") + cell.text
      }
      return cells
    }
  }

  /// The columns: what white space separates in nearly all rows that have several cells.
  private static func columns(of rows: [[Cell]]) -> [ClosedRange<Double>] {
    let several = rows.filter { $0.count > 1 }
    let cells = several.flatMap(\.self)
    let few = several.count / 7
    // Cells begin and end; where no more than a few are open, a column ends.
    let edges = (cells.map { ($0.left, 1) } + cells.map { ($0.right, -1) }).sorted { $0 < $1 }
    var columns: [ClosedRange<Double>] = []
    var (open, start) = (0, Double?.none)
    for (x, step) in edges {
      open += step
      if open > few, start == nil { start = x }
      if open <= few, let from = start {
        columns.append(from...x)
        start = nil
      }
    }
    return columns.isEmpty ? [0...0] : columns
  }

  /// How much a cell lies in a column; less than nothing beside it.
  private static func overlap(_ column: ClosedRange<Double>, _ cell: Cell) -> Double {
    min(column.upperBound, cell.right) - max(column.lowerBound, cell.left)
  }

  /// How much the page's lines fall to the right.
  private static func slope(of page: PrintedPage) -> Double {
    let sum = page.lines.map(\.corners.along).reduce(SIMD2<Double>.zero, +)
    return abs(sum.x) > abs(sum.y) ? sum.y / sum.x : 0
  }

  private static func mean(_ numbers: [Double]) -> Double {
    numbers.reduce(0, +) / Double(max(numbers.count, 1))
  }

  private static func median(_ numbers: [Double]) -> Double {
    numbers.isEmpty ? 1 : numbers.sorted()[numbers.count / 2]
  }
}

extension SIMD2<Double> {
  fileprivate var squared: Double { (self * self).sum() }
}

extension PageTable {
  /// How cells are written.
  package enum Format: String, CaseIterable, Sendable {
    /// Separated by commas (RFC 4180), with line feeds.
    case csv

    /// Separated by tabs.
    case tsv
  }

  /// The rows as text, each with a line's end.
  package func text(_ format: Format) -> String {
    rows.map { row in
      switch format {
      case .csv: row.map(Self.quoted).joined(separator: ",") + "\n"
      // Words hold no tabs: control characters are escaped in them.
      case .tsv: row.joined(separator: "\t") + "\n"
      }
    }.joined()
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return cell }
    return "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
