/// Averages squares of pixels, a band of rows at a time.
///
/// The last square of a row and the last band may be cut short by the picture's edge; they are
/// averages of what is there.
@safe
struct BoxReduction {
  /// The side of a square: 1, 2, 4 or 8.
  let side: Int

  /// Pixels in a row before the reduction.
  let width: Int

  /// Pixels in a row afterwards.
  var reducedWidth: Int { (width + side - 1) / side }

  /// Averages one band.
  ///
  /// - Parameters:
  ///   - source: The band's first row.
  ///   - stride: Bytes from one of its rows to the next.
  ///   - rows: How many rows the band has, 1 to `side`.
  ///   - sums: Room for `width` sums.
  ///   - target: Receives `reducedWidth` values.
  @inline(__always)
  func reduce(
    _ source: UnsafePointer<UInt8>,
    stride: Int,
    rows: Int,
    sums: UnsafeMutablePointer<UInt16>,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    if side == 2 && rows == 2 {
      return unsafe halve(source, source + stride, to: target)
    }
    for x in 0..<width { unsafe sums[x] = UInt16(source[x]) }
    for row in 1..<max(rows, 1) {
      let line = unsafe source + row &* stride
      for x in 0..<width { unsafe sums[x] &+= UInt16(line[x]) }
    }
    let shift = UInt32((side &* side).trailingZeroBitCount)
    let half: UInt32 = (1 << shift) >> 1
    let whole = rows == side ? width / side : 0
    for x in 0..<whole {
      var sum: UInt32 = 0
      for offset in 0..<side { unsafe sum &+= UInt32(sums[x &* side &+ offset]) }
      unsafe target[x] = UInt8(truncatingIfNeeded: (sum &+ half) >> shift)
    }
    for x in whole..<reducedWidth {
      let columns = x &* side..<min(x &* side &+ side, width)
      let count = UInt32(columns.count &* rows)
      var sum: UInt32 = count / 2
      for column in columns { unsafe sum &+= UInt32(sums[column]) }
      unsafe target[x] = UInt8(truncatingIfNeeded: sum / count)
    }
  }

  @inline(__always)
  private func halve(
    _ upper: UnsafePointer<UInt8>,
    _ lower: UnsafePointer<UInt8>,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    // Whole pairs are loaded, because picking every other byte does not vectorise well.
    let upperPairs = unsafe UnsafeRawPointer(upper)
    let lowerPairs = unsafe UnsafeRawPointer(lower)
    for x in 0..<width / 2 {
      let above = unsafe upperPairs.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
      let below = unsafe lowerPairs.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
      let sum = (above & 0xff) &+ (above &>> 8) &+ (below & 0xff) &+ (below &>> 8)
      unsafe target[x] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
    }
    if width % 2 == 1 {
      let sum = unsafe UInt16(upper[width &- 1]) &+ UInt16(lower[width &- 1])
      unsafe target[width / 2] = UInt8(truncatingIfNeeded: (sum &+ 1) >> 1)
    }
  }
}

extension LumaImage {
  /// Averages squares of pixels into a smaller picture, whose storage is reused.
  ///
  /// - Parameters:
  ///   - scale: The side of the squares.
  ///   - target: Receives the smaller picture, its size rounded up as ``DecodeScale`` says.
  public func reduce(by scale: DecodeScale, into target: inout LumaImage) {
    let size = scale.reduced(size)
    target.reshape(width: size.width, height: size.height)
    let (side, width, height) = (scale.divisor, width, height)
    let box = BoxReduction(side: side, width: width)
    unsafe withPointer { source in
      unsafe target.withMutablePointer { target in
        unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width) { sums in
          guard let sums = sums.baseAddress else { return }
          for row in 0..<size.height {
            unsafe box.reduce(
              source + row &* side &* width,
              stride: width,
              rows: min(side, height &- row &* side),
              sums: sums,
              to: target + row &* size.width
            )
          }
        }
      }
    }
  }

  /// The picture with squares of pixels averaged.
  ///
  /// - Parameter scale: The side of the squares.
  /// - Returns: The smaller picture, its size rounded up as ``DecodeScale`` says.
  public func reduced(by scale: DecodeScale) -> LumaImage {
    guard scale != .full else { return self }
    var target = LumaImage(width: 0, height: 0)
    reduce(by: scale, into: &target)
    return target
  }
}
