import Glibc
import Imaging

/// The plane a few lines of text lie in where no sheet's sides tell it: lines fan out, and letters lean.
///
/// The lines are level where the ink, added up along the rows, jumps most from row to row, and the letters
/// stand upright where it does so from column to column. The first is searched over the angle and the
/// fanning of the lines at once, the second over the lean of the letters.
struct TextPlane {
  /// From the picture made level and upright to the one that was looked at, both in pixels.
  let origin: Homography

  /// How large the picture made level and upright is.
  let size: PixelSize

  // How many places with ink it looks at.
  private static let mostPoints = 6000
  private static let bins = 160

  /// Searches at once; nothing where there is no ink, or where the lines are as level and the letters as
  /// upright as they would become.
  ///
  /// - Parameters:
  ///   - image: A picture with even light, dark on light.
  ///   - boxes: Where its letters are; other ink does not count. Pixel edges.
  ///   - direction: In what direction they stand beside each other, in degrees, where known.
  init?(_ image: LumaImage, letters boxes: [EngineBox], direction: Double?) {
    let points = Self.ink(of: image, in: boxes)
    guard points.count >= 200 else { return nil }
    let middle = points.reduce(.zero, +) / Float(points.count)
    let reach = points.map { abs($0.x - middle.x) + abs($0.y - middle.y) }.max() ?? 1
    let places = points.map { ($0 - middle) / reach }
    let lines = Self.search(places, about: direction)
    let level = places.compactMap { lines.apply($0) }
    guard level.count == places.count else { return nil }
    let lean =
      stride(from: Float(-1.5), through: 1.5, by: 0.05)
      .max { Self.contrast(level, lean: $0) < Self.contrast(level, lean: $1) } ?? 0
    guard abs(lines.degrees) >= 3 || abs(lines.fan) > 0.05 || abs(lean) > 0.15 else { return nil }
    let upright = level.map { SIMD2($0.x + lean * $0.y, $0.y) }
    let low = upright.reduce(upright[0]) { pointwiseMin($0, $1) }
    let high = upright.reduce(upright[0]) { pointwiseMax($0, $1) }
    let margin = 0.12 * (high.y - low.y)
    let (first, last) = (low - margin, high + margin)
    var corners: [SIMD2<Double>] = []
    for corner in [first, SIMD2(last.x, first.y), last, SIMD2(first.x, last.y)] {
      guard let place = lines.undo(SIMD2(corner.x - lean * corner.y, corner.y)) else { return nil }
      corners.append(SIMD2<Double>(place * reach + middle))
    }
    guard let whole = Homography(unitSquareTo: corners) else { return nil }
    // In the middle a pixel stays a pixel, unless there would be too many.
    let extent = SIMD2<Double>(last - first) * Double(reach)
    let most = (Double(PreparedView.mostPixels) / max(extent.x * extent.y, 1)).squareRoot()
    size = PixelSize(
      width: max(Int(extent.x * min(most, 1)), 1),
      height: max(Int(extent.y * min(most, 1)), 1)
    )
    origin = Homography(scale: 1 / SIMD2(Double(size.width), Double(size.height))).then(whole)
  }

  /// Lines that run at an angle and meet somewhere.
  private struct Lines {
    var degrees: Float
    /// By how much the distance of the lines shrinks from the middle to the right.
    var fan: Float

    private var direction: SIMD2<Float> {
      SIMD2(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    }

    /// A place with these lines made level; nothing for one behind where they meet.
    func apply(_ place: SIMD2<Float>) -> SIMD2<Float>? {
      let axis = direction
      let (along, across) = ((place * axis).sum(), place.y * axis.x - place.x * axis.y)
      let divisor = 1 + fan * along
      return divisor > 0.1 ? SIMD2(along, across) / divisor : nil
    }

    /// The place that a place comes from; nothing for one beyond the horizon.
    func undo(_ place: SIMD2<Float>) -> SIMD2<Float>? {
      let axis = direction
      guard 1 - fan * place.x > 0.1 else { return nil }
      let along = place.x / (1 - fan * place.x)
      let across = place.y * (1 + fan * along)
      return SIMD2(along * axis.x - across * axis.y, along * axis.y + across * axis.x)
    }
  }

  /// A few thousand places with ink.
  private static func ink(of image: LumaImage, in boxes: [EngineBox]) -> [SIMD2<Float>] {
    let area = boxes.reduce(0) { $0 + $1.width * $1.height }
    let step = max(Int((Double(area) / 3 / Double(mostPoints)).squareRoot().rounded()), 1)
    var points: [SIMD2<Float>] = []
    for box in boxes {
      for y in stride(from: box.top + step / 2, to: min(box.bottom, image.height), by: step) {
        for x in stride(from: box.left + step / 2, to: min(box.right, image.width), by: step)
        where image[x, y] < PreparedView.inkLimit {
          points.append(SIMD2(Float(x) + 0.5, Float(y) + 0.5))
        }
      }
    }
    return points
  }

  private static func search(_ places: [SIMD2<Float>], about direction: Double?) -> Lines {
    var best = (lines: Lines(degrees: 0, fan: 0), contrast: -Float.infinity)
    func consider(_ lines: Lines) {
      // A little has to speak for a fan that is not needed.
      let contrast = Self.contrast(places, lines) * (1 - 0.1 * abs(lines.fan))
      if contrast > best.contrast { best = (lines, contrast) }
    }
    var angles = stride(from: Float(-42), through: 42, by: 3).map { $0 }
    if let direction, abs(direction) < 60 {
      angles.removeAll { abs($0 - Float(direction)) > 15 }
    }
    for degrees in angles {
      for fan in stride(from: Float(-0.8), through: 0.8, by: 0.1) {
        consider(Lines(degrees: degrees, fan: fan))
      }
    }
    let rough = best.lines
    for degrees in stride(from: Float(-2.5), through: 2.5, by: 0.5) {
      for fan in stride(from: Float(-0.08), through: 0.08, by: 0.02) {
        consider(Lines(degrees: rough.degrees + degrees, fan: rough.fan + fan))
      }
    }
    return best.lines
  }

  /// How much the ink jumps from row to row with lines made level.
  private static func contrast(_ places: [SIMD2<Float>], _ lines: Lines) -> Float {
    var rows: [Float] = []
    rows.reserveCapacity(places.count)
    for place in places {
      guard let level = lines.apply(place) else { return 0 }
      rows.append(level.y)
    }
    return contrast(rows)
  }

  /// How much the ink jumps from column to column with letters made upright.
  private static func contrast(_ places: [SIMD2<Float>], lean: Float) -> Float {
    contrast(places.map { $0.x + lean * $0.y })
  }

  /// How much the density of numbers jumps, whatever they are multiplied by.
  private static func contrast(_ numbers: [Float]) -> Float {
    let count = Float(numbers.count)
    let mean = numbers.reduce(0, +) / count
    let spread = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
    guard spread > 0 else { return 0 }
    var sums = [Float](repeating: 0, count: bins + 2)
    // Three times the spread to either side.
    let unit = Float(bins) / (6 * spread)
    for number in numbers {
      let place = min(max((number - mean) * unit + Float(bins) / 2, 0), Float(bins) - 0.01)
      let part = place - place.rounded(.down)
      sums[Int(place)] += 1 - part
      sums[Int(place) + 1] += part
    }
    var total: Float = 0
    for index in 1..<bins {
      let step = sums[index + 1] - sums[index - 1]
      total += step * step
    }
    return total / (count * count)
  }
}
