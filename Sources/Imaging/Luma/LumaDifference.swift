/// How two pictures of the same scene differ after a change of the light has been taken out.
public struct LumaDifference: Sendable, Hashable {
  /// The mean difference of a pixel, 0…255.
  public var meanAbsolute: Double

  /// The mean difference of a pixel in each block, 0…255, row by row; empty when the sizes differ.
  public var blocks: [Float]

  /// The blocks of a row.
  public var columns: Int

  /// By how much the light changed: the factor from the earlier picture to this one.
  public var gain: Double

  /// By how much the black level changed, after the factor.
  public var offset: Double

  /// Makes a difference.
  public init(
    meanAbsolute: Double,
    blocks: [Float],
    columns: Int,
    gain: Double = 1,
    offset: Double = 0
  ) {
    self.meanAbsolute = meanAbsolute
    self.blocks = blocks
    self.columns = columns
    self.gain = gain
    self.offset = offset
  }

  /// The share of blocks in which something changed.
  ///
  /// - Parameter threshold: The mean difference above which a block counts as changed; above what the
  ///   sensor's noise makes.
  /// - Returns: 0…1; everything when the pictures could not be compared.
  public func changedShare(above threshold: Float = 8) -> Double {
    guard !blocks.isEmpty else { return meanAbsolute > 0 ? 1 : 0 }
    return Double(blocks.count { $0 > threshold }) / Double(blocks.count)
  }
}

extension LumaImage {
  /// Compares the picture with an earlier one of the same scene.
  ///
  /// A lamp switched on, a cloud or the camera's own exposure changes every pixel alike: by a factor
  /// and an offset. These are estimated from the means of blocks by least squares trimmed to the
  /// better half of them, so that whatever moved has no say in it, and taken out before
  /// the pixels are compared. Meant for the gate's thumbnails.
  ///
  /// - Parameters:
  ///   - earlier: The picture to compare with.
  ///   - blockSize: The side of a block in pixels, at least 1; a remainder of less than half of it at
  ///     the right or lower edge belongs to its neighbour.
  /// - Returns: The difference; everything changed when the sizes differ.
  public func difference(
    from earlier: LumaImage,
    blockSize: Int = 8
  ) -> LumaDifference {
    guard size == earlier.size else {
      return LumaDifference(meanAbsolute: 255, blocks: [], columns: 0)
    }
    guard !isEmpty else { return LumaDifference(meanAbsolute: 0, blocks: [], columns: 0) }
    let grid = BlockGrid(size: size, blockSize: max(blockSize, 1))
    let light = LightChange.estimated(from: grid.means(of: earlier), to: grid.means(of: self))
    let sums = grid.absoluteDifferences(from: earlier, to: self, light: light)
    return LumaDifference(
      meanAbsolute: sums.reduce(0) { $0 + Double($1) } / Double(pixels.count),
      blocks: sums.enumerated().map { $1 / Float(grid.area(ofBlock: $0)) },
      columns: grid.columns,
      gain: light.gain,
      offset: light.offset
    )
  }

  /// How dark and how light each block gets.
  ///
  /// - Parameter blockSize: The side of a block in pixels, as for ``difference(from:blockSize:)``.
  /// - Returns: Nothing for an empty picture.
  public func blockExtremes(blockSize: Int = 8) -> BlockExtremes {
    guard !isEmpty else { return BlockExtremes(darkest: [], lightest: [], columns: 0) }
    return BlockGrid(size: size, blockSize: max(blockSize, 1)).extremes(of: self)
  }
}

/// How dark and how light the blocks of a picture get.
public struct BlockExtremes: Sendable, Hashable {
  /// The darkest pixel of each block, row by row.
  public var darkest: [UInt8]

  /// The lightest pixel of each block, row by row.
  public var lightest: [UInt8]

  /// The blocks of a row.
  public var columns: Int

  /// Makes extremes of as many blocks as both lists have.
  public init(darkest: [UInt8], lightest: [UInt8], columns: Int) {
    self.darkest = darkest
    self.lightest = lightest
    self.columns = columns
  }

  /// How much there is to see in each block: its lightest pixel less its darkest.
  public var contrasts: [UInt8] { zip(lightest, darkest).map { $0 - $1 } }
}
