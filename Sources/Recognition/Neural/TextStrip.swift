import Glibc

/// The strip of a picture that one line of text fills; it may be slanted, curved and wedge-shaped.
///
/// Along the text runs a middle line, a polynomial over the strip's straight axis; the text reaches
/// equally far to both sides of it. Places on it are given as `along`, −1 where the text begins and
/// 1 where it ends, and `across`, −1 above it and 1 below.
struct TextStrip: Equatable {
  /// The middle of the straight axis, in pixels.
  var center: SIMD2<Double>

  /// The direction of the text, of length 1.
  var axis: SIMD2<Double>

  /// Half the length of the axis, in pixels.
  var halfLength: Double

  /// The middle line's distance from the axis, as coefficients of powers of `along`.
  var curve: SIMD4<Double> = .zero

  /// Half the height in the middle, in pixels.
  var halfHeight: Double

  /// How much half the height grows from the middle to the end.
  var growth = 0.0

  /// How many times as long as high the strip is.
  var ratio: Double { halfLength / max(halfHeight, 0.01) }

  /// The length in pixels.
  var length: Double { 2 * halfLength }

  /// The height in pixels.
  var height: Double { 2 * halfHeight }

  /// The place in the picture.
  func point(along: Double, across: Double) -> SIMD2<Double> {
    let normal = SIMD2(-axis.y, axis.x)
    let offset = ((curve.w * along + curve.z) * along + curve.y) * along + curve.x
    let slope =
      ((3 * curve.w * along + 2 * curve.z) * along + curve.y) / max(halfLength, 0.01)
    let lean = 1 / (1 + slope * slope).squareRoot()
    let reach = across * (halfHeight + growth * along)
    let (forward, sideways) = (along * halfLength - slope * lean * reach, offset + lean * reach)
    return center + axis * forward + normal * sideways
  }

  /// The four corners of a part of it, clockwise from where the text starts.
  func corners(from start: Double = -1, to end: Double = 1) -> [SIMD2<Double>] {
    [
      point(along: start, across: -1), point(along: end, across: -1),
      point(along: end, across: 1), point(along: start, across: 1),
    ]
  }

  /// The same strip read from its other end.
  var reversed: TextStrip {
    var strip = self
    strip.axis = -axis
    // Both the axis and what lies across it turn round.
    strip.curve = curve * SIMD4(-1, 1, -1, 1)
    strip.growth = -growth
    return strip
  }

  /// The strip grown on all sides.
  ///
  /// - Parameter ratio: The width of the margin as a multiple of area by circumference.
  /// - Returns: The larger strip.
  func grown(by ratio: Double) -> TextStrip {
    var strip = self
    let margin = halfLength * halfHeight * 2 * ratio / (2 * (halfLength + halfHeight))
    strip.halfHeight += margin
    strip.halfLength += margin
    // The curve stays where it was in the picture though its ends lie farther out now.
    let stretch = strip.halfLength / max(halfLength, 0.01)
    strip.curve *= SIMD4(1, stretch, stretch * stretch, stretch * stretch * stretch)
    strip.growth *= stretch
    return strip
  }
}

extension TextStrip {
  /// The strip that a region of a map fills; nothing for a region too small to be text.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - scale: How many pixels of the picture a place of the map is wide and high.
  init?(_ region: TextRegion, scale: SIMD2<Double>) {
    var outline: [SIMD2<Double>] = []
    outline.reserveCapacity(region.runs.count * 4)
    for run in region.runs {
      for (x, y) in [
        (run.start, run.y), (run.end, run.y), (run.start, run.y + 1), (run.end, run.y + 1),
      ] {
        outline.append(SIMD2(Double(x), Double(y)) * scale)
      }
    }
    guard let rectangle = TurnedRectangle(around: outline),
      rectangle.breadth >= Self.smallestBreadth * min(scale.x, scale.y)
    else { return nil }
    var (axis, length, breadth) = (rectangle.axis, rectangle.length, rectangle.breadth)
    if length < 1.5 * breadth, abs(axis.y) > abs(axis.x) {
      // A letter or two: which side is longer says nothing about where the text runs.
      axis = SIMD2(axis.y, -axis.x)
      if axis.x < 0 { axis = -axis }
      swap(&length, &breadth)
    }
    self.init(
      center: rectangle.center,
      axis: axis,
      halfLength: length / 2,
      halfHeight: breadth / 2
    )
    if length > 4 * breadth { follow(region, scale: scale) }
  }

  // In places of the map; less is noise.
  private static let smallestBreadth = 3.0

  /// Bends the strip to follow a region.
  private mutating func follow(_ region: TextRegion, scale: SIMD2<Double>) {
    let normal = SIMD2(-axis.y, axis.x)
    // About as many samples along the strip as it is long in places of the map.
    let step = max(min(scale.x, scale.y), halfLength / 256)
    let count = max(Int(2 * halfLength / step), 8)
    var low = [Double](repeating: .infinity, count: count)
    var high = [Double](repeating: -.infinity, count: count)
    for run in region.runs {
      for x in run.start..<run.end {
        let place = SIMD2(Double(x) + 0.5, Double(run.y) + 0.5) * scale - center
        let along = (place * axis).sum() / halfLength
        let index = min(max(Int((along + 1) / 2 * Double(count)), 0), count - 1)
        let across = (place * normal).sum()
        low[index] = min(low[index], across)
        high[index] = max(high[index], across)
      }
    }
    // The ends are round: what they are high says nothing.
    let margin = min(max(Int(halfHeight / step), 1), count / 8)
    var middles: [(along: Double, value: Double)] = []
    var heights: [(along: Double, value: Double)] = []
    for index in margin..<count - margin where high[index] >= low[index] {
      let along = (Double(index) + 0.5) / Double(count) * 2 - 1
      middles.append((along, (low[index] + high[index]) / 2))
      heights.append((along, (high[index] - low[index] + min(scale.x, scale.y)) / 2))
    }
    guard middles.count >= 8 else { return }
    let degree = ratio > 8 ? 3 : 1
    if let fitted = Self.fit(middles, degree: degree) { curve = fitted }
    if let fitted = Self.fit(heights, degree: 1), fitted.x > 0 {
      halfHeight = fitted.x
      growth = min(max(fitted.y, -0.4 * fitted.x), 0.4 * fitted.x)
    }
  }

  /// The polynomial with the smallest sum of squares.
  private static func fit(
    _ samples: [(along: Double, value: Double)],
    degree: Int
  ) -> SIMD4<Double>? {
    let size = degree + 1
    var rows = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
    for sample in samples {
      var powers = [1.0]
      for _ in 0..<degree { powers.append(powers[powers.count - 1] * sample.along) }
      for i in 0..<size {
        for j in 0..<size { rows[i][j] += powers[i] * powers[j] }
        rows[i][size] += powers[i] * sample.value
      }
    }
    for i in 0..<size {
      let pivot = (i..<size).max { abs(rows[$0][i]) < abs(rows[$1][i]) } ?? i
      rows.swapAt(i, pivot)
      guard abs(rows[i][i]) > 1e-9 else { return nil }
      for j in 0..<size where j != i {
        let factor = rows[j][i] / rows[i][i]
        for k in i...size { rows[j][k] -= factor * rows[i][k] }
      }
    }
    var result = SIMD4<Double>.zero
    for i in 0..<size { result[i] = rows[i][size] / rows[i][i] }
    return result
  }
}
