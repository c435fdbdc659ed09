import Glibc

/// Puts strips of text into the order a reader takes: columns of running text one after the other,
/// everything else row by row.
struct ReadingOrder {
  /// Strips that stand side by side in one row, by their number, from left to right.
  typealias Row = [Int]

  /// The rows of each block, from top to bottom; the blocks in reading order.
  private(set) var blocks: [[Row]] = []

  /// Where a strip stands on a page whose lines were turned level.
  private struct Place {
    var left: SIMD2<Double>
    var right: SIMD2<Double>
    var height: Double
    /// How much the text falls to the right at its beginning and at its end.
    var slopes: (left: Double, right: Double)

    var length: Double { right.x - left.x }
    var middle: Double { (left.x + right.x) / 2 }
    var y: Double { (left.y + right.y) / 2 }
    var top: Double { y - height / 2 }
    var bottom: Double { y + height / 2 }
    var slope: Double { (slopes.left + slopes.right) / 2 }
    /// Whether it is a line of running text rather than a cell of a table.
    var isLong: Bool { length > 8 * height }
  }

  private var places: [Place]

  /// Orders strips.
  init(_ strips: [TextStrip]) {
    // Long lines know best how the page is turned.
    let sum = strips.reduce(SIMD2<Double>.zero) { $0 + $1.axis * $1.halfLength * $1.ratio }
    let size = (sum * sum).sum().squareRoot()
    let axis = size > 0 ? sum / size : SIMD2(1, 0)
    let normal = SIMD2(-axis.y, axis.x)
    places = strips.map { strip in
      let ends = [-1, -0.3, 0.3, 1].map { along in
        let point = strip.point(along: along, across: 0)
        return SIMD2((point * axis).sum(), (point * normal).sum())
      }
      func slope(_ first: Int, _ second: Int) -> Double {
        (ends[second].y - ends[first].y) / max(ends[second].x - ends[first].x, 1)
      }
      return Place(
        left: ends[0],
        right: ends[3],
        height: strip.height,
        slopes: (slope(0, 1), slope(2, 3))
      )
    }
    places = places.map(steadied)
    order(Array(places.indices))
  }

  // In heights of the line, along it and across.
  private static let neighbourhood = SIMD2(16.0, 8.0)

  /// A place with slopes like those of the lines around it: a short line's own is chance.
  private func steadied(_ place: Place) -> Place {
    let weight = place.length * place.length
    var (left, right, weights) = (weight * place.slopes.left, weight * place.slopes.right, weight)
    for other in places where other.left != place.left {
      let distance = SIMD2(other.middle - place.middle, other.y - place.y) / max(place.height, 1)
      let reach = distance / Self.neighbourhood
      let square = (reach * reach).sum()
      let weight = other.length * other.length / (1 + square * square)
      left += weight * other.slope
      right += weight * other.slope
      weights += weight
    }
    var place = place
    if weights > 0 { place.slopes = (left / weights, right / weights) }
    return place
  }

  private mutating func order(_ members: [Int]) {
    guard !members.isEmpty else { return }
    guard let gutter = widestGutter(of: members) else {
      blocks.append(rows(of: members))
      return
    }
    var (above, left, right, below): (Row, Row, Row, Row) = ([], [], [], [])
    for member in members {
      let place = places[member]
      if place.y < gutter.top {
        above.append(member)
      } else if place.y > gutter.bottom {
        below.append(member)
      } else if place.middle < gutter.x {
        left.append(member)
      } else {
        right.append(member)
      }
    }
    order(above)
    order(left)
    order(right)
    order(below)
  }
}

extension ReadingOrder {
  private struct Gutter {
    var x: Double
    var top: Double
    var bottom: Double
    /// The number of long lines in the column that has fewer.
    var lines: Int
  }

  // Fewer lines side by side are a heading, an address or a table.
  private static let shortestColumn = 3

  /// The gap between two columns of running text with the most lines beside it.
  private func widestGutter(of members: [Int]) -> Gutter? {
    let long = members.filter { places[$0].isLong }
    guard long.count >= 2 * Self.shortestColumn else { return nil }
    let sorted = members.sorted { places[$0].y < places[$1].y }
    var best: Gutter?
    // A gap begins where a line ends.
    for x in Set(long.map { (places[$0].right.x + 0.3 * places[$0].height).rounded() }).sorted() {
      var (top, from) = (-Double.infinity, 0)
      for (index, member) in (sorted + [-1]).enumerated() {
        let crosses = member >= 0 && places[member].left.x < x && places[member].right.x > x
        guard crosses || member < 0 else { continue }
        let bottom = member < 0 ? .infinity : places[member].top
        let between = sorted[from..<index].filter { places[$0].isLong }
        let lefts = between.filter { places[$0].right.x <= x }
        let rights = between.filter { places[$0].left.x >= x }
        let lines = min(lefts.count, rights.count)
        if lines >= Self.shortestColumn, lines > best?.lines ?? 0, overlap(lefts, rights) {
          best = Gutter(x: x, top: top, bottom: bottom, lines: lines)
        }
        if member >= 0 { (top, from) = (places[member].bottom, index + 1) }
      }
    }
    return best
  }

  /// Whether two columns stand beside each other for most of the shorter one.
  private func overlap(_ lefts: [Int], _ rights: [Int]) -> Bool {
    func range(_ members: [Int]) -> (low: Double, high: Double) {
      (
        members.map { places[$0].top }.min() ?? 0, members.map { places[$0].bottom }.max() ?? 0
      )
    }
    let (a, b) = (range(lefts), range(rights))
    return min(a.high, b.high) - max(a.low, b.low) > 0.5 * min(a.high - a.low, b.high - b.low)
  }
}

extension ReadingOrder {
  /// The rows of a block.
  private func rows(of members: [Int]) -> [Row] {
    var rows: [Row] = []
    for member in members.sorted(by: { places[$0].y < places[$1].y }) {
      let nearest = rows.indices
        .compactMap { index in distance(of: member, from: rows[index]).map { (index, $0) } }
        .min { $0.1 < $1.1 }
      if let nearest {
        rows[nearest.0].append(member)
        rows[nearest.0].sort { places[$0].middle < places[$1].middle }
      } else {
        rows.append([member])
      }
    }
    func y(_ row: Row) -> Double {
      let length = row.reduce(0) { $0 + places[$1].length }
      return row.reduce(0) { $0 + places[$1].y * places[$1].length } / max(length, 1)
    }
    return rows.map { ($0, y($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  // How far a strip may be off the row it belongs to, in heights.
  private static let rowTolerance = 0.45

  /// How far a strip is off a row, as a fraction of its height; nothing when it does not belong there.
  private func distance(of member: Int, from row: Row) -> Double? {
    let place = places[member]
    guard
      let neighbour = row.min(by: { gap(member, $0) < gap(member, $1) }),
      gap(member, neighbour) > -0.3 * place.height
    else { return nil }
    let isAfter = places[neighbour].middle < place.middle
    let (first, second) = isAfter ? (places[neighbour], place) : (place, places[neighbour])
    // A line that bends evenly has between two places the mean of the slopes it has there.
    let slope = (first.slopes.right + second.slopes.left) / 2
    let offset = second.left.y - first.right.y - slope * (second.left.x - first.right.x)
    let fraction = abs(offset) / max(min(first.height, second.height), 0.01)
    return fraction < Self.rowTolerance ? fraction : nil
  }

  /// How far apart two strips stand, negative where one stands above the other.
  private func gap(_ first: Int, _ second: Int) -> Double {
    max(places[first].left.x, places[second].left.x)
      - min(places[first].right.x, places[second].right.x)
  }
}
