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

  /// Whether what is thin in the picture is rather light on dark than dark on light.
  ///
  /// - Parameter reach: How far a closing or an opening wipes out strokes, in pixels.
  /// - Returns: Whether text in it is more likely light than dark.
  func hasLightText(reach: Int) -> Bool {
    func sum(_ image: LumaImage) -> Int { image.pixels.reduce(0) { $0 + Int($1) } }
    let all = sum(self)
    return 10 * (all - sum(opened(by: reach))) > 13 * (sum(closed(by: reach)) - all)
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

// What the page finder does to its small picture.
extension LumaImage {
  /// Every pixel as dark as the darkest of the square around it.
  func eroded(by reach: Int) -> LumaImage {
    var result = self
    result.invert()
    result = result.dilated(by: reach)
    result.invert()
    return result
  }

  /// Without dark things narrower than twice the reach.
  func closed(by reach: Int) -> LumaImage { dilated(by: reach).eroded(by: reach) }

  /// Without light things narrower than twice the reach.
  func opened(by reach: Int) -> LumaImage { eroded(by: reach).dilated(by: reach) }

  /// Every pixel the mean of the square of three around it.
  func boxBlurred() -> LumaImage {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        var (sum, count) = (0, 0)
        for row in max(y - 1, 0)...min(y + 1, height - 1) {
          for column in max(x - 1, 0)...min(x + 1, width - 1) {
            sum += Int(self[column, row])
            count += 1
          }
        }
        result[x, y] = UInt8((sum + count / 2) / count)
      }
    }
    return result
  }
}

// What the light normalizer does about strokes wider than its reach, and about faint ones.
extension LumaImage {
  /// Takes over what another picture of the same size has where it is much lighter.
  mutating func fill(below share: Double, of other: LumaImage) {
    let part = UInt32(share * 256)
    withMutablePixels { pixels in
      for index in pixels.indices {
        let value = other.pixels[index]
        if UInt32(pixels[index]) << 8 < UInt32(value) * part { pixels[index] = value }
      }
    }
  }

  /// Makes faint ink dark; leaves a picture with dark ink as it is.
  ///
  /// - Parameter paper: The luma of the paper.
  mutating func deepenInk(paper: Int) {
    var counts = [Int](repeating: 0, count: 256)
    for value in pixels { counts[Int(value)] += 1 }
    var rest = pixels.count / 100
    var ink = 0
    while ink < paper, rest >= counts[ink] {
      rest -= counts[ink]
      ink += 1
    }
    let gain = min(Double(paper - 40) / Double(max(paper - ink, 1)), 2.5)
    guard gain > 1.1 else { return }
    let table = (0..<256).map { value in
      UInt8(min(max(Double(paper) - Double(paper - value) * gain, 0), 255))
    }
    withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = table[Int(pixels[index])] }
    }
  }
}
