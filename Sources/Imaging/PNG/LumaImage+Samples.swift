extension LumaImage {
  /// Turns interleaved samples into luma, in front of what transparent ones are best seen on.
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
        guard perPixel != 3 else {
          return unsafe LumaPacking.redFirst.unpack(source, count: count, to: target)
        }
        var backdrop = Backdrop()
        for index in 0..<count {
          let sample = unsafe source + index &* perPixel
          let luma =
            unsafe perPixel == 2 ? sample[0] : LumaPacking.luma(sample[0], sample[1], sample[2])
          unsafe backdrop.add(luma, opacity: sample[perPixel &- 1])
          unsafe target[index] = luma
        }
        let behind = backdrop.luma
        for index in 0..<count {
          let opacity = unsafe source[index &* perPixel &+ perPixel &- 1]
          unsafe target[index] = target[index].seen(through: opacity, on: behind)
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
