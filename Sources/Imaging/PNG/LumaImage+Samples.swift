extension LumaImage {
  /// Turns interleaved samples into luma, on white where they are transparent.
  ///
  /// - Parameters:
  ///   - samples: For each pixel grey and alpha, red, green and blue, or these and alpha.
  ///   - perPixel: 2, 3 or 4.
  mutating func fillFromSamples(_ samples: [UInt8], perPixel: Int) {
    let count = pixels.count
    precondition(samples.count >= count * perPixel, "too few samples for the picture")
    unsafe samples.withUnsafeBufferPointer { buffer in
      guard let source = buffer.baseAddress else { return }
      unsafe withMutablePointer { target in
        switch perPixel {
        case 2:
          for index in 0..<count {
            unsafe target[index] = onWhite(source[index &* 2], alpha: source[index &* 2 &+ 1])
          }
        case 3:
          unsafe LumaPacking.redFirst.unpack(source, count: count, to: target)
        default:
          for index in 0..<count {
            let red = unsafe UInt16(source[index &* 4]) &* 77
            let green = unsafe UInt16(source[index &* 4 &+ 1]) &* 150
            let blue = unsafe UInt16(source[index &* 4 &+ 2]) &* 29
            let luma = UInt8(truncatingIfNeeded: (red &+ green &+ blue &+ 128) &>> 8)
            unsafe target[index] = onWhite(luma, alpha: source[index &* 4 &+ 3])
          }
        }
      }
    }
  }

  /// Replaces every pixel by the entry a table has for it.
  ///
  /// - Parameter table: 256 values.
  mutating func replacePixels(using table: [UInt8]) {
    precondition(table.count == 256, "a table has an entry for every luma value")
    let count = pixels.count
    unsafe table.withUnsafeBufferPointer { table in
      unsafe withMutablePointer { pixels in
        for index in 0..<count { unsafe pixels[index] = table[Int(pixels[index])] }
      }
    }
  }
}

/// What is seen of a value through its transparency, in front of white.
@inline(__always)
private func onWhite(_ value: UInt8, alpha: UInt8) -> UInt8 {
  let sum = UInt32(value) &* UInt32(alpha) &+ 255 &* (255 &- UInt32(alpha))
  return UInt8(truncatingIfNeeded: (sum &+ 127) / 255)
}
