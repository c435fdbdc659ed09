import Glibc
import Imaging

/// By how much the lines of text in a picture lean.
struct TextSkew {
  /// The angle of the lines, in radians; positive where they fall to the right.
  let angle: Double

  /// How much clearer the lines stand out along this angle than along a typical one; 1 for no lines.
  let clarity: Double

  /// How much clearer lines stand out level than upright; under 1 for text that lies on its side.
  let levelness: Double

  /// Whether the lines run rather across than down.
  let isLevel: Bool

  // The long side of the picture it looks at.
  private static let reducedSide = 600
  private static let widest = 44

  /// Turns the picture's ink to every angle and adds it up along the rows: across lines of text the
  /// sums jump.
  ///
  /// - Parameters:
  ///   - image: A picture with even light, dark on light.
  ///   - direction: In what direction its letters stand beside each other, in degrees, where known.
  init(_ image: LumaImage, direction: Double?) {
    let small = image.reduced(toLongSide: Self.reducedSide)
    var ink: [(place: SIMD2<Float>, weight: Float)] = []
    let middle = SIMD2(Float(small.width), Float(small.height)) / 2
    for y in 0..<small.height {
      for x in 0..<small.width where small[x, y] < 190 {
        ink.append((SIMD2(Float(x), Float(y)) - middle, Float(245 - Int(small[x, y])) / 245))
      }
    }
    let reach = Int(hypot(middle.x, middle.y)) + 2
    func contrast(_ degrees: Double) -> Double {
      let radians = Float(degrees) * .pi / 180
      let across = SIMD2(-sin(radians), cos(radians))
      var sums = [Float](repeating: 0, count: 2 * reach + 1)
      for point in ink {
        let place = (point.place * across).sum()
        let base = place.rounded(.down)
        let part = (place - base) * point.weight
        sums[Int(base) + reach] += point.weight - part
        sums[Int(base) + reach + 1] += part
      }
      // Over four rows, so that the pixels' own grid, seen aslant, does not look like lines.
      var total = 0.0
      for index in 4..<sums.count {
        let above = sums[index - 4] + sums[index - 3]
        let step = Double(sums[index - 1] + sums[index] - above)
        total += step * step
      }
      return total
    }
    guard ink.count >= 50 else {
      (angle, clarity, levelness, isLevel) = (0, 1, 1, true)
      return
    }
    var range = -Self.widest...Self.widest
    var level = true
    if let direction {
      level = abs(direction) <= 45
      let lean = Int((level ? direction : direction - (direction > 0 ? 90 : -90)).rounded())
      range = max(lean - 7, -Self.widest)...min(lean + 7, Self.widest)
      // The edge of the range belongs to it on both sides.
      if range.isEmpty { range = -7...7 }
    }
    let all = (-Self.widest...Self.widest).map { ($0, contrast(Double($0) + (level ? 0 : 90))) }
    let typical = all.map(\.1).sorted()[all.count / 2]
    let top = all.filter { range.contains($0.0) }.max { $0.1 < $1.1 } ?? (0, 1)
    let base = level ? 0.0 : 90
    let fine = stride(from: -0.75, through: 0.75, by: 0.25).map { Double(top.0) + $0 }
    let best = fine.max { contrast($0 + base) < contrast($1 + base) } ?? Double(top.0)
    angle = best * .pi / 180
    clarity = direction == nil ? top.1 / max(typical, 1) : max(top.1 / max(typical, 1), 2.5)
    let other = contrast(best + 90 - base)
    levelness = level ? top.1 / max(other, 1) : min(other / max(top.1, 1), 0.7)
    isLevel = level
  }
}
