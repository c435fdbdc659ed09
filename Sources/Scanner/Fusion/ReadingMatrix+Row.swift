extension ReadingMatrix {
  /// A reading.
  struct Row: Sendable, Hashable {
    /// One cell for each column.
    var cells: [Cell]

    /// The text as it was read.
    let text: String

    /// How much the whole reading counts, 0…1.
    let weight: Double

    /// The mean confidence of its characters, 0…1.
    let confidence: Double

    /// The confidence of its least sure character, 0…1.
    let worstConfidence: Double

    /// How many characters it has.
    let length: Int

    /// A gap counts nearly as the characters beside it: where they are unsure so is the gap.
    mutating func weighGaps() {
      let mean =
        cells.lazy.filter { !$0.isGap }.reduce(0) { $0 + $1.vote.weight }
        / Double(max(length, 1))
      var nextWeight = mean
      var after = [Double](repeating: mean, count: cells.count)
      for column in cells.indices.reversed() {
        after[column] = nextWeight
        if !cells[column].isGap { nextWeight = cells[column].vote.weight }
      }
      var before = mean
      for column in cells.indices {
        if cells[column].isGap {
          cells[column].vote.weight = 0.4 * (before + after[column])
        } else {
          before = cells[column].vote.weight
        }
      }
    }
  }
}
