import Glibc
import Imaging

/// A straight line of edges, in pixels from the middle of the picture.
struct EdgeLine {
  /// Across the line, of length 1.
  var normal: SIMD2<Float>

  /// How far from the middle the line passes, along the normal.
  var distance: Float

  /// Whether this is the picture's border, which needs no edge.
  var isBorder = false

  /// Along the line, of length 1.
  var direction: SIMD2<Float> { SIMD2(-normal.y, normal.x) }

  /// Where another line crosses; nothing when they are nearly parallel.
  func crossing(_ other: EdgeLine) -> SIMD2<Float>? {
    let determinant = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(determinant) > 0.2 else { return nil }
    return SIMD2(
      distance * other.normal.y - other.distance * normal.y,
      normal.x * other.distance - other.normal.x * distance
    ) / determinant
  }

  /// How parallel another line is: 1 for parallel, 0 for square.
  func alignment(_ other: EdgeLine) -> Float { abs((normal * other.normal).sum()) }
}

/// Finds the straight lines in a picture's edges by votes, each edge for the lines it may lie on.
struct LineVotes {
  private static let angles = 180
  // Pixels between the lines that are told apart.
  private static let spacing: Float = 2
  // How far an edge's direction may be off, in degrees.
  private static let spread = 4

  private let reach: Int
  private var votes: [Float]

  /// The longest lines, each at most once.
  ///
  /// - Parameters:
  ///   - edges: The picture's edges.
  ///   - limit: How many lines at most.
  ///   - shortest: How many pixels of edge a line needs.
  /// - Returns: The lines, the longest first.
  static func lines(in edges: EdgeMap, limit: Int, shortest: Float) -> [EdgeLine] {
    var counter = LineVotes(edges)
    var lines: [EdgeLine] = []
    while lines.count < limit, let line = counter.next(shortest: shortest) {
      lines.append(refined(line, edges))
    }
    return lines
  }

  private init(_ edges: EdgeMap) {
    let diagonal = hypot(Float(edges.width), Float(edges.height))
    reach = Int(diagonal / 2 / Self.spacing) + 2
    let width = 2 * reach + 1
    votes = [Float](repeating: 0, count: Self.angles * width)
    let normals = (0..<Self.angles).map { Self.normal(Float($0)) }
    for point in edges.points {
      let angle = Int((atan2(point.rise.y, point.rise.x) * 180 / .pi).rounded()) + 360
      let weight = min(point.steepness / edges.limit, 2) / 2
      for offset in -Self.spread...Self.spread {
        let index = (angle + offset) % Self.angles
        let place = Int(((point.place * normals[index]).sum() / Self.spacing).rounded())
        votes[index * width + place + reach] += weight
      }
    }
  }

  private static func normal(_ degrees: Float) -> SIMD2<Float> {
    let radians = degrees * .pi / 180
    return SIMD2(cos(radians), sin(radians))
  }

  /// The line with most votes, which it and its neighbours then lose.
  private mutating func next(shortest: Float) -> EdgeLine? {
    let width = 2 * reach + 1
    var best = 0
    for index in votes.indices where votes[index] > votes[best] { best = index }
    guard votes[best] >= shortest else { return nil }
    let (angle, place) = best.quotientAndRemainder(dividingBy: width)
    for offset in -5...5 {
      // Past the last angle comes the first, seen from the other side.
      let (turned, wraps) = (angle + offset, !(0..<Self.angles).contains(angle + offset))
      let row = (turned + Self.angles) % Self.angles
      let middle = wraps ? 2 * reach - place : place
      for index in max(middle - 3, 0)...min(middle + 3, width - 1) {
        votes[row * width + index] = 0
      }
    }
    return EdgeLine(
      normal: Self.normal(Float(angle)),
      distance: Float(place - reach) * Self.spacing
    )
  }

  /// Lays a line through the edges near it.
  private static func refined(_ line: EdgeLine, _ edges: EdgeMap) -> EdgeLine {
    var line = line
    for width in [3 as Float, 2] {
      var (count, sum) = (Float(0), SIMD2<Float>.zero)
      var (xx, xy, yy) = (Float(0), Float(0), Float(0))
      for point in edges.points
      where abs((point.place * line.normal).sum() - line.distance) < width
        && abs((point.rise * line.normal).sum()) > 0.94
      {
        count += 1
        sum += point.place
        xx += point.place.x * point.place.x
        xy += point.place.x * point.place.y
        yy += point.place.y * point.place.y
      }
      guard count >= 10 else { return line }
      let mean = sum / count
      let (a, b) = (xx / count - mean.x * mean.x, xy / count - mean.x * mean.y)
      let c = yy / count - mean.y * mean.y
      let along = 0.5 * atan2(2 * b, a - c)
      let normal = SIMD2(-sin(along), cos(along))
      guard abs((normal * line.normal).sum()) > 0.99 else { return line }
      line.normal = (normal * line.normal).sum() < 0 ? -normal : normal
      line.distance = (mean * line.normal).sum()
    }
    return line
  }
}
