import Imaging

/// Four lines taken for the sides of a sheet.
struct PageOutline {
  /// Clockwise from the upper left, in pixels from the middle of the picture.
  var corners: [SIMD2<Float>]
  /// How well its sides are backed by edges, 0…1.
  var support: Float
  /// How much speaks for it, compared with others.
  var score: Float

  /// How far the farthest corner lies from another sheet's.
  func distance(to other: PageOutline) -> Float {
    zip(corners, other.corners).map { first, second in
      let step = first - second
      return max(abs(step.x), abs(step.y))
    }.max() ?? 0
  }
}

/// Tries all sets of four lines.
struct OutlineSearch {
  /// What may be a sheet, in no order.
  private(set) var outlines: [PageOutline] = []
  private var best: Float = 0

  private let sides: [SideSupport]
  private let half: SIMD2<Float>
  private let paper: LumaImage

  // What part of the picture a sheet covers at least and at most.
  private static let areas: ClosedRange<Float> = 0.1...0.97
  private static let leastSupport: Float = 0.6

  /// Searches at once.
  ///
  /// - Parameters:
  ///   - edges: The picture's edges.
  ///   - lines: The lines they lie on.
  ///   - paper: The picture without dark text.
  init(_ edges: EdgeMap, _ lines: [EdgeLine], paper: LumaImage) {
    self.paper = paper
    half = SIMD2(Float(edges.width), Float(edges.height)) / 2
    let borders = [
      EdgeLine(normal: SIMD2(1, 0), distance: -half.x, isBorder: true),
      EdgeLine(normal: SIMD2(1, 0), distance: half.x, isBorder: true),
      EdgeLine(normal: SIMD2(0, 1), distance: -half.y, isBorder: true),
      EdgeLine(normal: SIMD2(0, 1), distance: half.y, isBorder: true),
    ]
    sides = (lines + borders).map { SideSupport($0, edges) }
    search()
  }

  private mutating func search() {
    var pairs: [(Int, Int)] = []
    for first in sides.indices {
      for second in sides.indices.dropFirst(first + 1)
      where sides[first].line.alignment(sides[second].line) > 0.8 {
        pairs.append((first, second))
      }
    }
    for (index, (a, c)) in pairs.enumerated() {
      for (b, d) in pairs[(index + 1)...] {
        let (first, second) = (sides[a].line, sides[c].line)
        guard first.alignment(sides[b].line) < 0.7, first.alignment(sides[d].line) < 0.7,
          second.alignment(sides[b].line) < 0.7, second.alignment(sides[d].line) < 0.7
        else { continue }
        consider([a, b, c, d])
      }
    }
  }

  /// Scores the sheet with these sides in this order round it.
  private mutating func consider(_ indices: [Int]) {
    let lines = indices.map { sides[$0].line }
    guard lines.count(where: \.isBorder) <= 2 else { return }
    var corners: [SIMD2<Float>] = []
    for index in 0..<4 {
      // The corner at which a side starts.
      guard let corner = lines[index].crossing(lines[(index + 3) % 4]),
        abs(corner.x) < 1.6 * half.x, abs(corner.y) < 1.6 * half.y
      else { return }
      corners.append(corner)
    }
    guard let area = Self.area(corners) else { return }
    let share = area / (4 * half.x * half.y)
    guard Self.areas.contains(share) else { return }
    let support = support(indices, corners)
    guard support >= Self.leastSupport else { return }
    // A sheet that is too large loses nothing, so that the larger one comes first.
    let score = support * min(share, 0.8).squareRoot().squareRoot().squareRoot()
    guard score >= 0.75 * best else { return }
    best = max(best, score)
    outlines.append(
      PageOutline(corners: Self.clockwise(corners), support: support, score: score)
    )
  }

  /// The area of a convex shape with reasonable corners; nothing for another.
  private static func area(_ corners: [SIMD2<Float>]) -> Float? {
    var (area, turns) = (Float(0), Float(0))
    for index in 0..<4 {
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      area += (a.x * b.y - a.y * b.x) / 2
      let (u, v) = (b - a, c - b)
      let lengths = ((u * u).sum() * (v * v).sum()).squareRoot()
      let sine = (u.x * v.y - u.y * v.x) / max(lengths, 1e-6)
      guard abs(sine) > 0.5, turns == 0 || sine * turns > 0 else { return nil }
      turns = sine
    }
    return abs(area)
  }

  private func support(_ indices: [Int], _ corners: [SIMD2<Float>]) -> Float {
    let middle = corners.reduce(.zero, +) / 4
    var (light, dark, either, seen) = (Float(0), Float(0), Float(0), Float(0))
    var (weakest, overhang, hidden) = (Float(1), Float(0), 0)
    for index in 0..<4 {
      let side = sides[indices[index]]
      let (start, end) = (corners[index], corners[(index + 1) % 4])
      let part = side.part(from: start, to: end)
      if side.line.isBorder || part.seen < 0.2 * part.length {
        hidden += 1
        continue
      }
      let isInward = (middle * side.line.normal).sum() > side.line.distance
      let (up, down) = isInward ? (part.rising, part.falling) : (part.falling, part.rising)
      light += part.seen * up
      dark += part.seen * down
      either += part.seen * max(up, down)
      seen += part.seen
      weakest = min(weakest, max(up, down))
      for beyond in [side.beyond(start, end, share: 0.15), side.beyond(end, start, share: 0.15)]
      where beyond.seen > 0.5 * beyond.length {
        overhang += max(beyond.rising, beyond.falling) / 8
      }
    }
    guard hidden <= 2, weakest >= 0.3, seen > half.x + half.y else { return 0 }
    let backed = max(light, dark, 0.85 * either) / seen
    guard backed >= Self.leastSupport, stands(out: corners, lighter: light > dark) else { return 0 }
    return backed * (1 - 0.3 * overhang) * (1 - 0.1 * Float(hidden))
  }

  /// Whether a sheet is lighter, or darker, than what lies round it; a block of text is not.
  private func stands(out corners: [SIMD2<Float>], lighter: Bool) -> Bool {
    let middle = corners.reduce(.zero, +) / 4
    var differences: [Int] = []
    for index in 0..<4 {
      let (start, end) = (corners[index], corners[(index + 1) % 4])
      let length = ((end - start) * (end - start)).sum().squareRoot()
      var normal = SIMD2(start.y - end.y, end.x - start.x) / max(length, 1)
      if ((middle - start) * normal).sum() < 0 { normal = -normal }
      for step in 1...19 {
        let place = start + (end - start) * (Float(step) / 20)
        guard let inside = luma(place + normal * 8), let outside = luma(place - normal * 8) else {
          continue
        }
        differences.append(lighter ? inside - outside : outside - inside)
      }
    }
    differences.sort()
    return differences.count >= 20 && differences[differences.count / 4] >= Self.leastContrast
  }

  private static let leastContrast = 5

  private func luma(_ place: SIMD2<Float>) -> Int? {
    let (x, y) = (Int((place.x + half.x).rounded(.down)), Int((place.y + half.y).rounded(.down)))
    guard x >= 0, y >= 0, x < paper.width, y < paper.height else { return nil }
    return Int(paper[x, y])
  }

  private static func clockwise(_ corners: [SIMD2<Float>]) -> [SIMD2<Float>] {
    var corners = corners
    let (u, v) = (corners[1] - corners[0], corners[2] - corners[1])
    if u.x * v.y - u.y * v.x < 0 { corners.reverse() }
    let first = corners.indices.min { corners[$0].sum() < corners[$1].sum() } ?? 0
    return (0..<4).map { corners[(first + $0) % 4] }
  }
}
