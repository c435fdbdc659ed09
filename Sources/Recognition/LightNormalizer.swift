import Imaging

/// Evens out the light on a page, so that shadows and lamps do not decide what is ink.
///
/// The paper's brightness is estimated on a small copy: ink is thin, so the brightest neighbour of a
/// place is paper, and a median over a wider neighbourhood forgets edges and pictures. Dividing by it
/// makes paper white everywhere. Light text on a dark ground comes out dark on light.
struct LightNormalizer {
  // The long side of the small copy; neighbourhoods are in its pixels.
  private static let reducedSide = 300
  private static let inkReach = 2
  private static let paperReach = 5
  // Paper ends a little under white, so that slight noise on it stays.
  static let paperValue = 245

  /// The picture with even light.
  ///
  /// - Parameters:
  ///   - image: Any picture.
  ///   - isDark: Whether its text is lighter than what is round it; nothing to look.
  /// - Returns: One of the same size.
  static func normalize(_ image: LumaImage, isDark: Bool? = nil) -> LumaImage {
    guard !image.isEmpty else { return image }
    var small = image.reduced(toLongSide: reducedSide)
    let isDark = isDark ?? small.hasLightText(reach: inkReach)
    if isDark { small.invert() }
    var paper = small.dilated(by: inkReach).medianFiltered(reach: paperReach)
    paper.fill(
      below: 0.55,
      of: small.dilated(by: 4 * inkReach).medianFiltered(reach: 3 * paperReach)
    )
    var even = divide(image, inverted: isDark, by: paper)
    even.deepenInk(paper: paperValue)
    return even
  }

  /// Divides by the brightness of the paper, which is enlarged to the picture on the way.
  private static func divide(_ image: LumaImage, inverted: Bool, by paper: LumaImage) -> LumaImage {
    var result = image
    let flip: UInt8 = inverted ? 255 : 0
    let factors = (0..<256).map { (UInt32(paperValue) << 16) / UInt32(max($0, 1)) }
    let columns = steps(from: image.width, to: paper.width)
    let rows = steps(from: image.height, to: paper.height)
    var row = [Int32](repeating: 0, count: paper.width + 1)
    let width = image.width
    result.withMutablePixels { target in
      unsafe target.withUnsafeMutableBufferPointer { target in
        for y in rows.indices {
          let (upper, lower) = (rows[y].first, min(rows[y].first + 1, paper.height - 1))
          for x in 0..<paper.width {
            let (a, b) = (Int32(paper[x, upper]), Int32(paper[x, lower]))
            row[x] = a << 8 + (b - a) * rows[y].weight
          }
          row[paper.width] = row[paper.width - 1]
          let line = unsafe UnsafeMutableBufferPointer(
            rebasing: target[y * width..<(y + 1) * width]
          )
          unsafe divide(line, flip: flip, by: row, at: columns, factors: factors)
        }
      }
    }
    return result
  }

  /// Divides one row.
  private static func divide(
    _ line: UnsafeMutableBufferPointer<UInt8>,
    flip: UInt8,
    by row: [Int32],
    at columns: [Step],
    factors: [UInt32]
  ) {
    unsafe row.withUnsafeBufferPointer { row in
      unsafe columns.withUnsafeBufferPointer { columns in
        unsafe factors.withUnsafeBufferPointer { factors in
          for x in columns.indices {
            let step = unsafe columns[x]
            let (left, right) = unsafe (row[step.first], row[step.first + 1])
            let value = left &+ ((right &- left) &* step.weight) >> 8
            let factor = unsafe factors[Int(value >> 8)]
            let pixel = unsafe UInt32(line[x] ^ flip)
            unsafe line[x] = UInt8(truncatingIfNeeded: min((pixel &* factor) >> 16, 255))
          }
        }
      }
    }
  }

  /// Where a pixel of a long row falls between two of a short one: the first, and how far towards
  /// the second in 256ths.
  private struct Step {
    var first: Int
    var weight: Int32
  }

  private static func steps(from long: Int, to short: Int) -> [Step] {
    let scale = Double(short) / Double(max(long, 1))
    return (0..<long).map { place in
      let exact = max((Double(place) + 0.5) * scale - 0.5, 0)
      let first = min(Int(exact), short - 1)
      return Step(
        first: first,
        weight: first == short - 1 ? 0 : Int32((exact - Double(first)) * 256)
      )
    }
  }
}
