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

  /// The blocks of a row.
  var columns: Int { columnEdges.count - 1 }

  private var rows: Int { rowEdges.count - 1 }

  /// The number of pixels in a block; blocks are counted row by row.
  func area(ofBlock index: Int) -> Int {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return (rowEdges[row + 1] - rowEdges[row]) * (columnEdges[column + 1] - columnEdges[column])
  }

  /// The mean luma of every block.
  func means(of image: LumaImage) -> [Float] {
    var sums = [Float](repeating: 0, count: columns * rows)
    unsafe image.withPointer { pixels in
      unsafe addUp(into: &sums) { y, columnSums in
        let row = unsafe pixels + y &* width
        for x in 0..<width { unsafe columnSums[x] += Float(row[x]) }
      }
    }
    return sums.enumerated().map { $1 / Float(area(ofBlock: $0)) }
  }

  /// The sum of absolute differences in every block, after a change of the light.
  func absoluteDifferences(
    from earlier: LumaImage,
    to later: LumaImage,
    light: LightChange
  ) -> [Float] {
    var sums = [Float](repeating: 0, count: columns * rows)
    let (gain, offset) = (Float(light.gain), Float(light.offset))
    unsafe earlier.withPointer { before in
      unsafe later.withPointer { after in
        unsafe addUp(into: &sums) { y, columnSums in
          let (old, new) = unsafe (before + y &* width, after + y &* width)
          for x in 0..<width {
            let expected = unsafe Float(old[x]) * gain + offset
            let change = unsafe Float(new[x]) - min(max(expected, 0), 255)
            unsafe columnSums[x] += abs(change)
          }
        }
      }
    }
    return sums
  }

  /// The darkest and the lightest pixel of every block.
  func extremes(of image: LumaImage) -> BlockExtremes {
    var extremes = BlockExtremes(
      darkest: [UInt8](repeating: 255, count: columns * rows),
      lightest: [UInt8](repeating: 0, count: columns * rows),
      columns: columns
    )
    unsafe image.withPointer { pixels in
      for row in 0..<rows {
        for column in 0..<columns {
          var darkest: UInt8 = 255
          var lightest: UInt8 = 0
          for y in rowEdges[row]..<rowEdges[row + 1] {
            let line = unsafe pixels + y &* width
            for x in columnEdges[column]..<columnEdges[column + 1] {
              let value = unsafe line[x]
              darkest = min(darkest, value)
              lightest = max(lightest, value)
            }
          }
          extremes.darkest[row * columns + column] = darkest
          extremes.lightest[row * columns + column] = lightest
        }
      }
    }
    return extremes
  }

  /// Adds up each block: first its columns, for all blocks of a band at once, then across.
  @inline(__always)
  private func addUp(
    into sums: inout [Float],
    addingRow add: (_ y: Int, _ columnSums: UnsafeMutablePointer<Float>) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { buffer in
      guard let columnSums = buffer.baseAddress else { return }
      for row in 0..<rows {
        unsafe columnSums.update(repeating: 0, count: width)
        for y in rowEdges[row]..<rowEdges[row + 1] { unsafe add(y, columnSums) }
        for column in 0..<columns {
          var sum: Float = 0
          for x in columnEdges[column]..<columnEdges[column + 1] {
            unsafe sum += columnSums[x]
          }
          sums[row * columns + column] = sum
        }
      }
    }
  }
}
