/// How much a picture changes from pixel to pixel, to the right and downwards, summed over small cells.
///
/// Squares that overlap share the cells they are made of.
struct StepSums {
  /// The side of a cell.
  static let side = 8

  private let columns: Int
  private var across: [Int32]
  private var down: [Int32]

  /// Sums a picture up; what is left at its right and lower edge does not count.
  init(_ image: LumaImage) {
    let (width, side) = (image.width, Self.side)
    // A pixel is compared with the next ones.
    let rows = max(image.height - 1, 0) / side
    columns = max(width - 1, 0) / side
    across = [Int32](repeating: 0, count: columns * rows)
    down = across
    let (columns, used) = (columns, columns * side)
    guard used > 0 else { return }
    unsafe image.withPointer { pixels in
      unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2 * used) { sums in
        guard let toRight = sums.baseAddress else { return }
        let downwards = unsafe toRight + used
        for cell in 0..<rows {
          unsafe toRight.update(repeating: 0, count: 2 * used)
          for y in cell &* side..<cell &* side &+ side {
            let row = unsafe pixels + y &* width
            for x in 0..<used {
              unsafe toRight[x] &+= abs(Int16(row[x &+ 1]) &- Int16(row[x]))
              unsafe downwards[x] &+= abs(Int16(row[x &+ width]) &- Int16(row[x]))
            }
          }
          for column in 0..<columns {
            var sum: (Int32, Int32) = (0, 0)
            for x in column &* side..<column &* side &+ side {
              unsafe sum.0 &+= Int32(toRight[x])
              unsafe sum.1 &+= Int32(downwards[x])
            }
            across[cell &* columns &+ column] = sum.0
            down[cell &* columns &+ column] = sum.1
          }
        }
      }
    }
  }

  /// The sum over a square, along the axis that has less of it.
  ///
  /// The place and the side are multiples of a cell's side; one pixel is left to the right and below.
  func cornerStrength(x: Int, y: Int, side: Int) -> Int {
    var sum: (Int32, Int32) = (0, 0)
    for row in y / Self.side..<(y + side) / Self.side {
      for column in x / Self.side..<(x + side) / Self.side {
        sum.0 &+= across[row &* columns &+ column]
        sum.1 &+= down[row &* columns &+ column]
      }
    }
    return Int(min(sum.0, sum.1))
  }
}
