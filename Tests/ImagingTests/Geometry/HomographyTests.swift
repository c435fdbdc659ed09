import Imaging
import Testing

@Suite
struct HomographyTests {
  let corners = [SIMD2(40.0, 30), SIMD2(310.0, 55), SIMD2(280.0, 220), SIMD2(20.0, 190)]

  @Test func `the corners of a square go where they are wanted, and back`() throws {
    let plane = try #require(Homography(unitSquareTo: corners))
    let back = try #require(plane.inverse)
    let square = [SIMD2(0.0, 0), SIMD2(1.0, 0), SIMD2(1.0, 1), SIMD2(0.0, 1)]
    for (place, corner) in zip(square, corners) {
      #expect(distance(plane(place), corner) < 1e-9)
      #expect(distance(back(corner), place) < 1e-9)
    }
  }

  @Test func `mappings one after the other are one mapping`() throws {
    let plane = try #require(Homography(unitSquareTo: corners))
    let larger = Homography(scale: SIMD2(3, 2), offset: SIMD2(10, -4))
    let turned = Homography(turningTo: SIMD2(0, 1))
    let place = SIMD2(0.3, 0.8)
    let steps = turned(larger(plane(place)))
    #expect(distance(plane.then(larger).then(turned)(place), steps) < 1e-9)
  }

  @Test func `nothing is changed where nothing is to be done`() {
    #expect(Homography.identity(SIMD2(17.25, 4)) == SIMD2(17.25, 4))
    let image = picture()
    #expect(image.warped(to: image.size, from: .identity) == image)
  }

  @Test(arguments: [
    [SIMD2(0.0, 0), SIMD2(1.0, 1), SIMD2(2.0, 2), SIMD2(0.0, 5)],
    [SIMD2(3.0, 3), SIMD2(3.0, 3), SIMD2(3.0, 3), SIMD2(3.0, 3)],
    [SIMD2(0.0, 0), SIMD2(10.0, 0), SIMD2(0.0, 10), SIMD2(10.0, 10)],
    [SIMD2(0.0, 0), SIMD2(.nan, 0), SIMD2(10.0, 10), SIMD2(0.0, 10)],
  ])
  func `corners that are no view of a square are refused`(corners: [SIMD2<Double>]) {
    #expect(Homography(unitSquareTo: corners) == nil)
  }

  @Test func `a part is cut out pixel by pixel`() {
    let image = picture()
    let part = PixelRect(x: 7, y: 5, width: 20, height: 11)
    let moved = Homography(scale: SIMD2(1, 1), offset: SIMD2(7, 5))
    let seen = image.warped(to: PixelSize(width: 20, height: 11), from: moved)
    #expect(seen == image.cropped(to: part))
  }

  @Test func `a view much smaller than the picture is an average, not a sample`() {
    var image = LumaImage(width: 256, height: 256, filledWith: 0)
    for y in 0..<256 { for x in 0..<256 where (x + y) % 2 == 0 { image[x, y] = 200 } }
    let smaller = Homography(scale: SIMD2(8, 8))
    let seen = image.warped(to: PixelSize(width: 32, height: 32), from: smaller)
    #expect(seen.pixels.allSatisfy { (95...105).contains($0) })
  }

  private func picture() -> LumaImage {
    var pixels: [UInt8] = []
    for index in 0..<2400 {
      let value: Int = index * 37 + index / 60 * 11
      pixels.append(UInt8(value % 251))
    }
    return LumaImage(width: 60, height: 40, pixels: pixels)
  }

  private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }
}
