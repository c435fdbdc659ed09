import Testing

@testable import Recognition

struct ReadingOrderTests {
  private func strip(
    _ left: Double,
    _ y: Double,
    width: Double,
    slope: Double = 0
  ) -> TextStrip {
    let length = (1 + slope * slope).squareRoot()
    return TextStrip(
      center: SIMD2(left + width / 2, y + slope * width / 2),
      axis: SIMD2(1, slope) / length,
      halfLength: width / 2 * length,
      halfHeight: 10
    )
  }

  private func order(_ strips: [TextStrip]) -> [[Int]] {
    ReadingOrder(strips).blocks.flatMap(\.self)
  }

  @Test func `goods and prices stand in one row, from left to right`() {
    let strips = [
      strip(400, 102, width: 60), strip(10, 100, width: 120), strip(400, 131, width: 60),
      strip(10, 130, width: 90), strip(200, 129, width: 20),
    ]
    #expect(order(strips) == [[1, 0], [3, 4, 2]])
  }

  @Test func `columns of running text are read one after the other, a heading first`() {
    var strips = (0..<6).flatMap { line in
      let y = 200 + 30 * Double(line)
      return [strip(10, y, width: 300), strip(360, y + 7, width: 300)]
    }
    strips.append(strip(100, 120, width: 450))
    strips.append(strip(100, 450, width: 450))
    #expect(order(strips).flatMap(\.self) == [12, 0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11, 13])
  }

  @Test func `rows of a slanted page stay together`() {
    let strips = (0..<5).flatMap { line in
      let y = 100 + 26 * Double(line)
      return [
        strip(10, y, width: 200, slope: 0.1), strip(500, y + 49, width: 60, slope: 0.1),
      ]
    }
    #expect(order(strips) == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]])
  }

  @Test func `a price follows its row where the paper bends`() {
    // Lines that rise to the left of the middle and fall to its right, as on a curled receipt.
    let strips = (0..<4).flatMap { line in
      let y = 100 + 30 * Double(line)
      return [strip(10, y, width: 300, slope: 0.03), strip(700, y + 9, width: 80, slope: -0.03)]
    }
    #expect(order(strips) == [[0, 1], [2, 3], [4, 5], [6, 7]])
  }
}
