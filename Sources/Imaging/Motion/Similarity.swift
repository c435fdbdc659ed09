/// A movement of a flat thing that faces the camera: shift, rotation and scale.
///
/// Maps a point (x, y) to (a·x − b·y + dx, b·x + a·y + dy), in pixels of the pictures it was
/// estimated between.
package struct Similarity: Sendable, Hashable {
  /// The scale times the cosine of the rotation.
  package var a: Double

  /// The scale times the sine of the rotation.
  package var b: Double

  /// The shift to the right.
  package var dx: Double

  /// The shift downwards.
  package var dy: Double

  /// Makes a movement.
  package init(a: Double, b: Double, dx: Double, dy: Double) {
    self.a = a
    self.b = b
    self.dx = dx
    self.dy = dy
  }

  /// No movement.
  package static let identity = Similarity(a: 1, b: 0, dx: 0, dy: 0)

  /// A shift alone.
  package static func shift(_ dx: Double, _ dy: Double) -> Similarity {
    Similarity(a: 1, b: 0, dx: dx, dy: dy)
  }

  /// Where a point goes.
  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x - b * y + dx, b * x + a * y + dy)
  }

  /// This movement after another one.
  package func after(_ first: Similarity) -> Similarity {
    let shift = apply(first.dx, first.dy)
    return Similarity(
      a: a * first.a - b * first.b,
      b: b * first.a + a * first.b,
      dx: shift.x,
      dy: shift.y
    )
  }

  /// The way back; the scale must not be 0.
  package var inverse: Similarity {
    let square = a * a + b * b
    precondition(square > 0, "a movement that shrinks everything to a point has no way back")
    let (c, s) = (a / square, -b / square)
    return Similarity(a: c, b: s, dx: -(c * dx - s * dy), dy: -(s * dx + c * dy))
  }

  /// How far the corner of a picture that moves most goes, in pixels.
  package func reach(in size: PixelSize) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    return [(0, 0), (width, 0), (width, height), (0, height)]
      .map { corner in
        let moved = apply(corner.0, corner.1)
        let (x, y) = (moved.x - corner.0, moved.y - corner.1)
        return (x * x + y * y).squareRoot()
      }
      .max() ?? 0
  }

  /// The movement that brings points to others with the least squared error.
  ///
  /// - Parameter pairs: The points before and after; weights are at least 0.
  /// - Returns: `nil` when the points do not say, because they lie at one place or there is none.
  package static func fitted(to pairs: [PointPair]) -> Similarity? {
    let total = pairs.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    func mean(_ value: (PointPair) -> Double) -> Double {
      pairs.reduce(0) { $0 + $1.weight * value($1) } / total
    }
    let (mx, my) = (mean { $0.x }, mean { $0.y })
    let (mu, mv) = (mean { $0.toX }, mean { $0.toY })
    var (square, dot, cross) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let (x, y, u, v) = (pair.x - mx, pair.y - my, pair.toX - mu, pair.toY - mv)
      square += pair.weight * (x * x + y * y)
      dot += pair.weight * (x * u + y * v)
      cross += pair.weight * (x * v - y * u)
    }
    guard square > 1 else { return nil }
    let (a, b) = (dot / square, cross / square)
    return Similarity(a: a, b: b, dx: mu - a * mx + b * my, dy: mv - b * mx - a * my)
  }
}

/// A point and where it went.
package struct PointPair: Sendable, Hashable {
  /// Where it was, in pixels.
  package var x, y: Double

  /// Where it is, in pixels.
  package var toX, toY: Double

  /// How much it counts, at least 0.
  package var weight: Double

  /// Makes a pair.
  package init(x: Double, y: Double, toX: Double, toY: Double, weight: Double = 1) {
    self.x = x
    self.y = y
    self.toX = toX
    self.toY = toY
    self.weight = weight
  }
}
