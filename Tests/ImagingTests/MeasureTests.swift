import Imaging
import Testing

@Suite
struct MeasureTests {
  /// Bars that look like print: 3 pixels wide strokes, in lines, on paper.
  private func page(_ width: Int, _ height: Int, paper: UInt8 = 230, ink: UInt8 = 30) -> LumaImage {
    var image = LumaImage(width: width, height: height, filledWith: paper)
    for y in 0..<height where y % 24 < 12 {
      for x in 20..<width - 20 where (x * 7 + y / 24 * 5) % 19 < 6 { image[x, y] = ink }
    }
    return image
  }

  private func mapped(_ image: LumaImage, _ body: (Int) -> Int) -> LumaImage {
    LumaImage(
      width: image.width,
      height: image.height,
      pixels: image.pixels.map { UInt8(min(max(body(Int($0)), 0), 255)) }
    )
  }

  private func blurred(_ image: LumaImage) -> LumaImage {
    let smaller = PixelSize(width: image.width / 3, height: image.height / 3)
    return image.resized(to: smaller, filter: .bilinear).resized(to: image.size, filter: .bilinear)
  }

  private func noisy(_ image: LumaImage, by amount: Int, seed: UInt64) -> LumaImage {
    var generator = SeededGenerator(seed: seed)
    return mapped(image) { $0 + Int.random(in: -amount...amount, using: &generator) }
  }

  // MARK: - Sharpness

  @Test
  func `sharpness is the variance of the Laplacian over that of the luma`() {
    var generator = SeededGenerator(seed: 21)
    let image = generator.noise(32, 32)
    var edges: [Double] = []
    var values: [Double] = []
    for y in 1..<31 {
      for x in 1..<31 {
        let sides = Int(image[x - 1, y]) + Int(image[x + 1, y])
        let ends = Int(image[x, y - 1]) + Int(image[x, y + 1])
        edges.append(Double(4 * Int(image[x, y]) - sides - ends))
        values.append(Double(image[x, y]))
      }
    }
    let variance = { (list: [Double]) in
      let mean = list.reduce(0, +) / Double(list.count)
      return list.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
    #expect(abs(image.sharpness() - variance(edges) / variance(values)) < 1e-9)
  }

  @Test
  func `blur lowers the sharpness several times`() {
    let sharp = page(320, 240)
    #expect(sharp.sharpness() > 0.5)
    #expect(blurred(sharp).sharpness() < sharp.sharpness() / 4)
  }

  @Test
  func `faint print, dim light and a half-empty page are as sharp as any`() {
    let sharp = page(320, 240).sharpness()
    let faint = page(320, 240, paper: 200, ink: 140).sharpness()
    let dim = page(320, 240, paper: 70, ink: 20).sharpness()
    var half = page(320, 240)
    for y in 96..<240 { for x in 0..<320 { half[x, y] = 230 } }
    for other in [faint, dim, half.sharpness()] { #expect(abs(other / sharp - 1) < 0.15) }
  }

  @Test
  func `blank paper has no sharpness, noise or not`() {
    let blank = LumaImage(width: 200, height: 100, filledWith: 220)
    #expect(blank.sharpness() == 0)
    #expect(noisy(blank, by: 6, seed: 4).sharpness() == 0)
    #expect(LumaImage(width: 2, height: 2).sharpness() == 0)
  }

  // MARK: - Difference

  @Test
  func `a page at rest differs by no more than its noise`() {
    let page = page(240, 136)
    let change = noisy(page, by: 4, seed: 1).difference(from: noisy(page, by: 4, seed: 2))
    #expect(change.changedShare() == 0)
    #expect(change.meanAbsolute < 4)
  }

  @Test(arguments: [(10, 0), (7, 0), (13, 0), (10, 25), (10, -25), (8, 20), (12, -10)])
  func `a change of the light is no motion`(tenths: Int, offset: Int) {
    let before = page(240, 136, paper: 180, ink: 40)
    let after = mapped(before) { $0 * tenths / 10 + offset }
    let change = after.difference(from: before)
    #expect(change.changedShare() == 0)
    #expect(change.meanAbsolute < 2)
  }

  @Test(arguments: [(10, 0), (8, 10)])
  func `what moves is found under any light, in its share of the picture`(
    tenths: Int,
    offset: Int
  ) {
    let before = page(240, 136, paper: 180, ink: 40)
    var after = mapped(before) { $0 * tenths / 10 + offset }
    for y in 0..<136 { for x in 0..<60 { after[x, y] = 110 } }
    let change = after.difference(from: before)
    #expect((0.2...0.27).contains(change.changedShare()))
  }

  @Test
  func `another page of the same look is a change nearly everywhere`() {
    let before = page(240, 136)
    var after = LumaImage(width: 240, height: 136, filledWith: 230)
    for y in 0..<136 { for x in 5..<240 { after[x, y] = before[x - 5, y] } }
    #expect(after.difference(from: before).changedShare() > 0.4)
  }

  @Test
  func `pictures of different sizes have changed altogether`() {
    let change = page(240, 136).difference(from: page(240, 135))
    #expect(change.changedShare() == 1)
    let empty = LumaImage(width: 0, height: 0)
    #expect(empty.difference(from: empty).changedShare() == 0)
  }

  @Test
  func `without a change of the light it is the plain mean difference`() {
    var generator = SeededGenerator(seed: 31)
    let before = LumaImage(width: 53, height: 37, filledWith: 100)
    var after = before
    for _ in 0..<12 {
      let x = Int.random(in: 0..<53, using: &generator)
      after[x, Int.random(in: 0..<37, using: &generator)] = 250
    }
    let sum = zip(after.pixels, before.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    let change = after.difference(from: before)
    #expect(abs(change.meanAbsolute - Double(sum) / Double(53 * 37)) < 0.01)
    #expect(change.gain == 1 && change.offset == 0)
  }

  // MARK: - Brightness

  @Test
  func `mean and percentiles are those of the sorted pixels`() {
    var generator = SeededGenerator(seed: 41)
    let image = generator.noise(61, 43)
    let sorted = image.pixels.sorted()
    let sum = sorted.reduce(0) { $0 + Int($1) }
    #expect(image.meanLuma == Double(sum) / Double(sorted.count))
    let histogram = image.histogram()
    #expect(histogram.total == sorted.count)
    #expect(abs(histogram.mean - image.meanLuma) < 1e-9)
    #expect(histogram.percentile(0) == sorted.first)
    #expect(histogram.percentile(0.5) == sorted[(sorted.count + 1) / 2 - 1])
    #expect(histogram.percentile(1) == sorted.last)
    let bright = sorted.count { $0 >= 250 }
    #expect(histogram.share(atLeast: 250) == Double(bright) / Double(sorted.count))
  }

  @Test
  func `an empty picture has no brightness and does not trap`() {
    let empty = LumaImage(width: 0, height: 7)
    #expect(empty.meanLuma == 0)
    #expect(empty.histogram().mean == 0)
    #expect(empty.histogram().percentile(0.5) == 0)
    #expect(empty.histogram().share(atLeast: 3) == 0)
  }
}
