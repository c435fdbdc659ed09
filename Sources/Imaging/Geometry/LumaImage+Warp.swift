extension LumaImage {
  /// The picture as seen through a mapping of its plane.
  ///
  /// Enlarged parts are interpolated by Catmull and Rom's cubic, reduced ones averaged first. Outside
  /// the picture its edge goes on.
  ///
  /// - Parameters:
  ///   - size: The size of the result.
  ///   - source: Where a place of the result lies in this picture.
  /// - Returns: The seen picture; white where there is nothing to see.
  public func warped(to size: PixelSize, from source: Homography) -> LumaImage {
    guard !isEmpty, size.width > 0, size.height > 0 else {
      return LumaImage(width: max(size.width, 0), height: max(size.height, 0), filledWith: 255)
    }
    let level = Self.reduction(at: size, from: source)
    guard level != .full else { return sampled(to: size, from: source) }
    let part = 1 / Double(level.divisor)
    let smaller = Homography(scale: SIMD2(part, part))
    return reduced(by: level).sampled(to: size, from: source.then(smaller))
  }

  /// How much smaller a copy must be for the filter not to skip pixels in the middle of the result.
  private static func reduction(at size: PixelSize, from source: Homography) -> DecodeScale {
    let middle = SIMD2(Double(size.width) / 2, Double(size.height) / 2)
    let place = source(middle)
    let right = source(middle + SIMD2(1, 0)) - place
    let down = source(middle + SIMD2(0, 1)) - place
    let step = max((right * right).sum(), (down * down).sum()).squareRoot()
    if step >= 6.4 { return .eighth }
    if step >= 3.2 { return .quarter }
    return step >= 1.6 ? .half : .full
  }

  private func sampled(to size: PixelSize, from source: Homography) -> LumaImage {
    let (width, height) = (size.width, size.height)
    var target = LumaImage(width: width, height: height)
    let sampler = CubicSampler.shared
    unsafe withPointer { pixels in
      unsafe target.withMutablePointer { rows in
        for y in 0..<height {
          var (place, step) = source.along(row: Double(y) + 0.5, from: 0.5)
          let row = unsafe rows + y &* width
          // Recomputed now and then, so that rounding does not add up.
          for x in 0..<width {
            if x & 255 == 0 {
              (place, step) = source.along(row: Double(y) + 0.5, from: Double(x) + 0.5)
            }
            let divisor = 1 / place.z
            unsafe row[x] = sampler.value(
              pixels,
              self.width,
              self.height,
              at: Float(place.x * divisor - 0.5),
              Float(place.y * divisor - 0.5)
            )
            place += step
          }
        }
      }
    }
    return target
  }
}

/// Interpolates between pixels by Catmull and Rom's cubic, at places rounded to 64ths of a pixel.
private struct CubicSampler {
  static let shared = CubicSampler()

  private let weights: [SIMD4<Float>]

  private init() {
    weights = (0...64).map { index in
      let t = Float(index) / 64
      let (t2, t3) = (t * t, t * t * t)
      return SIMD4(
        -0.5 * t3 + t2 - 0.5 * t,
        1.5 * t3 - 2.5 * t2 + 1,
        -1.5 * t3 + 2 * t2 + 0.5 * t,
        0.5 * t3 - 0.5 * t2
      )
    }
  }

  @inline(__always)
  func value(
    _ pixels: UnsafePointer<UInt8>,
    _ width: Int,
    _ height: Int,
    at x: Float,
    _ y: Float
  ) -> UInt8 {
    // A place on the horizon is not a number; the comparison then takes the border.
    let x = x > -1 ? min(x, Float(width)) : -1
    let y = y > -1 ? min(y, Float(height)) : -1
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int(left) &- 1, Int(top) &- 1)
    let across = weights[Int((x - left) * 64)]
    let down = weights[Int((y - top) * 64)]
    var sum = SIMD4<Float>.zero
    if column >= 0 && row >= 0 && column &+ 3 < width && row &+ 3 < height {
      for index in 0..<4 {
        let offset = (row &+ index) &* width &+ column
        let line = unsafe UnsafeRawPointer(pixels + offset)
        let four = unsafe line.loadUnaligned(as: SIMD4<UInt8>.self)
        sum += SIMD4<Float>(four) * down[index]
      }
    } else {
      for index in 0..<4 {
        let line = min(max(row &+ index, 0), height &- 1) &* width
        var four = SIMD4<Float>.zero
        for place in 0..<4 {
          let x = min(max(column &+ place, 0), width &- 1)
          unsafe four[place] = Float(pixels[line &+ x])
        }
        sum += four * down[index]
      }
    }
    let value = min(max((sum * across).sum(), 0), 255) + 8_388_608
    return UInt8(truncatingIfNeeded: value.bitPattern)
  }
}
