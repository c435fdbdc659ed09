import Imaging

/// How much of a picture differs from another, in blocks.
struct PictureChange: Sendable, Hashable {
  /// The blocks of a row.
  private(set) var columns: Int

  /// For each block, row by row, whether it differs by more than noise and compression explain.
  private(set) var changed: [Bool]

  /// For each block, whether there is something to see in it, in either picture.
  private(set) var textured: [Bool]

  /// How many blocks changed.
  private(set) var changedBlocks: Int

  /// Blocks with something to see in them, in either picture.
  private(set) var texturedBlocks: Int

  /// Blocks that are both.
  private(set) var changedTexturedBlocks: Int

  /// The mean difference of a pixel from which a block counts as changed in a quiet picture.
  ///
  /// Sensor noise at a quarter of the size and JPEG's rounding stay below 3; a changed letter gives 8 and more.
  private static let quietDifference: UInt8 = 5

  /// The same in a picture full of noise; more would hide text that moves.
  private static let noisyDifference: UInt8 = 12

  /// The contrast from which a block counts as textured.
  private static let texturedContrast: UInt8 = 32

  /// Two pictures that cannot be compared.
  static let everything = PictureChange(
    [Block](repeating: Block(difference: 255, contrast: 255), count: 4),
    columns: 2
  )

  /// Sums the blocks up.
  init(_ blocks: [Block], columns: Int) {
    var histogram = [Int](repeating: 0, count: 256)
    for block in blocks { histogram[Int(block.difference)] += 1 }
    // The difference that half of the blocks do not exceed is noise, when most of the picture rests.
    var seen = 0
    let median = histogram.firstIndex { count in
      seen += count
      return seen * 2 >= blocks.count
    }
    let noise = UInt8(clamping: (median ?? 0) * 5 / 2)
    let limit = min(max(noise, Self.quietDifference), Self.noisyDifference)
    self.columns = columns
    changed = blocks.map { $0.difference >= limit }
    changedBlocks = changed.count { $0 }
    textured = blocks.map { $0.contrast >= Self.texturedContrast }
    texturedBlocks = textured.count { $0 }
    changedTexturedBlocks = blocks.count {
      $0.difference >= limit && $0.contrast >= Self.texturedContrast
    }
  }

  /// Whether anything changed; two blocks, so that a single speck of noise does not count.
  var isAny: Bool { changedBlocks >= 2 }

  /// Whether so much of what there is to see changed that it cannot be the same page in part.
  var isMost: Bool {
    isAny && (changedTexturedBlocks * 2 >= texturedBlocks || changedBlocks * 2 >= changed.count)
  }

  /// Whether a block under a shape, or right beside it, changed.
  func touches(_ shape: Quadrilateral) -> Bool {
    guard columns > 0, !changed.isEmpty else { return true }
    let rows = changed.count / columns
    let box = Box(shape)
    let x = range(box.left, box.right, of: columns)
    let y = range(box.top, box.bottom, of: rows)
    return y.contains { row in x.contains { changed[row * columns + $0] } }
  }

  /// The boxes around what changed, as fractions of the picture; blocks that lie together are one.
  var places: [Box] {
    guard columns > 0 else { return [] }
    let (width, height) = (1 / Double(columns), Double(columns) / Double(changed.count))
    var boxes: [Box] = []
    for index in changed.indices where changed[index] {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      // Half a block around: what changed in a letter is seldom the whole of it.
      let left: Double = (Double(column) - 0.5) * width
      let top: Double = (Double(row) - 0.5) * height
      boxes.append(Box(left: left, top: top, right: left + 2 * width, bottom: top + 2 * height))
    }
    return Box.joined(boxes)
  }

  /// Whether there is something to see right before or behind a line, where no other line is: the line
  /// may have been read only in part.
  ///
  /// - Parameters:
  ///   - line: The line's box, as fractions of the picture.
  ///   - others: The boxes of the other lines.
  /// - Returns: Whether there is; never when there is no picture to look at.
  func goesOn(beyond line: Box, among others: [Box]) -> Bool {
    guard columns > 0, !changed.isEmpty else { return false }
    let rows = changed.count / columns
    let row = range((line.top + line.bottom) / 2, line.bottom, of: rows).lowerBound
    let inside = range(line.left, line.right, of: columns)
    let beside =
      [inside.lowerBound - 2, inside.lowerBound - 1]
      + [inside.upperBound + 1, inside.upperBound + 2]
    return beside.contains { column in
      guard (0..<columns).contains(column), textured[row * columns + column] else { return false }
      let x = (Double(column) + 0.5) / Double(columns)
      let y = (Double(row) + 0.5) / Double(rows)
      return !others.contains { $0.contains(x, y) }
    }
  }

  private func range(_ low: Double, _ high: Double, of count: Int) -> ClosedRange<Int> {
    let first = min(max(Int(low * Double(count)), 0), count - 1)
    return first...min(max(Int(high * Double(count)), first), count - 1)
  }
}

extension PictureChange {
  /// One block of two pictures.
  struct Block: Sendable, Hashable {
    /// The mean difference of a pixel, 0…255.
    var difference: UInt8 = 0

    /// The larger of the two pictures' contrasts, 0…255.
    var contrast: UInt8 = 0
  }
}
