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
    let boxes = lines.map { Box($0.item.bounds) }
    for (index, observation) in observations.enumerated() {
      let box = Box(observation.bounds)
      for line in lines.indices where box.isNear(boxes[line]) {
        let overlap = box.overlap(boxes[line])
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
}

extension Box {
  /// Whether another box overlaps this one or lies within half a line's height of it.
  fileprivate func isNear(_ other: Box) -> Bool {
    let reach = max(bottom - top, other.bottom - other.top) / 2
    return left - reach < other.right && other.left < right + reach
      && top - reach < other.bottom && other.top < bottom + reach
  }
}

extension String {
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
