/// Finds which character of a reading belongs in which column.
enum LineAlignment {
  /// A column of the result.
  struct Step: Sendable, Hashable {
    /// The column it was before, or `nil` where the reading has a character no other has.
    var column: Int?

    /// The place in the reading, or `nil` where the reading has no character.
    var symbol: Int?
  }

  private enum Move: UInt8 {
    case match
    case skip
    case insert
  }

  /// The cheapest way to lay a reading over columns.
  ///
  /// A character costs what share of a column's votes speaks against it, leaving a column out costs
  /// the share that has a character there, and a new column costs 1. Time and memory grow with
  /// columns times characters.
  static func steps(from columns: [ColumnTally], to cells: [ReadingMatrix.Cell]) -> [Step] {
    let (height, stride) = (columns.count, cells.count + 1)
    var moves = [Move](repeating: .insert, count: (height + 1) * stride)
    var above = (0..<stride).map(Double.init)
    var costs = above
    for row in columns.indices {
      let tally = columns[row]
      let skipCost = tally.total > 0 ? 1 - tally.gap / tally.total : 0
      costs[0] = above[0] + skipCost
      moves[(row + 1) * stride] = .skip
      for place in cells.indices {
        let match = above[place] + matchCost(cells[place], tally)
        let skip = above[place + 1] + skipCost
        let insert = costs[place] + 1
        let index = (row + 1) * stride + place + 1
        if match <= skip, match <= insert {
          costs[place + 1] = match
          moves[index] = .match
        } else if skip <= insert {
          costs[place + 1] = skip
          moves[index] = .skip
        } else {
          costs[place + 1] = insert
        }
      }
      swap(&above, &costs)
    }
    return trace(moves, height: height, stride: stride)
  }

  /// The cheapest way to lay one text over another.
  static func steps(from first: [Character], to second: [Character]) -> [Step] {
    var glyphs = GlyphTable()
    func cell(_ character: Character) -> ReadingMatrix.Cell {
      let vote = ReadingMatrix.Vote(glyph: glyphs.number(of: character), weight: 1)
      return ReadingMatrix.Cell(vote: vote)
    }
    let columns = first.map { character in
      var tally = ColumnTally()
      tally.add(cell(character), factor: 1)
      return tally
    }
    return steps(from: columns, to: second.map(cell))
  }

  private static func matchCost(_ cell: ReadingMatrix.Cell, _ tally: ColumnTally) -> Double {
    guard tally.total > 0 else { return 1 }
    var best = tally.weight(of: cell.vote.glyph)
    // A character the engine was in doubt about is half a match.
    if cell.second.weight > 0 { best = max(best, tally.weight(of: cell.second.glyph) / 2) }
    if cell.third.weight > 0 { best = max(best, tally.weight(of: cell.third.glyph) / 2) }
    return 1 - best / tally.total
  }

  private static func trace(_ moves: [Move], height: Int, stride: Int) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(height + stride)
    var (row, place) = (height, stride - 1)
    while row > 0 || place > 0 {
      switch moves[row * stride + place] {
      case .match:
        (row, place) = (row - 1, place - 1)
        steps.append(Step(column: row, symbol: place))
      case .skip:
        row -= 1
        steps.append(Step(column: row, symbol: nil))
      case .insert:
        place -= 1
        steps.append(Step(column: nil, symbol: place))
      }
    }
    steps.reverse()
    return steps
  }
}
