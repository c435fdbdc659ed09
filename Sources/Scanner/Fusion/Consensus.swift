/// The likeliest text of a line, from the votes of its aligned readings.
struct Consensus: Sendable {
  /// How many columns to either side tell how well a reading reads about a place.
  private static let reach = 4

  /// The part of a reading's weight it keeps where it agrees with nothing.
  private static let remainder = 0.3

  /// How often the text is decided, each time with what the last one said of contexts and readings.
  private static let rounds = 3

  /// The decision on each column; ``GlyphTable/gap`` where no character stands.
  private(set) var decisions: [GlyphTable.Glyph]

  private let matrix: ReadingMatrix
  private var tallies: [ColumnTally]

  /// Decides.
  init(_ matrix: ReadingMatrix) {
    self.matrix = matrix
    tallies = matrix.columnTallies
    decisions = tallies.map { tally in
      guard let best = tally.characters.max(by: { $0.weight < $1.weight }) else {
        return GlyphTable.gap
      }
      return 2 * tally.characters.reduce(0) { $0 + $1.weight } > tally.gap
        ? best.glyph : GlyphTable.gap
    }
    for _ in 1..<Self.rounds where matrix.rows.count > 1 {
      let last = decisions
      weigh()
      decide()
      if decisions == last { break }
    }
  }

  /// The text.
  var text: String {
    String(
      decisions.lazy.filter { $0 != GlyphTable.gap }.map { matrix.glyphs.character($0) }
    )
  }

  /// How sure the text is, 0…1: over its characters, the mean of what the readings that have them
  /// were sure of, those that have something else counting as not sure at all.
  var confidence: Double { mean { $0.confidence } }

  /// What share of the readings, by weight, have the text's characters, 0…1.
  var agreement: Double { mean { _ in 1 } }

  /// The mean of a value of the readings that agree, over all readings and characters.
  private func mean(of value: (ReadingMatrix.Cell) -> Double) -> Double {
    let count = decisions.count { $0 != GlyphTable.gap }
    var (sum, all) = (0.0, 0.0)
    for row in matrix.rows {
      all += row.weight
      for (cell, glyph) in zip(row.cells, decisions)
      where glyph != GlyphTable.gap && cell.vote.glyph == glyph {
        sum += row.weight * value(cell)
      }
    }
    return count > 0 && all > 0 ? sum / (all * Double(count)) : 0
  }

  /// Texts that differ in one place, in which the votes were close, closest first.
  ///
  /// - Parameter count: How many at most.
  /// - Returns: The texts, each with the other way's share of the votes, 0…1.
  func variants(_ count: Int) -> [(text: String, doubt: Double)] {
    var doubts: [(column: Int, glyph: GlyphTable.Glyph, doubt: Double)] = []
    for (column, tally) in tallies.enumerated() where tally.total > 0 {
      let decided = decisions[column]
      for vote in tally.characters where vote.glyph != decided {
        doubts.append((column, vote.glyph, vote.weight / tally.total))
      }
      if decided != GlyphTable.gap, tally.gap > 0 {
        doubts.append((column, GlyphTable.gap, tally.gap / tally.total))
      }
    }
    doubts.sort { ($0.doubt, $1.column, $1.glyph) > ($1.doubt, $0.column, $0.glyph) }
    return doubts.prefix(count).map { change in
      var variant = self
      variant.decisions[change.column] = change.glyph
      return (variant.text, change.doubt)
    }
  }

  /// Counts the votes, each reading for as much as it agrees with the text about a place.
  private mutating func weigh() {
    tallies = [ColumnTally](repeating: ColumnTally(), count: decisions.count)
    for row in matrix.rows {
      // Sums over the columns before each, so that a window is a difference.
      var (agreeing, counted) = ([0], [0])
      for (column, cell) in row.cells.enumerated() {
        let matters = !cell.isGap || decisions[column] != GlyphTable.gap
        let agrees = matters && cell.vote.glyph == decisions[column]
        agreeing.append(agreeing[column] + (agrees ? 1 : 0))
        counted.append(counted[column] + (matters ? 1 : 0))
      }
      for (column, cell) in row.cells.enumerated() {
        let (start, end) = (
          max(column - Self.reach, 0), min(column + Self.reach + 1, tallies.count)
        )
        let own = counted[column + 1] - counted[column]
        let ownAgreeing = agreeing[column + 1] - agreeing[column]
        let share =
          Double(agreeing[end] - agreeing[start] - ownAgreeing + 1)
          / Double(counted[end] - counted[start] - own + 1)
        tallies[column].add(cell, factor: Self.remainder + share)
      }
    }
  }

  /// Decides each column by its votes and by what stands beside it.
  private mutating func decide() {
    var before = GlyphTable.Kind.none
    let after = kindsAfter()
    for (column, tally) in tallies.enumerated() {
      var best: (glyph: GlyphTable.Glyph, score: Double, worth: Double) = (GlyphTable.gap, 0, 0)
      var ink = 0.0
      for vote in tally.characters {
        let kind = matrix.glyphs.kind(vote.glyph)
        let worth = GlyphWorth.worth(of: kind, between: before, and: after[column])
        ink += vote.weight
        if vote.weight * worth > best.score { best = (vote.glyph, vote.weight * worth, worth) }
      }
      let kind = matrix.glyphs.kind(best.glyph)
      // Whatever readings saw in the place, they saw something; only of a blank there is no doubt.
      let sighting = kind == .blank ? tally.weight(of: best.glyph) : ink
      decisions[column] = sighting * best.worth > tally.gap ? best.glyph : GlyphTable.gap
      let decided = matrix.glyphs.kind(decisions[column])
      if decided.isTelling { before = decided }
    }
  }

  /// What stands after each column, blanks aside, as the text was.
  private func kindsAfter() -> [GlyphTable.Kind] {
    var kinds = [GlyphTable.Kind](repeating: .none, count: decisions.count)
    var after = GlyphTable.Kind.none
    for column in decisions.indices.reversed() {
      kinds[column] = after
      let kind = matrix.glyphs.kind(decisions[column])
      if kind.isTelling { after = kind }
    }
    return kinds
  }
}
