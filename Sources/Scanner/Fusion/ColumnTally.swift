/// How readings vote on one column.
struct ColumnTally: Sendable {
  /// The characters with their sums, in the order first seen.
  private(set) var characters: [ReadingMatrix.Vote] = []

  /// The sum of the readings that have no character.
  private(set) var gap = 0.0

  /// The sum of all.
  private(set) var total = 0.0

  /// Takes what one reading has.
  ///
  /// - Parameters:
  ///   - cell: What it has.
  ///   - factor: What its weight is multiplied by.
  mutating func add(_ cell: ReadingMatrix.Cell, factor: Double) {
    add(cell.vote, factor: factor)
    if cell.second.weight > 0 { add(cell.second, factor: factor) }
    if cell.third.weight > 0 { add(cell.third, factor: factor) }
  }

  /// The sum of a character.
  func weight(of glyph: GlyphTable.Glyph) -> Double {
    for vote in characters where vote.glyph == glyph { return vote.weight }
    return 0
  }

  private mutating func add(_ vote: ReadingMatrix.Vote, factor: Double) {
    let weight = vote.weight * factor
    total += weight
    guard vote.glyph != GlyphTable.gap else {
      gap += weight
      return
    }
    for place in characters.indices where characters[place].glyph == vote.glyph {
      characters[place].weight += weight
      return
    }
    characters.append(ReadingMatrix.Vote(glyph: vote.glyph, weight: weight))
  }
}
