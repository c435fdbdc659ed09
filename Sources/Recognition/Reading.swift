import Imaging

/// What one pass over a picture found, to be compared with another's.
struct Reading {
  let lines: [EngineLine]

  /// Where the lines' pixels lie in the picture.
  let origin: Homography

  /// Judges what was read.
  ///
  /// - Parameters:
  ///   - lines: The lines, in pixels of the view that was read.
  ///   - origin: Where these lie in the picture.
  init(_ lines: [EngineLine], origin: Homography) {
    self.lines = lines
    self.origin = origin
    let words = lines.flatMap(\.words)
    amount = words.reduce(0) { $0 + $1.amount }
    let characters = words.reduce(0) { $0 + $1.text.count }
    let sum = words.reduce(0.0) { $0 + Double($1.text.count) * $1.confidence }
    meanConfidence = characters == 0 ? 0 : sum / Double(characters)
  }

  /// How much was read: letters weighed by confidence, unsure ones (under 0.63) against it.
  let amount: Double

  /// The confidence of an average character.
  let meanConfidence: Double

  /// Whether lines were torn into pieces that now stand in different blocks.
  ///
  /// Under uneven light or perspective, layout analysis takes words for columns; their order is lost
  /// then though every word is read. Columns have a gutter between them, such pieces do not.
  var isTorn: Bool {
    let torn = neighbours { first, second in first.box.continues(second.box) }
    return torn >= 2 && torn * 10 >= lines.count
  }

  /// Whether there are columns of running text side by side, as in a newspaper.
  ///
  /// The cells of a table are no such columns: they are short.
  var hasColumns: Bool {
    let pairs = neighbours { first, second in
      first.box.sharesRow(with: second.box) && !first.box.continues(second.box)
        && min(first.words, second.words) >= 4
    }
    return pairs >= 3 && pairs * 5 >= lines.count
  }

  /// Whether lines read as one have a gap in the same place, with running text on both sides.
  var hasGutter: Bool {
    var gaps: [Int] = []
    for line in lines {
      for (index, word) in line.words.enumerated().dropFirst(3) {
        let gap = word.box.left - line.words[index - 1].box.right
        guard gap > 3 * line.box.height / 2, line.words.count - index >= 3 else { continue }
        gaps.append(word.box.left - gap / 2)
        break
      }
    }
    guard gaps.count >= 4, 2 * gaps.count > lines.count, let height = lines.first?.box.height else {
      return false
    }
    gaps.sort()
    let middle = gaps[gaps.count / 2]
    return 3 * gaps.count(where: { abs($0 - middle) < 3 * height }) > 2 * gaps.count
  }

  private typealias Piece = (block: Int, words: Int, box: EngineBox)

  /// How many pairs of lines of different blocks, one beside the other, have a property.
  private func neighbours(where matches: (Piece, Piece) -> Bool) -> Int {
    var block = 0
    var pieces: [Piece] = []
    for line in lines {
      if line.startsBlock { block += 1 }
      if !line.words.isEmpty { pieces.append((block, line.words.count, line.box)) }
    }
    pieces.sort { $0.box.top < $1.box.top }
    var count = 0
    for (index, piece) in pieces.enumerated() {
      for other in pieces[(index + 1)...] {
        guard other.box.top < piece.box.bottom else { break }
        if other.block != piece.block, matches(piece, other) { count += 1 }
      }
    }
    return count
  }
}

extension EngineWord {
  /// How much was read, see ``Reading/amount``.
  var amount: Double { Double(letterCount) * (confidence * confidence - 0.4) }
}

extension EngineBox {
  /// Whether another box stands in the same row and is about as high.
  fileprivate func sharesRow(with other: EngineBox) -> Bool {
    let overlap = min(bottom, other.bottom) - max(top, other.top)
    let (low, high) = (min(height, other.height), max(height, other.height))
    return 10 * overlap >= 6 * low && low * 2 >= high
  }

  /// Whether another box goes on in the same row, as near as a word.
  fileprivate func continues(_ other: EngineBox) -> Bool {
    let gap = max(left, other.left) - min(right, other.right)
    return sharesRow(with: other) && gap >= -max(height, other.height)
      && 2 * gap < 3 * min(height, other.height)
  }
}
