import Imaging

/// What one pass over a picture found, to be compared with another's.
struct Reading {
  let lines: [EngineLine]

  /// The lines that are text.
  init(_ lines: [EngineLine]) {
    self.lines = lines
    let words = lines.flatMap(\.words)
    amount = words.reduce(0) { sum, word in
      sum + Double(word.letterCount) * (word.confidence * word.confidence - 0.4)
    }
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
    var block = 0
    let pieces = lines.map { line -> (block: Int, box: EngineBox) in
      if line.startsBlock { block += 1 }
      return (block, line.box)
    }.sorted { $0.box.top < $1.box.top }
    var torn = 0
    for (index, piece) in pieces.enumerated() {
      for other in pieces[(index + 1)...] {
        guard other.box.top < piece.box.bottom else { break }
        if other.block != piece.block, piece.box.continues(other.box) { torn += 1 }
      }
    }
    return torn >= 2 && torn * 10 >= lines.count
  }
}

extension EngineBox {
  /// Whether another box goes on in the same row, as near as a word.
  fileprivate func continues(_ other: EngineBox) -> Bool {
    let overlap = min(bottom, other.bottom) - max(top, other.top)
    let (low, high) = (min(height, other.height), max(height, other.height))
    guard 10 * overlap >= 6 * low, low * 2 >= high else { return false }
    let gap = max(left, other.left) - min(right, other.right)
    return gap >= -high && 2 * gap < 3 * low
  }
}

extension EngineLine {
  /// The same line in a picture this one was cut from and scaled from.
  func mapped(scale: Int, offsetX: Int, offsetY: Int) -> EngineLine {
    func map(_ box: EngineBox) -> EngineBox {
      EngineBox(
        left: box.left / scale + offsetX,
        top: box.top / scale + offsetY,
        right: (box.right + scale - 1) / scale + offsetX,
        bottom: (box.bottom + scale - 1) / scale + offsetY
      )
    }
    var line = self
    line.box = map(box)
    for word in line.words.indices {
      line.words[word].box = map(line.words[word].box)
      for symbol in line.words[word].symbols.indices {
        line.words[word].symbols[symbol].box = map(line.words[word].symbols[symbol].box)
      }
    }
    return line
  }
}
