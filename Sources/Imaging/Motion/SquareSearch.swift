/// The likeness of a square at every place of a search.
struct SquareSearch {
  private var costs: [Int32]
  private let count: Int

  /// Compares a square with every place around one.
  ///
  /// - Parameters:
  ///   - earlier: The picture that has the square.
  ///   - square: Where in it.
  ///   - later: The picture that is searched.
  ///   - left: The search's left edge; the square fits in at every place.
  ///   - top: The search's upper edge.
  ///   - radius: How far from the middle of the search.
  init(
    _ earlier: LumaImage,
    square: DetailMap.Square,
    in later: LumaImage,
    left: Int,
    top: Int,
    radius: Int
  ) {
    count = 2 * radius + 1
    costs = [Int32](repeating: 0, count: count * count)
    let (width, count) = (later.width, count)
    unsafe earlier.withPointer { then in
      unsafe later.withPointer { now in
        let origin = unsafe then + (square.y &* width &+ square.x)
        for dy in 0..<count {
          for dx in 0..<count {
            let place = unsafe now + ((top &+ dy) &* width &+ left &+ dx)
            unsafe costs[dy &* count &+ dx] = Self.difference(origin, place, width)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func difference(
    _ first: UnsafePointer<UInt8>,
    _ second: UnsafePointer<UInt8>,
    _ width: Int
  ) -> Int32 {
    var sum: Int32 = 0
    for y in 0..<DetailMap.side {
      let (a, b) = unsafe (first + y &* width, second + y &* width)
      for x in 0..<DetailMap.side { unsafe sum &+= abs(Int32(a[x]) &- Int32(b[x])) }
    }
    return sum
  }

  /// Where the square is most alike, from the search's upper left, to a fraction of a pixel; `nil` when
  /// that is at the edge, where it may be more alike outside, or when it is alike nowhere.
  var minimum: (x: Double, y: Double)? {
    guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return nil }
    let (y, x) = best.quotientAndRemainder(dividingBy: count)
    guard x > 0, y > 0, x < count - 1, y < count - 1 else { return nil }
    let mean = costs.reduce(0) { $0 + Int($1) } / costs.count
    guard Int(costs[best]) * 4 < mean * 3 else { return nil }
    return (
      Double(x) + vertex(costs[best - 1], costs[best], costs[best + 1]),
      Double(y) + vertex(costs[best - count], costs[best], costs[best + count])
    )
  }

  /// Where between three neighbours the lowest point lies, −0.5…0.5: sums of differences grow in
  /// straight lines on both sides of it.
  private func vertex(_ before: Int32, _ middle: Int32, _ after: Int32) -> Double {
    let (left, right) = (Double(before - middle), Double(after - middle))
    let steeper = max(left, right)
    return steeper > 0 ? (left - right) / (2 * steeper) : 0
  }
}
