/// Places of a map that hang together, as runs of rows.
struct TextRegion: Equatable {
  /// Neighbouring places of one row.
  struct Run: Equatable {
    var y: Int
    /// The first column.
    var start: Int
    /// The first column behind it.
    var end: Int
  }

  /// The runs from top to bottom, from left to right.
  var runs: [Run]

  /// How many places it has.
  var area: Int { runs.reduce(0) { $0 + $1.end - $1.start } }

  /// Finds what hangs together, corners included.
  ///
  /// - Parameters:
  ///   - values: The map, row by row, `width` times `height` values.
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - threshold: What a place must exceed to belong to a region.
  /// - Returns: The regions in the order of their topmost runs.
  static func find(
    in values: UnsafeBufferPointer<Float>,
    width: Int,
    height: Int,
    threshold: Float
  ) -> [TextRegion] {
    precondition(values.count >= width * height, "the values do not fill the map")
    var runs: [Run] = []
    // Each run points at one of the same region that stands before it, or at itself.
    var parents: [Int] = []
    var previous = 0..<0
    for y in 0..<height {
      let first = runs.count
      var x = 0
      while x < width {
        guard unsafe values[y * width + x] > threshold else {
          x += 1
          continue
        }
        let start = x
        while x < width, unsafe values[y * width + x] > threshold { x += 1 }
        parents.append(runs.count)
        runs.append(Run(y: y, start: start, end: x))
      }
      join(first..<runs.count, with: previous, of: runs, in: &parents)
      previous = first..<runs.count
    }
    var places: [Int: Int] = [:]
    var regions: [TextRegion] = []
    for (index, run) in runs.enumerated() {
      let root = root(of: index, in: &parents)
      if let place = places[root] {
        regions[place].runs.append(run)
      } else {
        places[root] = regions.count
        regions.append(TextRegion(runs: [run]))
      }
    }
    return regions
  }

  /// Joins the runs of a row with those of the row above that touch them.
  private static func join(
    _ row: Range<Int>,
    with above: Range<Int>,
    of runs: [Run],
    in parents: inout [Int]
  ) {
    var other = above.lowerBound
    for index in row {
      let run = runs[index]
      while other < above.upperBound, runs[other].end < run.start { other += 1 }
      var touching = other
      while touching < above.upperBound, runs[touching].start <= run.end {
        let (a, b) = (root(of: index, in: &parents), root(of: touching, in: &parents))
        parents[max(a, b)] = min(a, b)
        touching += 1
      }
    }
  }

  private static func root(of index: Int, in parents: inout [Int]) -> Int {
    var root = index
    while parents[root] != root {
      parents[root] = parents[parents[root]]
      root = parents[root]
    }
    return root
  }
}
