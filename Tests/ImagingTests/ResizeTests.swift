import Testing

@testable import Imaging

@Suite
struct ResizeTests {
  /// The same filter without tables, over all pixels of an axis.
  private func slowlyResized(
    _ image: LumaImage,
    to size: PixelSize,
    _ filter: ResampleFilter
  ) -> [Double] {
    let columns = slowWeights(image.width, size.width, filter)
    let rows = slowWeights(image.height, size.height, filter)
    return rows.flatMap { row in
      columns.map { column in
        var sum = 0.0
        for (y, vertical) in row.enumerated() where vertical != 0 {
          for (x, horizontal) in column.enumerated() where horizontal != 0 {
            sum += vertical * horizontal * Double(image[x, y])
          }
        }
        return min(max(sum, 0), 255)
      }
    }
  }

  private func slowWeights(_ source: Int, _ target: Int, _ filter: ResampleFilter) -> [[Double]] {
    let factor = Double(source) / Double(target)
    return (0..<target).map { index in
      let weights = (0..<source).map { pixel in
        filter.weight(
          ofPixelAt: Double(pixel) + 0.5 - (Double(index) + 0.5) * factor,
          width: max(factor, 1)
        )
      }
      let sum = weights.reduce(0, +)
      return weights.map { $0 / sum }
    }
  }

  @Test(
    arguments: ResampleFilter.allCases,
    [
      PixelSize(width: 20, height: 11), PixelSize(width: 31, height: 47),
      PixelSize(width: 80, height: 60), PixelSize(width: 41, height: 29),
      PixelSize(width: 7, height: 90), PixelSize(width: 1, height: 1),
    ]
  )
  func `resizing is the textbook filter`(filter: ResampleFilter, size: PixelSize) {
    var generator = SeededGenerator(seed: 7)
    // Smooth enough that clipping between the two passes plays no part.
    let image = LumaImage(
      width: 41,
      height: 29,
      pixels: generator.noise(41, 29).pixels.map { $0 / 2 + 64 }
    )
    let resized = image.resized(to: size, filter: filter)
    #expect(resized.size == size)
    let expected = slowlyResized(image, to: size, filter)
    let worst = zip(resized.pixels, expected).map { abs(Double($0) - $1) }.max() ?? 0
    #expect(worst <= 1.3)
  }

  @Test(arguments: ResampleFilter.allCases)
  func `an even surface stays what it is`(filter: ResampleFilter) {
    for value in [UInt8(0), 1, 127, 254, 255] {
      let image = LumaImage(width: 17, height: 23, filledWith: value)
      for size in [PixelSize(width: 5, height: 9), PixelSize(width: 50, height: 40)] {
        #expect(image.resized(to: size, filter: filter).pixels.allSatisfy { $0 == value })
      }
    }
  }

  @Test
  func `shrinking by area keeps fine print's greyness instead of skipping strokes`() {
    let stripes = LumaImage(
      width: 90,
      height: 30,
      pixels: (0..<2700).map { $0 % 90 % 3 == 0 ? 0 : 255 }
    )
    let resized = stripes.resized(to: PixelSize(width: 30, height: 10), filter: .area)
    #expect(resized.pixels.allSatisfy { $0 == 170 })
  }

  @Test
  func `an empty picture or size gives an empty or white one`() {
    let size = PixelSize(width: 3, height: 2)
    let empty = LumaImage(width: 0, height: 5)
    #expect(empty.resized(to: size) == LumaImage(width: 3, height: 2, filledWith: 255))
    let image = LumaImage(width: 4, height: 4)
    #expect(image.resized(to: PixelSize(width: 0, height: 2)).isEmpty)
    #expect(image.resized(to: PixelSize(width: 2, height: -1)).isEmpty)
  }

  @Test(arguments: [
    (PixelRect(x: 1, y: 1, width: 2, height: 2), [5, 6, 9, 10], 2),
    (PixelRect(x: -2, y: -1, width: 3, height: 2), [0], 1),
    (PixelRect(x: 3, y: 2, width: 9, height: 9), [11], 1),
    (PixelRect(x: 0, y: 0, width: 4, height: 3), Array(0..<12), 4),
  ])
  func `a crop is what of the rectangle lies inside`(
    rect: PixelRect,
    expected: [UInt8],
    width: Int
  ) {
    let image = LumaImage(width: 4, height: 3, pixels: Array(0..<12))
    #expect(image.cropped(to: rect).pixels == expected)
    #expect(image.cropped(to: rect).width == width)
  }

  @Test(arguments: [
    PixelRect(x: 4, y: 0, width: 2, height: 2), PixelRect(x: 0, y: 9, width: 1, height: 1),
    PixelRect(x: 1, y: 1, width: 0, height: 2), PixelRect(x: 2, y: 2, width: -1, height: -1),
  ])
  func `a crop outside the picture is empty`(rect: PixelRect) {
    #expect(LumaImage(width: 4, height: 3).cropped(to: rect).isEmpty)
  }
}
