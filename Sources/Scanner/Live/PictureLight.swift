import Imaging

/// What the light does to a picture, as far as it can be told from a small one.
struct PictureLight: Sendable, Hashable {
  /// The luma that all but the lightest twentieth do not exceed: that of paper, where there is any.
  var brightest: UInt8

  /// The share of the picture that is blown out amid text, 0…1.
  var glare: Double

  /// The share of blocks in which there is something to see, sharp or not, 0…1.
  var detail: Double

  /// From which contrast on a block counts as text, or as something at all.
  private static let (textContrast, detailContrast): (UInt8, UInt8) = (40, 16)

  /// From which luma on nothing can be seen in a block any more.
  private static let blownOut: UInt8 = 250

  /// How many blocks away from a reflection text may begin.
  private static let reach = 14

  /// Makes a value as it would be measured.
  init(brightest: UInt8, glare: Double, detail: Double) {
    self.brightest = brightest
    self.glare = glare
    self.detail = detail
  }

  /// Measures a small picture.
  init(_ thumbnail: Thumbnail) {
    let extremes = thumbnail.extremes
    let contrasts = extremes.contrasts
    let count = max(contrasts.count, 1)
    brightest = thumbnail.image.histogram().percentile(0.95)
    detail = Double(contrasts.count { $0 >= Self.detailContrast }) / Double(count)
    glare = Double(Self.glaringBlocks(extremes, contrasts)) / Double(count)
  }

  /// How many blocks a reflection hides.
  ///
  /// They are blown out while the paper of the text around is not, and the light falls off gently
  /// around them: a white field of a form ends at an edge.
  private static func glaringBlocks(_ extremes: BlockExtremes, _ contrasts: [UInt8]) -> Int {
    let papers = zip(extremes.lightest, contrasts).filter { $1 >= textContrast }.map(\.0).sorted()
    guard papers.count >= 8, extremes.columns > 0 else { return 0 }
    let paper = papers[papers.count / 2]
    let blown = extremes.darkest.indices.filter { extremes.darkest[$0] >= blownOut }
    guard paper < 232, !blown.isEmpty else { return 0 }
    let grid = Grid(columns: extremes.columns, rows: contrasts.count / extremes.columns)
    // The light's own fall-off has contrast too, and is no text.
    let distances = grid.distances(to: blown, within: 3)
    let text = contrasts.indices.map { contrasts[$0] >= textContrast && distances[$0] > 3 }
    let hidden = blown.filter { grid.isAmid(text, $0, reach: reach) }
    guard !hidden.isEmpty else { return 0 }
    let around = grid.distances(to: hidden, within: 3)
    let halo = around.indices.count { index in
      (2...3).contains(around[index]) && extremes.lightest[index] > paper &+ 8
        && extremes.lightest[index] < blownOut
    }
    // A round reflection of n blocks has some 3.5 √n around it.
    return halo * halo * 4 >= hidden.count * 9 ? hidden.count : 0
  }

  private struct Grid {
    var columns: Int
    var rows: Int

    /// Whether marked blocks lie on both sides of a block, in its row or in its column.
    func isAmid(_ marked: [Bool], _ index: Int, reach: Int) -> Bool {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      func any(_ range: some Sequence<Int>, _ place: (Int) -> Int) -> Bool {
        range.contains { marked[place($0)] }
      }
      let inRow = { row * columns + $0 }
      let inColumn = { $0 * columns + column }
      return any(max(column - reach, 0)..<column, inRow)
        && any(column..<min(column + reach, columns), inRow)
        || any(max(row - reach, 0)..<row, inColumn)
          && any(row..<min(row + reach, rows), inColumn)
    }

    /// Each block's distance to the nearest of some blocks, as far as it lies within a limit.
    func distances(to blocks: [Int], within limit: Int) -> [Int] {
      var distances = [Int](repeating: Int.max, count: columns * rows)
      for block in blocks {
        let (row, column) = block.quotientAndRemainder(dividingBy: columns)
        for y in max(row - limit, 0)...min(row + limit, rows - 1) {
          for x in max(column - limit, 0)...min(column + limit, columns - 1) {
            let distance = max(abs(y - row), abs(x - column))
            distances[y * columns + x] = min(distances[y * columns + x], distance)
          }
        }
      }
      return distances
    }
  }
}
