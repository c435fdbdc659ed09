/// A picture divided into squares; what is left at the right and lower edge joins its neighbour,
/// or becomes a block of its own from half a side on.
struct BlockGrid {
  private let width: Int
  private let columnEdges: [Int]
  private let rowEdges: [Int]

  init(size: PixelSize, blockSize: Int) {
    width = size.width
    columnEdges = Self.edges(size.width, blockSize)
    rowEdges = Self.edges(size.height, blockSize)
  }

  private static func edges(_ length: Int, _ side: Int) -> [Int] {
    let count = max(1, (length + side / 2) / side)
    return (0..<count).map { $0 * side } + [length]
  }

  private var columns: Int { columnEdges.count - 1 }

  private var rows: Int { rowEdges.count - 1 }

  /// The number of pixels in a block; blocks are counted row by row.
  func area(ofBlock index: Int) -> Int {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return (rowEdges[row + 1] - rowEdges[row]) * (columnEdges[column + 1] - columnEdges[column])
  }

  /// The mean luma of every block.
  func means(of image: LumaImage) -> [Float] {
    var sums = [UInt32](repeating: 0, count: columns * rows)
    unsafe image.withPointer { pixels in
      forEachBlockRow(into: &sums) { offset, count in
        var sum: UInt32 = 0
        for x in offset..<offset &+ count { unsafe sum &+= UInt32(pixels[x]) }
        return sum
      }
    }
    return sums.enumerated().map { Float($1) / Float(area(ofBlock: $0)) }
  }

  /// The sum of absolute differences in every block, after a change of the light.
  func absoluteDifferences(
    from earlier: LumaImage,
    to later: LumaImage,
    light: LightChange
  ) -> [UInt32] {
    var sums = [UInt32](repeating: 0, count: columns * rows)
    let gain = Int32((light.gain * 256).rounded())
    let offset = Int32((light.offset * 256).rounded()) &+ 128
    unsafe earlier.withPointer { before in
      unsafe later.withPointer { after in
        forEachBlockRow(into: &sums) { start, count in
          var sum: UInt32 = 0
          for x in start..<start &+ count {
            let expected = unsafe (Int32(before[x]) &* gain &+ offset) &>> 8
            let change = unsafe Int32(after[x]) &- min(max(expected, 0), 255)
            sum &+= UInt32(truncatingIfNeeded: abs(change))
          }
          return sum
        }
      }
    }
    return sums
  }

  @inline(__always)
  private func forEachBlockRow(
    into sums: inout [UInt32],
    _ measure: (_ offset: Int, _ count: Int) -> UInt32
  ) {
    for row in 0..<rows {
      for y in rowEdges[row]..<rowEdges[row + 1] {
        for column in 0..<columns {
          let left = columnEdges[column]
          sums[row * columns + column] &+= measure(
            y &* width &+ left,
            columnEdges[column + 1] &- left
          )
        }
      }
    }
  }
}
