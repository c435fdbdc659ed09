import Imaging
import Recognition

/// Tells which lines of a reading are which lines in view: by place and text together, never by text
/// alone.
enum LineMatching {
  /// From which share of the larger box that both cover on two lines are one whatever they say.
  private static let samePlace = 0.4

  /// How alike texts must be for two lines that cover each other less, or lie close.
  private static let sameText = 0.7

  /// For each reading, by its index, the line in view it is of.
  static func match(
    _ observations: [RecognizedTextObservation],
    with lines: [TrackedLine]
  ) -> [Int: Int] {
    var candidates: [(observation: Int, line: Int, score: Double)] = []
    let rows = lines.map { Row($0.item.bounds) }
    for (index, observation) in observations.enumerated() {
      for line in lines.indices {
        let box = rows[line].box(of: observation.bounds)
        guard box.isNear(rows[line].box) else { continue }
        let overlap = box.overlap(rows[line].box)
        let likeness = observation.transcript.likeness(to: lines[line].item.text)
        guard overlap >= samePlace || likeness >= sameText else { continue }
        candidates.append((index, line, overlap + likeness))
      }
    }
    var pairs: [Int: Int] = [:]
    var taken = Set<Int>()
    for candidate in candidates.sorted(by: { $0.score > $1.score }) {
      guard pairs[candidate.observation] == nil, !taken.contains(candidate.line) else { continue }
      pairs[candidate.observation] = candidate.line
      taken.insert(candidate.line)
    }
    return pairs
  }

  /// For each reading that is of a part of a line in view, by its index, that line.
  ///
  /// An engine that finds a line once whole and once in pieces must not make a line of each piece, nor
  /// of the line a piece.
  static func parts(
    _ observations: [RecognizedTextObservation],
    of lines: [TrackedLine]
  ) -> [Int: Int] {
    let rows = lines.map { Row($0.item.bounds) }
    var parts: [Int: Int] = [:]
    for (index, observation) in observations.enumerated() {
      parts[index] = rows.indices.first { line in
        let box = rows[line].box(of: observation.bounds)
        return box.isMostly(in: rows[line].box) && box.width < 0.75 * rows[line].box.width
          && observation.transcript.isAbout(partOf: lines[line].item.text)
      }
    }
    return parts
  }

  /// The lines in view of which a reading that is of another line says all.
  ///
  /// Two pieces of a line were taken for two lines until one reading found the whole.
  static func swallowed(
    by observations: [RecognizedTextObservation],
    _ lines: [TrackedLine],
    besides pairs: [Int: Int]
  ) -> Set<Int> {
    let taken = Set(pairs.values)
    let rows = pairs.keys.map { Row(observations[$0].bounds) }
    return Set(
      lines.indices.filter { line in
        !taken.contains(line)
          && rows.contains { $0.box(of: lines[line].item.bounds).isMostly(in: $0.box) }
      }
    )
  }
}

/// A line's row, along which others are compared with it: what is tilted alike lies level there.
private struct Row {
  private let slope: Double

  /// The line's box along the row.
  let box: Box

  init(_ shape: Quadrilateral) {
    let width = shape.topRight.x - shape.topLeft.x
    // A line that stands upright has no row in this sense.
    slope = abs(width) > 0.01 ? (shape.topRight.y - shape.topLeft.y) / width : 0
    box = Box(Self.level(shape, slope))
  }

  /// Another line's box along this row.
  func box(of shape: Quadrilateral) -> Box { Box(Self.level(shape, slope)) }

  private static func level(_ shape: Quadrilateral, _ slope: Double) -> Quadrilateral {
    shape.map { NormalizedPoint(x: $0.x, y: $0.y - slope * $0.x) }
  }
}

extension Box {
  /// Whether more than seven tenths of the box lie in another.
  fileprivate func isMostly(in other: Box) -> Bool {
    let width = min(right, other.right) - max(left, other.left)
    let height = min(bottom, other.bottom) - max(top, other.top)
    guard width > 0, height > 0 else { return false }
    return width * height > 0.7 * (right - left) * (bottom - top)
  }

  /// Whether another box overlaps this one or lies within half a line's height of it.
  fileprivate func isNear(_ other: Box) -> Bool {
    let reach = max(bottom - top, other.bottom - other.top) / 2
    return left - reach < other.right && other.left < right + reach
      && top - reach < other.bottom && other.top < bottom + reach
  }
}

extension String {
  /// Whether the text is, give or take four characters of ten, a part of another.
  func isAbout(partOf other: String) -> Bool {
    let (piece, whole) = (Array(self), Array(other))
    guard piece.count < whole.count else { return false }
    // Where the part begins and ends costs nothing.
    var row = [Int](repeating: 0, count: whole.count + 1)
    for (index, character) in piece.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in whole.indices {
        let replaced = diagonal + (whole[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return Double(row.min() ?? 0) <= 0.4 * Double(piece.count)
  }

  /// How alike two texts are: 1 less their edit distance over the longer one's length.
  func likeness(to other: String) -> Double {
    guard self != other else { return 1 }
    let (first, second) = (Array(self), Array(other))
    let longer = max(first.count, second.count)
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in second.indices {
        let replaced = diagonal + (second[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return 1 - Double(row[second.count]) / Double(longer)
  }
}
