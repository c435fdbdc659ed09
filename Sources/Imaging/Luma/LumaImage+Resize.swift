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

  /// Lies the picture on its side, because only whole rows can be added up many pixels at a time.
  private func resizedHorizontally(to newWidth: Int, _ filter: ResampleFilter) -> LumaImage {
    guard newWidth != width else { return self }
    return oriented(.leftMirrored).resizedVertically(to: newWidth, filter).oriented(.leftMirrored)
  }

  private func resizedVertically(to newHeight: Int, _ filter: ResampleFilter) -> LumaImage {
    guard newHeight != height else { return self }
    let weights = ResampleWeights(source: height, target: newHeight, filter: filter)
    var target = LumaImage(width: width, height: newHeight)
    let width = width
    unsafe withPointer { source in
      unsafe target.withMutablePointer { target in
        unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
          guard let sums = sums.baseAddress else { return }
          for y in 0..<newHeight {
            let rows = unsafe WeightedRows(source, width: width, weights: weights, index: y)
            unsafe rows.add(to: sums)
            let line = unsafe target + y &* width
            for x in 0..<width {
              // Above 2²³ a float's last bits count ones: a conversion that cannot trap.
              let value = unsafe min(max(sums[x], 0), 255) + 8_388_608
              unsafe line[x] = UInt8(truncatingIfNeeded: value.bitPattern)
            }
          }
        }
      }
    }
    return target
  }
}

/// The rows of a picture that make up one row of the resized one, with their weights.
@safe
private struct WeightedRows {
  private let source: UnsafePointer<UInt8>
  private let width: Int
  private let first: Int
  private let weights: ArraySlice<Float>

  init(_ source: UnsafePointer<UInt8>, width: Int, weights: ResampleWeights, index: Int) {
    let all = weights.weights[index * weights.taps..<(index + 1) * weights.taps]
    // Weights of 0 at either end cost as much as others and change nothing.
    let used = all.drop { $0 == 0 }
    unsafe self.source = source
    self.width = width
    first = weights.starts[index] + used.startIndex - all.startIndex
    self.weights = used.prefix(used.lastIndex { $0 != 0 }.map { $0 - used.startIndex + 1 } ?? 0)
  }

  /// Sets the sums to those of the weighted rows; four rows at a time.
  func add(to sums: UnsafeMutablePointer<Float>) {
    unsafe sums.update(repeating: 0, count: width)
    var tap = 0
    while tap < weights.count {
      let (a, b) = unsafe (row(tap), row(tap + 1))
      let (c, d) = unsafe (row(tap + 2), row(tap + 3))
      for x in 0..<width {
        let upper = unsafe Float(a.0[x]) * a.1 + Float(b.0[x]) * b.1
        let lower = unsafe Float(c.0[x]) * c.1 + Float(d.0[x]) * d.1
        unsafe sums[x] += upper + lower
      }
      tap += 4
    }
  }

  /// A row and its weight; the first row with weight 0 past the end.
  private func row(_ tap: Int) -> (UnsafePointer<UInt8>, Float) {
    guard tap < weights.count else { return unsafe (source + first * width, 0) }
    return unsafe (
      source + (first + tap) * width, weights[weights.startIndex + tap]
    )
  }
}
