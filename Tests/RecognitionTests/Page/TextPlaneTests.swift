import Imaging
import TestSupport
import Testing

@testable import Recognition

@Suite
struct TextPlaneTests {
  @Test(arguments: [
    [SIMD2(100.0, 80), SIMD2(860, 210), SIMD2(820, 390), SIMD2(160, 520)],
    [SIMD2(60.0, 230), SIMD2(880, 60), SIMD2(900, 500), SIMD2(120, 400)],
  ])
  func `lines that fan out become level without the sides of a sheet`(
    corners: [SIMD2<Double>]
  ) throws {
    let page = try DrawnText().page(["The harbour office", "is open until", "nine o'clock"])
    let placed = Homography(scale: 1 / SIMD2(Double(page.width), Double(page.height)))
      .then(try #require(Homography(unitSquareTo: corners)))
    let back = try #require(placed.inverse)
    let image = page.warped(to: PixelSize(width: 960, height: 600), from: back)
    let even = LightNormalizer.normalize(image)
    let text = try #require(TextScale(InkPieces(even, limit: PreparedView.inkLimit)))
    let plane = try #require(
      TextPlane(even, letters: text.letters, direction: text.direction)
    )
    let toLevel = try #require(plane.origin.inverse)
    // The baselines of the first and the last line, at 40, 30 and 40 apart.
    for y in [53.0, 133] {
      let start = toLevel(placed(SIMD2(45, y)))
      let end = toLevel(placed(SIMD2(Double(page.width) - 45, y)))
      #expect(abs(end.y - start.y) < 0.05 * (end.x - start.x), "\(start) \(end)")
    }
  }
}
