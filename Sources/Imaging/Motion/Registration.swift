/// Finds how what a picture shows has moved since an earlier one.
///
/// Small squares with detail in both directions are searched for near where they are expected, and
/// the movement that most of them agree on counts: a hand over the page is outvoted. Made
/// for thumbnails of some 300 pixels' width, where it takes well under a millisecond.
package struct Registration: Sendable, Hashable {
  /// From the earlier picture's pixels to the later one's.
  package var movement: Similarity

  /// The share of the squares that were found where the movement says, 0…1.
  package var agreement: Double

  /// How many squares were looked for.
  package var squares: Int

  /// How far around the expected place it is searched for.
  private static let radius = 5

  /// Registers two pictures of the same size; fails when there is too little to go by, or no movement
  /// explains what is seen.
  ///
  /// - Parameters:
  ///   - earlier: The earlier picture's detail and where to look in it.
  ///   - later: The later picture's detail.
  ///   - guess: About where things went.
  package init?(from earlier: DetailMap, to later: DetailMap, guess: Similarity = .identity) {
    guard earlier.size == later.size, earlier.squares.count >= 6 else { return nil }
    let near = Self.estimate(earlier, later, guess)
    if let near, near.agreement >= 0.6 {
      self = near
      return
    }
    let far = later.jumps(from: earlier).map { Self.estimate(earlier, later, $0) }
    guard let best = (far + [near]).compactMap(\.self).max(by: { $0.agreement < $1.agreement })
    else { return nil }
    self = best
  }

  private init(movement: Similarity, agreement: Double, squares: Int) {
    self.movement = movement
    self.agreement = agreement
    self.squares = squares
  }

  private static func estimate(
    _ earlier: DetailMap,
    _ later: DetailMap,
    _ guess: Similarity
  ) -> Registration? {
    let pairs = earlier.squares.compactMap { corner in
      later.find(corner, of: earlier, radius: radius, guess: guess)
    }
    guard pairs.count >= 6, var fit = medianShift(pairs, after: guess) else { return nil }
    var limit = 3.0
    var inliers: [PointPair] = []
    for _ in 0..<5 {
      inliers = pairs.filter { distance($0, fit) <= limit }
      guard inliers.count >= 6, let next = Similarity.fitted(to: inliers) else { return nil }
      fit = next
      limit = max(limit * 0.6, 0.8)
    }
    let scale = (fit.a * fit.a + fit.b * fit.b).squareRoot()
    // A sheet does not change its size by more between two looks; a wrong fit does.
    guard (0.5...2).contains(scale) else { return nil }
    let agreement = Double(inliers.count) / Double(earlier.squares.count)
    guard agreement >= 0.3 else { return nil }
    return Registration(movement: fit, agreement: agreement, squares: earlier.squares.count)
  }

  /// The guess, moved by the median of what the squares say.
  private static func medianShift(_ pairs: [PointPair], after guess: Similarity) -> Similarity? {
    let shifts = pairs.map { pair in
      let expected = guess.apply(pair.x, pair.y)
      return (x: pair.toX - expected.x, y: pair.toY - expected.y)
    }
    let middle = shifts.count / 2
    let dx = shifts.map(\.x).sorted()[middle]
    let dy = shifts.map(\.y).sorted()[middle]
    return Similarity.shift(dx, dy).after(guess)
  }

  private static func distance(_ pair: PointPair, _ movement: Similarity) -> Double {
    let expected = movement.apply(pair.x, pair.y)
    let (x, y) = (expected.x - pair.toX, expected.y - pair.toY)
    return (x * x + y * y).squareRoot()
  }
}
