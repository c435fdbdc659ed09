import Imaging

// What the light normalizer does to its small picture; the reduction alone sees the large one.
extension LumaImage {
  /// The longer of width and height.
  var longSide: Int { max(width, height) }

  /// The picture reduced so that its longer side has a given length; itself when it is not longer.
  func reduced(toLongSide side: Int) -> LumaImage {
    let long = max(width, height)
    guard long > side else { return self }
    let size = (width: max(width * side / long, 1), height: max(height * side / long, 1))
    let edges = (0...size.width).map { $0 * width / size.width }
    var small = LumaImage(width: size.width, height: size.height)
    var sums = [UInt32](repeating: 0, count: size.width)
    for y in 0..<size.height {
      let rows = (y * height / size.height)..<((y + 1) * height / size.height)
      for x in 0..<size.width { sums[x] = 0 }
      unsafe pixels.withUnsafeBufferPointer { source in
        for row in rows {
          for x in 0..<size.width {
            var sum: UInt32 = 0
            for column in edges[x]..<edges[x + 1] {
              unsafe sum &+= UInt32(source[row * width + column])
            }
            sums[x] &+= sum
          }
        }
      }
      for x in 0..<size.width {
        small[x, y] = UInt8(sums[x] / UInt32(max(rows.count * (edges[x + 1] - edges[x]), 1)))
      }
    }
    return small
  }

  /// The middle value of all pixels.
  var median: UInt8 {
    var counts = [Int](repeating: 0, count: 256)
    for value in pixels { counts[Int(value)] += 1 }
    var rest = pixels.count / 2
    for (value, count) in counts.enumerated() {
      if rest < count { return UInt8(value) }
      rest -= count
    }
    return 255
  }

  /// Turns light into dark.
  mutating func invert() {
    withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = 255 - pixels[index] }
    }
  }

  /// Every pixel as bright as the brightest of the square around it.
  func dilated(by reach: Int) -> LumaImage {
    var rows = self
    for y in 0..<height {
      for x in 0..<width {
        var brightest: UInt8 = 0
        for column in max(x - reach, 0)...min(x + reach, width - 1) {
          brightest = max(brightest, self[column, y])
        }
        rows[x, y] = brightest
      }
    }
    var result = rows
    for y in 0..<height {
      for x in 0..<width {
        var brightest: UInt8 = 0
        for row in max(y - reach, 0)...min(y + reach, height - 1) {
          brightest = max(brightest, rows[x, row])
        }
        result[x, y] = brightest
      }
    }
    return result
  }

  /// Every pixel the middle value of the square around it, edges continued.
  ///
  /// A histogram slides along each row; after a step the median is found from where it was.
  func medianFiltered(reach: Int) -> LumaImage {
    var result = self
    let half = (2 * reach + 1) * (2 * reach + 1) / 2
    for y in 0..<height {
      let rows = (-reach...reach).map { min(max(y + $0, 0), height - 1) }
      var counts = [Int](repeating: 0, count: 256)
      for column in -reach...reach {
        for row in rows { counts[Int(self[min(max(column, 0), width - 1), row])] += 1 }
      }
      var value = 0
      var below = 0
      for x in 0..<width {
        while below > half {
          value -= 1
          below -= counts[value]
        }
        while below + counts[value] <= half {
          below += counts[value]
          value += 1
        }
        result[x, y] = UInt8(value)
        let (leaving, entering) = (max(x - reach, 0), min(x + reach + 1, width - 1))
        for row in rows {
          let (old, new) = (Int(self[leaving, row]), Int(self[entering, row]))
          counts[old] -= 1
          counts[new] += 1
          below += (new < value ? 1 : 0) - (old < value ? 1 : 0)
        }
      }
    }
    return result
  }
}
