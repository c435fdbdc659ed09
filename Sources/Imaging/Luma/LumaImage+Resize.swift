extension LumaImage {
  /// The picture at another size.
  ///
  /// Works along one axis after the other; shrinking widens the filter, so that it averages instead
  /// of skipping pixels.
  ///
  /// - Parameters:
  ///   - size: The new size.
  ///   - filter: The shape of the filter.
  /// - Returns: The resized picture; empty when either size is.
  public func resized(to size: PixelSize, filter: ResampleFilter = .bicubic) -> LumaImage {
    guard !isEmpty, size.width > 0, size.height > 0 else {
      return LumaImage(width: max(size.width, 0), height: max(size.height, 0), filledWith: 255)
    }
    // The axis that shrinks first leaves less to do for the other.
    if size.height <= height {
      return resizedVertically(to: size.height, filter).resizedHorizontally(to: size.width, filter)
    }
    return resizedHorizontally(to: size.width, filter).resizedVertically(to: size.height, filter)
  }

  private func resizedVertically(to newHeight: Int, _ filter: ResampleFilter) -> LumaImage {
    guard newHeight != height else { return self }
    let weights = ResampleWeights(source: height, target: newHeight, filter: filter)
    var target = LumaImage(width: width, height: newHeight)
    let width = width
    unsafe withPointer { source in
      unsafe target.withMutablePointer { target in
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: width) { sums in
          guard let sums = sums.baseAddress else { return }
          for y in 0..<newHeight {
            unsafe sums.update(repeating: 1 << (ResampleWeights.precision - 1), count: width)
            for tap in 0..<weights.taps {
              let weight = weights.weights[y &* weights.taps &+ tap]
              guard weight != 0 else { continue }
              let row = unsafe source + (weights.starts[y] &+ tap) &* width
              for x in 0..<width {
                unsafe sums[x] &+= Int32(Int16(row[x])) &* Int32(weight)
              }
            }
            let row = unsafe target + y &* width
            for x in 0..<width {
              let value = unsafe sums[x] >> ResampleWeights.precision
              unsafe row[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
            }
          }
        }
      }
    }
    return target
  }

  private func resizedHorizontally(to newWidth: Int, _ filter: ResampleFilter) -> LumaImage {
    guard newWidth != width else { return self }
    let weights = ResampleWeights(source: width, target: newWidth, filter: filter)
    var target = LumaImage(width: newWidth, height: height)
    let (width, height, taps) = (width, height, weights.taps)
    unsafe withPointer { source in
      unsafe target.withMutablePointer { target in
        unsafe weights.weights.withUnsafeBufferPointer { values in
          unsafe weights.starts.withUnsafeBufferPointer { starts in
            for y in 0..<height {
              let from = unsafe source + y &* width
              let to = unsafe target + y &* newWidth
              for x in 0..<newWidth {
                let pixels = unsafe from + starts[x]
                var sum: Int32 = 1 << (ResampleWeights.precision - 1)
                for tap in 0..<taps {
                  unsafe sum &+= Int32(pixels[tap]) &* Int32(values[x &* taps &+ tap])
                }
                let value = min(max(sum >> ResampleWeights.precision, 0), 255)
                unsafe to[x] = UInt8(truncatingIfNeeded: value)
              }
            }
          }
        }
      }
    }
    return target
  }
}
