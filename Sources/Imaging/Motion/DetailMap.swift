/// A thumbnail prepared for registration: its detail, the squares worth looking for, and a small
/// version for large jumps.
package struct DetailMap: Sendable {
  /// The upper left corner of a square, in pixels.
  package struct Square: Sendable, Hashable {
    /// From the left.
    package var x: Int

    /// From the top.
    package var y: Int
  }

  /// The squares with detail in both directions, spread over the picture; at most 80.
  package private(set) var squares: [Square]

  /// The size of the thumbnail.
  package var size: PixelSize { detail.size }

  private let detail: LumaImage
  private let coarse: LumaImage

  /// How much smaller the picture for large jumps is.
  private static let reduction = 4

  /// The side of the cells of which each gives its best square.
  private static let cell = 32

  /// The side of a square.
  static let side = 16

  /// Prepares a thumbnail.
  package init(_ image: LumaImage) {
    detail = image.detail()
    let small = PixelSize(
      width: image.width / Self.reduction,
      height: image.height / Self.reduction
    )
    coarse = image.resized(to: small, filter: .area).detail()
    squares = Self.squares(in: detail)
  }

  private static func squares(in detail: LumaImage) -> [Square] {
    guard detail.width >= 4 * side, detail.height >= 4 * side else { return [] }
    let steps = StepSums(detail)
    let step = StepSums.side
    var found: [(square: Square, strength: Int)] = []
    for top in stride(from: 0, to: detail.height - side, by: cell) {
      for left in stride(from: 0, to: detail.width - side, by: cell) {
        var best: (square: Square, strength: Int)?
        for y in stride(from: top, to: min(top + cell, detail.height - side), by: step) {
          for x in stride(from: left, to: min(left + cell, detail.width - side), by: step) {
            let strength = steps.cornerStrength(x: x, y: y, side: side)
            if strength > best?.strength ?? 0 { best = (Square(x: x, y: y), strength) }
          }
        }
        if let best, best.strength >= minimumStrength { found.append(best) }
      }
    }
    return found.sorted { $0.strength > $1.strength }.prefix(80).map(\.square)
  }

  /// The mean step from pixel to pixel, along the poorer axis, that stands out from noise; summed over
  /// a square, in halved levels.
  private static let minimumStrength = side * side * 2

  /// Searches for a square of an earlier picture.
  ///
  /// - Returns: Its middle, before and now, to a fraction of a pixel; `nil` when it would lie outside,
  ///   or its likeness is found at the edge of the search.
  func find(
    _ square: Square,
    of earlier: DetailMap,
    radius: Int,
    guess: Similarity
  ) -> PointPair? {
    let side = Self.side
    let half = Double(side) / 2
    let (middleX, middleY) = (Double(square.x) + half, Double(square.y) + half)
    let expected = guess.apply(middleX, middleY)
    guard abs(expected.x) < 1e5, abs(expected.y) < 1e5 else { return nil }
    let left = Int((expected.x - half).rounded()) - radius
    let top = Int((expected.y - half).rounded()) - radius
    let reach = side + 2 * radius
    guard left >= 0, top >= 0, left + reach <= detail.width, top + reach <= detail.height
    else { return nil }
    let costs = SquareSearch(
      earlier.detail,
      square: square,
      in: detail,
      left: left,
      top: top,
      radius: radius
    )
    guard let place = costs.minimum else { return nil }
    return PointPair(
      x: middleX,
      y: middleY,
      toX: Double(left) + half + place.x,
      toY: Double(top) + half + place.y
    )
  }

  /// The shifts of the whole picture that make it most alike an earlier one, the likeliest first.
  ///
  /// At most 4, each up to a sixth of the width either way. Lines of print one below the other look alike,
  /// so the best one may be a line off.
  func jumps(from earlier: DetailMap) -> [Similarity] {
    let radius = max(coarse.width / 6, 1)
    var shifts: [(cost: Double, x: Int, y: Int)] = []
    for y in -radius...radius {
      for x in -radius...radius {
        shifts.append((coarse.meanDifference(from: earlier.coarse, shiftedBy: x, y), x, y))
      }
    }
    shifts.sort { $0.cost < $1.cost }
    var best: [(x: Int, y: Int)] = []
    for shift in shifts where best.count < 4 {
      let isNew = best.allSatisfy { max(abs($0.x - shift.x), abs($0.y - shift.y)) > 1 }
      if isNew { best.append((shift.x, shift.y)) }
    }
    let factor = Double(Self.reduction)
    return best.map { .shift(Double($0.x) * factor, Double($0.y) * factor) }
  }
}

extension LumaImage {
  /// The mean absolute difference over the part that both cover, every other pixel.
  fileprivate func meanDifference(
    from earlier: LumaImage,
    shiftedBy dx: Int,
    _ dy: Int
  ) -> Double {
    let columns = max(0, dx)..<min(width, width + dx)
    let rows = max(0, dy)..<min(height, height + dy)
    guard !columns.isEmpty, !rows.isEmpty, earlier.size == size else { return .infinity }
    let width = width
    let sum = unsafe withPointer { now in
      unsafe earlier.withPointer { then in
        var sum = 0
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
          let new = unsafe now + y &* width
          let old = unsafe then + ((y &- dy) &* width &- dx)
          var line: Int32 = 0
          for x in columns { unsafe line &+= abs(Int32(new[x]) &- Int32(old[x])) }
          sum &+= Int(line)
        }
        return sum
      }
    }
    return Double((sum ?? nil) ?? 0) / Double(columns.count * ((rows.count + 1) / 2))
  }
}
