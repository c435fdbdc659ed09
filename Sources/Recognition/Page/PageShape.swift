import Glibc

/// The true shape of a rectangle that a camera sees from the side.
enum PageShape {
  /// The width by the height of a rectangle.
  ///
  /// Two pairs of parallel sides give two vanishing points; seen from the lens they are square to each
  /// other, which gives the focal length, and with it the lengths of the sides (Zhang and He,
  /// "Whiteboard scanning and image enhancement", 2007).
  ///
  /// - Parameters:
  ///   - corners: Its corners in the picture, clockwise from the upper left.
  ///   - center: Where the lens looks, the middle of the picture as a rule.
  ///   - seen: The ratio as it appears.
  /// - Returns: The ratio; nothing where the sides are too parallel to tell, or the answer is absurd.
  static func ratio(
    of corners: [SIMD2<Double>],
    seenFrom center: SIMD2<Double>,
    about seen: Double
  ) -> Double? {
    func lift(_ index: Int) -> SIMD3<Double> {
      let point = corners[index] - center
      return SIMD3(point.x, point.y, 1)
    }
    let (a, b, c, d) = (lift(0), lift(1), lift(3), lift(2))
    func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }
    func dot(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> Double { (u * v).sum() }
    let k2 = dot(cross(a, d), c) / dot(cross(b, d), c)
    let k3 = dot(cross(a, d), b) / dot(cross(c, d), b)
    guard k2.isFinite, k3.isFinite else { return nil }
    let (across, down) = (k2 * b - a, k3 * c - a)
    guard abs(across.z) > 0.02, abs(down.z) > 0.02 else { return nil }
    let square = -(across.x * down.x + across.y * down.y) / (across.z * down.z)
    // Lenses of cameras and telephones see from half to three times their picture's side.
    let side = max(center.x, center.y) * 2
    guard square > 0.25 * side * side, square < 9 * side * side else { return nil }
    func length(_ side: SIMD3<Double>) -> Double {
      ((side.x * side.x + side.y * side.y) / square + side.z * side.z).squareRoot()
    }
    let ratio = length(across) / length(down)
    guard ratio.isFinite, ratio > seen / 1.25, ratio < seen * 1.25 else { return nil }
    return ratio
  }
}
