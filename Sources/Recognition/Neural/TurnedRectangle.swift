import Glibc

/// A rectangle that may be turned.
struct TurnedRectangle: Equatable {
  /// The middle.
  var center: SIMD2<Double>

  /// The direction of the longer side, of length 1; it points rather to the right, or down.
  var axis: SIMD2<Double>

  /// The length along the axis.
  var length: Double

  /// The length across it, at most ``length``.
  var breadth: Double

  /// The smallest rectangle around some points.
  ///
  /// One of its sides lies along a side of the points' hull, so trying each is enough.
  ///
  /// - Parameter points: At least one point.
  init?(around points: [SIMD2<Double>]) {
    let hull = Self.hull(of: points)
    guard let first = hull.first else { return nil }
    guard hull.count > 1 else {
      self.init(center: first, axis: SIMD2(1, 0), length: 0, breadth: 0)
      return
    }
    var best: TurnedRectangle?
    for (index, point) in hull.enumerated() {
      let side = hull[(index + 1) % hull.count] - point
      let length = (side * side).sum().squareRoot()
      guard length > 0 else { continue }
      let rectangle = TurnedRectangle(around: hull, along: side / length)
      let area = rectangle.length * rectangle.breadth
      if best.map({ area < $0.length * $0.breadth }) ?? true { best = rectangle }
    }
    guard let best else { return nil }
    self = best
  }

  private init(center: SIMD2<Double>, axis: SIMD2<Double>, length: Double, breadth: Double) {
    self.center = center
    self.axis = axis
    self.length = length
    self.breadth = breadth
  }

  /// The rectangle around some points, two of its sides in a given direction.
  private init(around points: [SIMD2<Double>], along axis: SIMD2<Double>) {
    let across = SIMD2(-axis.y, axis.x)
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for point in points {
      let place = SIMD2((point * axis).sum(), (point * across).sum())
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    let (middle, size) = ((low + high) / 2, high - low)
    center = axis * middle.x + across * middle.y
    let isLong = size.x >= size.y
    let direction = isLong ? axis : across
    let pointsBack = abs(direction.x) >= abs(direction.y) ? direction.x < 0 : direction.y < 0
    self.axis = pointsBack ? -direction : direction
    length = isLong ? size.x : size.y
    breadth = isLong ? size.y : size.x
  }

  /// The corners of the smallest convex shape around some points, in order.
  static func hull(of points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func half(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
      var chain: [SIMD2<Double>] = []
      for point in points {
        while chain.count >= 2 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          let turn = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
          guard turn <= 0 else { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
  }
}
