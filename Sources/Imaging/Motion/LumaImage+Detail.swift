extension LumaImage {
  /// The fine detail alone: every pixel less the mean of the square of 9 by 9 pixels around it, 128
  /// where both are alike.
  ///
  /// Light that falls on the picture differently from one frame to the next is gone from it; letters
  /// stay. Half of the contrast is kept, so that nothing is cut off at 0 or 255.
  package func detail() -> LumaImage {
    guard width > 0, height > 0 else { return self }
    var result = LumaImage(width: width, height: height)
    let (width, height, radius) = (width, height, 4)
    unsafe withPointer { source in
      unsafe result.withMutablePointer { target in
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: width) { columns in
          guard let columns = columns.baseAddress else { return }
          unsafe columns.update(repeating: 0, count: width)
          for y in -radius..<height &+ radius {
            // Rows past an edge count as the row at the edge.
            let coming = unsafe source + min(max(y, 0), height &- 1) &* width
            let going = unsafe source + min(max(y &- 2 &* radius &- 1, 0), height &- 1) &* width
            for x in 0..<width { unsafe columns[x] &+= Int32(coming[x]) }
            if y > radius {
              for x in 0..<width { unsafe columns[x] &-= Int32(going[x]) }
            }
            let row = y &- radius
            guard row >= 0 else { continue }
            unsafe Self.subtractMeans(
              of: columns,
              width: width,
              radius: radius,
              from: source + row &* width,
              to: target + row &* width
            )
          }
        }
      }
    }
    return result
  }

  @inline(__always)
  private static func subtractMeans(
    of columns: UnsafePointer<Int32>,
    width: Int,
    radius: Int,
    from source: UnsafePointer<UInt8>,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    let area = Int32((2 &* radius &+ 1) &* (2 &* radius &+ 1))
    var sum: Int32 = 0
    for x in -radius...radius { unsafe sum &+= columns[min(max(x, 0), width &- 1)] }
    for x in 0..<width {
      let difference = unsafe (Int32(source[x]) &- sum / area) / 2 &+ 128
      unsafe target[x] = UInt8(truncatingIfNeeded: min(max(difference, 0), 255))
      unsafe sum &+= columns[min(x &+ radius &+ 1, width &- 1)]
      unsafe sum &-= columns[max(x &- radius, 0)]
    }
  }

  /// The picture as it looks after a movement; what comes from outside repeats the edge.
  ///
  /// - Parameter movement: From this picture's pixels to the result's.
  /// - Returns: A picture of the same size.
  package func moved(by movement: Similarity) -> LumaImage {
    guard width > 1, height > 1 else { return self }
    let back = movement.inverse
    var result = LumaImage(width: width, height: height)
    let (width, height) = (width, height)
    // 16 bits of fraction; coordinates far outside are cut before they become integers.
    let one = 65536.0
    let stepX = Int(back.a * one)
    let stepY = Int(back.b * one)
    let (lastX, lastY) = (((width &- 1) << 16) &- 1, ((height &- 1) << 16) &- 1)
    unsafe withPointer { source in
      unsafe result.withMutablePointer { target in
        for y in 0..<height {
          let start = back.apply(0, Double(y))
          var x16 = Int(min(max(start.x, -1e6), 1e6) * one)
          var y16 = Int(min(max(start.y, -1e6), 1e6) * one)
          for x in 0..<width {
            let (cx, cy) = (min(max(x16, 0), lastX), min(max(y16, 0), lastY))
            let place = unsafe source + ((cy >> 16) &* width &+ (cx >> 16))
            let (fx, fy) = ((cx & 0xFFFF) >> 8, (cy & 0xFFFF) >> 8)
            let upper = unsafe Int(place[0]) &* (256 &- fx) &+ Int(place[1]) &* fx
            let lower = unsafe Int(place[width]) &* (256 &- fx) &+ Int(place[width &+ 1]) &* fx
            let value = (upper &* (256 &- fy) &+ lower &* fy &+ 32768) >> 16
            unsafe target[y &* width &+ x] = UInt8(truncatingIfNeeded: value)
            x16 &+= stepX
            y16 &+= stepY
          }
        }
      }
    }
    return result
  }
}
