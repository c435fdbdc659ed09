/// How two pictures of the same scene differ after a change of the light has been taken out.
public struct LumaDifference: Sendable, Hashable {
  /// The mean difference of a pixel, 0…255.
  public var meanAbsolute: Double

  /// The share of blocks in which something changed, 0…1.
  public var changedShare: Double

  /// By how much the light changed: the factor from the earlier picture to this one.
  public var gain: Double

  /// By how much the black level changed, after the factor.
  public var offset: Double

  /// Makes a difference.
  public init(meanAbsolute: Double, changedShare: Double, gain: Double = 1, offset: Double = 0) {
    self.meanAbsolute = meanAbsolute
    self.changedShare = changedShare
    self.gain = gain
    self.offset = offset
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
  ///   - threshold: The mean difference of a block's pixels above which it counts as changed; above
  ///     what the sensor's noise makes.
  /// - Returns: The difference; everything changed when the sizes differ.
  public func difference(
    from earlier: LumaImage,
    blockSize: Int = 8,
    threshold: Double = 8
  ) -> LumaDifference {
    guard size == earlier.size else { return LumaDifference(meanAbsolute: 255, changedShare: 1) }
    guard !isEmpty else { return LumaDifference(meanAbsolute: 0, changedShare: 0) }
    let grid = BlockGrid(size: size, blockSize: max(blockSize, 1))
    let light = LightChange.estimated(from: grid.means(of: earlier), to: grid.means(of: self))
    let sums = grid.absoluteDifferences(from: earlier, to: self, light: light)
    var changed = 0
    var total = 0.0
    for (index, sum) in sums.enumerated() {
      total += Double(sum)
      if Double(sum) > threshold * Double(grid.area(ofBlock: index)) { changed += 1 }
    }
    return LumaDifference(
      meanAbsolute: total / Double(pixels.count),
      changedShare: Double(changed) / Double(sums.count),
      gain: light.gain,
      offset: light.offset
    )
  }
}
