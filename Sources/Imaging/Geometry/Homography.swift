/// How one plane maps onto another when a camera looks at it: a 3 × 3 matrix up to a factor.
///
/// Straight lines stay straight. Places are pixel edges: the middle of the first pixel is (0.5, 0.5).
public struct Homography: Sendable, Hashable {
  // Rows, the vectors' first element for x.
  private var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  private init(_ first: SIMD4<Double>, _ second: SIMD4<Double>, _ third: SIMD4<Double>) {
    rows = (first, second, third)
  }

  /// Leaves every place where it is, exactly.
  public static let identity = Homography(
    SIMD4(1, 0, 0, 0),
    SIMD4(0, 1, 0, 0),
    SIMD4(0, 0, 1, 0)
  )

  /// Enlarges, then moves.
  ///
  /// - Parameters:
  ///   - scale: How many times larger across and down, not 0.
  ///   - offset: Added afterwards.
  public init(scale: SIMD2<Double>, offset: SIMD2<Double> = .zero) {
    self.init(SIMD4(scale.x, 0, offset.x, 0), SIMD4(0, scale.y, offset.y, 0), SIMD4(0, 0, 1, 0))
  }

  /// Turns about the origin.
  ///
  /// - Parameter direction: Where the x axis goes, of length 1; (0, 1) is a quarter turn clockwise as
  ///   seen in a picture, whose y runs down.
  public init(turningTo direction: SIMD2<Double>) {
    self.init(
      SIMD4(direction.x, -direction.y, 0, 0),
      SIMD4(direction.y, direction.x, 0, 0),
      SIMD4(0, 0, 1, 0)
    )
  }

  /// Maps the unit square onto four corners; nothing when three of them lie on one line.
  ///
  /// - Parameter corners: Where (0, 0), (1, 0), (1, 1) and (0, 1) go, in this order.
  public init?(unitSquareTo corners: [SIMD2<Double>]) {
    guard corners.count == 4 else { return nil }
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    // Heckbert's closed form.
    let (right, down, rest) = (b - c, d - c, a - b + c - d)
    let area = right.x * down.y - right.y * down.x
    let smallest = 1e-9 * ((right * right).sum() + (down * down).sum())
    guard area.isFinite, abs(area) > smallest else { return nil }
    let g = (rest.x * down.y - rest.y * down.x) / area
    let h = (right.x * rest.y - right.y * rest.x) / area
    self.init(
      SIMD4(b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, 0),
      SIMD4(b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, 0),
      SIMD4(g, h, 1, 0)
    )
    guard 1 + g > 0, 1 + h > 0, 1 + g + h > 0, inverse != nil else { return nil }
  }

  /// Where a place goes; infinite for one on the horizon.
  public func callAsFunction(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let point = SIMD4(place.x, place.y, 1, 0)
    let divisor = (rows.2 * point).sum()
    return SIMD2((rows.0 * point).sum() / divisor, (rows.1 * point).sum() / divisor)
  }

  /// This mapping, and then another.
  public func then(_ next: Homography) -> Homography {
    func product(_ row: SIMD4<Double>) -> SIMD4<Double> {
      rows.0 * row.x + rows.1 * row.y + rows.2 * row.z
    }
    return Homography(product(next.rows.0), product(next.rows.1), product(next.rows.2))
  }

  /// The way back; nothing when places fell onto each other.
  public var inverse: Homography? {
    let (a, b, c) = (rows.0, rows.1, rows.2)
    func cross(_ u: SIMD4<Double>, _ v: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x, 0)
    }
    let (x, y, z) = (cross(b, c), cross(c, a), cross(a, b))
    let determinant = (a * x).sum()
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    return Homography(
      SIMD4(x.x, y.x, z.x, 0) / determinant,
      SIMD4(x.y, y.y, z.y, 0) / determinant,
      SIMD4(x.z, y.z, z.z, 0) / determinant
    )
  }

  /// Numerator of x, of y and divisor as linear functions along a row: their values at its start and
  /// what a step to the right adds.
  func along(row y: Double, from x: Double) -> (start: SIMD4<Double>, step: SIMD4<Double>) {
    let point = SIMD4(x, y, 1, 0)
    return (
      SIMD4((rows.0 * point).sum(), (rows.1 * point).sum(), (rows.2 * point).sum(), 0),
      SIMD4(rows.0.x, rows.1.x, rows.2.x, 0)
    )
  }

  /// Compares the matrices, element by element.
  public static func == (first: Homography, second: Homography) -> Bool {
    first.rows == second.rows
  }

  /// Feeds the matrix to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows.0)
    hasher.combine(rows.1)
    hasher.combine(rows.2)
  }
}
