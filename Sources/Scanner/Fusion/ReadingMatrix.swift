/// Readings of a line, one row each, aligned so that a column holds what each has for one character.
///
/// Each reading is aligned to the columns as they stand, and never again. Rows and columns are
/// bounded: the oldest reading makes room for a new one, and columns beyond twice the longest reading
/// make room for better ones.
struct ReadingMatrix: Sendable, Hashable {
  /// How many readings a line keeps.
  static let usualCapacity = 30

  /// Something a reading says of a column.
  struct Vote: Sendable, Hashable {
    /// A character's number, or ``GlyphTable/gap``.
    var glyph: GlyphTable.Glyph

    /// How much it counts.
    var weight: Double

    /// No vote at all.
    static let none = Vote(glyph: GlyphTable.gap, weight: 0)
  }

  /// What a reading has in a column.
  struct Cell: Sendable, Hashable {
    /// The character, or that there is none.
    var vote: Vote

    /// What else it might be; without weight where the engine offered nothing.
    var second = Vote.none

    /// What else it might be besides.
    var third = Vote.none

    /// How sure the engine was of the character; that of a gap is 0.
    var confidence = 0.0

    /// No character; its weight is filled in from its neighbours.
    static let gap = Cell(vote: .none)

    /// Whether the reading has no character here.
    var isGap: Bool { vote.glyph == GlyphTable.gap }
  }

  /// How many readings are kept.
  let capacity: Int

  /// The readings, oldest first.
  private(set) var rows: [Row] = []

  /// How many columns there are.
  private(set) var width = 0

  /// The numbers of the characters in ``rows``.
  private(set) var glyphs = GlyphTable()

  private var glyphLimit = 512

  /// Makes one without readings.
  init(capacity: Int = Self.usualCapacity) {
    self.capacity = capacity
  }

  /// Adds a reading that has characters.
  mutating func add(_ reading: LineReading) {
    let weight = reading.weight
    let cells = reading.symbols.map { cell($0, weight: weight) }
    let steps = LineAlignment.steps(from: columnTallies, to: cells)
    for row in rows.indices {
      let old = rows[row].cells
      rows[row].cells = steps.map { $0.column.map { old[$0] } ?? .gap }
    }
    rows.append(
      Row(
        cells: steps.map { $0.symbol.map { cells[$0] } ?? .gap },
        text: reading.text,
        weight: weight,
        confidence: reading.confidence,
        worstConfidence: reading.worstConfidence,
        length: cells.count
      )
    )
    width = steps.count
    if rows.count > capacity { rows.removeFirst() }
    removeNeedlessColumns()
    for row in rows.indices { rows[row].weighGaps() }
    if glyphs.count > glyphLimit { renumber() }
  }

  /// What the readings together say of each column.
  var columnTallies: [ColumnTally] {
    var tallies = [ColumnTally](repeating: ColumnTally(), count: width)
    for row in rows {
      for (column, cell) in row.cells.enumerated() { tallies[column].add(cell, factor: 1) }
    }
    return tallies
  }

  /// An engine's two best alternatives share what the character itself leaves of certainty.
  private mutating func cell(_ symbol: LineReading.Symbol, weight: Double) -> Cell {
    let confidence = LineReading.fraction(symbol.confidence)
    let number = glyphs.number(of: symbol.character)
    var cell = Cell(vote: Vote(glyph: number, weight: weight * confidence), confidence: confidence)
    let others = symbol.alternatives.lazy.filter { $0.character != symbol.character }.prefix(2)
    let sum = others.reduce(0) { $0 + LineReading.fraction($1.confidence) }
    guard sum > 0 else { return cell }
    let scale = weight * min(1, (1 - confidence) / sum)
    for (index, other) in others.enumerated() {
      let vote = Vote(
        glyph: glyphs.number(of: other.character),
        weight: scale * LineReading.fraction(other.confidence)
      )
      if index == 0 { cell.second = vote } else { cell.third = vote }
    }
    return cell
  }

  /// Columns in which no reading has a character any more, and the weakest of too many.
  private mutating func removeNeedlessColumns() {
    // What the characters of each column count together; below 0 where there are none.
    var support = [Double](repeating: -1, count: width)
    for row in rows {
      for (column, cell) in row.cells.enumerated() where !cell.isGap {
        support[column] = max(support[column], 0) + cell.vote.weight
      }
    }
    var kept = support.indices.filter { support[$0] >= 0 }
    let limit = 2 * (rows.map(\.length).max() ?? 0) + 8
    if kept.count > limit {
      kept.sort { (support[$0], $1) > (support[$1], $0) }
      kept = kept.prefix(limit).sorted()
    }
    guard kept.count < width else { return }
    for row in rows.indices {
      let old = rows[row].cells
      rows[row].cells = kept.map { old[$0] }
    }
    width = kept.count
  }

  /// Forgets characters that no reading has any more.
  private mutating func renumber() {
    let old = glyphs
    glyphs = GlyphTable()
    for row in rows.indices {
      for column in rows[row].cells.indices where !rows[row].cells[column].isGap {
        let cell = rows[row].cells[column]
        rows[row].cells[column].vote.glyph = renumbered(cell.vote.glyph, from: old)
        rows[row].cells[column].second.glyph = renumbered(cell.second.glyph, from: old)
        rows[row].cells[column].third.glyph = renumbered(cell.third.glyph, from: old)
      }
    }
    glyphLimit = max(512, 2 * glyphs.count)
  }

  private mutating func renumbered(
    _ glyph: GlyphTable.Glyph,
    from old: GlyphTable
  )
    -> GlyphTable.Glyph
  {
    glyph == GlyphTable.gap ? glyph : glyphs.number(of: old.character(glyph))
  }
}
