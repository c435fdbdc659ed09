import Imaging

extension LumaImage {
  /// The picture at twice the size, by Catmull-Rom interpolation.
  ///
  /// For small print: Tesseract reads best when an x is about 20 pixels high.
  func doubled() -> LumaImage {
    guard !isEmpty else { return self }
    var tall = LumaImage(width: width, height: height * 2)
    tall.withMutablePixels { target in
      unsafe target.withUnsafeMutableBufferPointer { target in
        unsafe pixels.withUnsafeBufferPointer { source in
          for y in 0..<height {
            let rows = (-2...2).map { min(max(y + $0, 0), height - 1) * width }
            for x in 0..<width {
              let (above, here, below) = unsafe (
                Int32(source[rows[1] + x]), Int32(source[rows[2] + x]), Int32(source[rows[3] + x])
              )
              let upper = unsafe interpolate(Int32(source[rows[0] + x]), above, here, below)
              let lower = unsafe interpolate(Int32(source[rows[4] + x]), below, here, above)
              unsafe target[2 * y * width + x] = upper
              unsafe target[(2 * y + 1) * width + x] = lower
            }
          }
        }
      }
    }
    return tall.widened()
  }

  private func widened() -> LumaImage {
    var wide = LumaImage(width: width * 2, height: height)
    wide.withMutablePixels { target in
      unsafe target.withUnsafeMutableBufferPointer { target in
        unsafe pixels.withUnsafeBufferPointer { source in
          for y in 0..<height {
            let row = y * width
            let last = width - 1
            for x in 0..<width {
              let (before, here, after) = unsafe (
                Int32(source[row + max(x - 1, 0)]), Int32(source[row + x]),
                Int32(source[row + min(x + 1, last)])
              )
              unsafe target[2 * (row + x)] = interpolate(
                Int32(source[row + max(x - 2, 0)]),
                before,
                here,
                after
              )
              unsafe target[2 * (row + x) + 1] = interpolate(
                Int32(source[row + min(x + 2, last)]),
                after,
                here,
                before
              )
            }
          }
        }
      }
    }
    return wide
  }

  /// The value a quarter of the way from `here` to `near`; `far` lies beyond it, `behind` opposite.
  @inline(__always)
  private func interpolate(_ far: Int32, _ near: Int32, _ here: Int32, _ behind: Int32) -> UInt8 {
    let sum = -3 * far + 29 * near + 111 * here - 9 * behind + 64
    return UInt8(truncatingIfNeeded: min(max(sum >> 7, 0), 255))
  }
}
