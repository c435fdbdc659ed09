import Imaging

/// Straightens strips of a picture to rows of the height a recognition model reads.
struct StripSampler {
  /// The height of a straightened strip.
  static let height = 48

  private var levels: [LumaImage]

  /// Prepares a picture.
  init(_ image: LumaImage) {
    levels = [image]
  }

  /// The width a strip gets when it is straightened.
  static func width(of strip: TextStrip) -> Int {
    min(max(Int((Double(height) * strip.ratio).rounded(.up)), 8), widest)
  }

  // How many pixels across the line may become one before the filter skips some.
  private static let mostReduced = 1.6
  // A line of several hundred characters; more is no line.
  private static let widest = 6400

  /// Straightens a strip.
  ///
  /// - Parameters:
  ///   - strip: The strip, in the picture's pixels.
  ///   - width: Columns.
  ///   - rows: Room for `height` rows of `width` values from −1 (black) to 1 (white), each row
  ///     `stride` values after the one above.
  ///   - stride: Values from one row to the next.
  mutating func sample(
    _ strip: TextStrip,
    width: Int,
    to rows: UnsafeMutablePointer<Float>,
    stride: Int
  ) {
    // A copy of half the size for strips so high that the filter would skip pixels.
    var level = 0
    while strip.height / Double(1 << level) > Self.mostReduced * Double(Self.height), level < 5 {
      level += 1
    }
    while levels.count <= level { levels.append(levels[levels.count - 1].reduced(by: .half)) }
    let image = levels[level]
    guard !image.isEmpty else { return }
    let scale = 1 / Double(1 << level)
    for column in 0..<width {
      let along = (Double(column) + 0.5) / Double(width) * 2 - 1
      let top = strip.point(along: along, across: -1) * scale - 0.5
      let bottom = strip.point(along: along, across: 1) * scale - 0.5
      let step = (bottom - top) / Double(Self.height)
      var place = top + step / 2
      for row in 0..<Self.height {
        unsafe rows[row * stride + column] = image.cubic(at: place) / 127.5 - 1
        place += step
      }
    }
  }
}

extension LumaImage {
  /// The luma between the pixels, 0…255, by Catmull and Rom's cubic; the edge goes on for ever.
  @inline(__always)
  fileprivate func cubic(at place: SIMD2<Double>) -> Float {
    let base = SIMD2(place.x.rounded(.down), place.y.rounded(.down))
    let (x, y) = (Int(base.x) - 1, Int(base.y) - 1)
    let columns = Self.weights(Float(place.x - base.x))
    let rows = Self.weights(Float(place.y - base.y))
    let isInside = x >= 0 && y >= 0 && x + 3 < width && y + 3 < height
    return unsafe pixels.withUnsafeBufferPointer { pixels in
      var sum = SIMD4<Float>.zero
      for row in 0..<4 {
        let line = (isInside ? y + row : min(max(y + row, 0), height - 1)) * width
        var values = SIMD4<Float>.zero
        for column in 0..<4 {
          let place = isInside ? x + column : min(max(x + column, 0), width - 1)
          unsafe values[column] = Float(pixels[line + place])
        }
        sum += values * rows[row]
      }
      return min(max((sum * columns).sum(), 0), 255)
    }
  }

  @inline(__always)
  private static func weights(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(
      -0.5 * t3 + t2 - 0.5 * t,
      1.5 * t3 - 2.5 * t2 + 1,
      -1.5 * t3 + 2 * t2 + 0.5 * t,
      0.5 * t3 - 0.5 * t2
    )
  }
}
