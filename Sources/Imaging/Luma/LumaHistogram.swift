/// How often each luma value occurs in a picture.
public struct LumaHistogram: Sendable, Hashable {
  /// 256 counts, from black to white.
  public let counts: [Int]

  /// The number of pixels.
  public let total: Int

  /// Makes a histogram from counts.
  ///
  /// - Parameter counts: 256 counts, from black to white.
  init(counts: [Int]) {
    precondition(counts.count == 256, "a histogram has a count for every luma value")
    self.counts = counts
    total = counts.reduce(0, +)
  }

  /// The mean luma; 0 for an empty picture.
  public var mean: Double {
    guard total > 0 else { return 0 }
    return Double(counts.indices.reduce(0) { $0 + $1 * counts[$1] }) / Double(total)
  }

  /// The luma that a share of the pixels does not exceed.
  ///
  /// - Parameter share: 0 for the darkest pixel, 0.5 for the median, 1 for the brightest.
  /// - Returns: The smallest such value; 0 for an empty picture.
  public func percentile(_ share: Double) -> UInt8 {
    let wanted = max(1, Int((min(max(share, 0), 1) * Double(total)).rounded(.up)))
    var seen = 0
    for (value, count) in counts.enumerated() {
      seen += count
      if seen >= wanted { return UInt8(truncatingIfNeeded: value) }
    }
    return 0
  }

  /// The share of pixels at or above a value, such as the blown-out ones under glare.
  ///
  /// - Parameter value: The least luma counted.
  /// - Returns: 0…1; 0 for an empty picture.
  public func share(atLeast value: UInt8) -> Double {
    guard total > 0 else { return 0 }
    return Double(counts[Int(value)...].reduce(0, +)) / Double(total)
  }
}

extension LumaImage {
  /// Counts the luma values.
  ///
  /// - Returns: The histogram of all pixels.
  public func histogram() -> LumaHistogram {
    // Four sets of counts, so that equal neighbours do not wait for each other's addition.
    var counts = [UInt32](repeating: 0, count: 4 * 256)
    let count = pixels.count
    unsafe counts.withUnsafeMutableBufferPointer { counts in
      unsafe withPointer { pixels in
        var index = 0
        while index &+ 4 <= count {
          for lane in 0..<4 {
            unsafe counts[lane &* 256 &+ Int(pixels[index &+ lane])] &+= 1
          }
          index &+= 4
        }
        while index < count {
          unsafe counts[Int(pixels[index])] &+= 1
          index &+= 1
        }
      }
    }
    return LumaHistogram(
      counts: (0..<256).map { value in
        (0..<4).reduce(0) { $0 + Int(counts[$1 * 256 + value]) }
      }
    )
  }

  /// The mean luma; 0 for an empty picture.
  public var meanLuma: Double {
    guard !isEmpty else { return 0 }
    let (width, height) = (width, height)
    var sum = 0
    unsafe withPointer { pixels in
      for y in 0..<height {
        let row = unsafe pixels + y &* width
        var rowSum: UInt32 = 0
        for x in 0..<width { unsafe rowSum &+= UInt32(row[x]) }
        sum &+= Int(rowSum)
      }
    }
    return Double(sum) / Double(pixels.count)
  }
}
