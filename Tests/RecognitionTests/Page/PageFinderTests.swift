import Imaging
import Recognition
import TestSupport
import Testing

@Suite
struct PageFinderTests {
  static let size = PixelSize(width: 1280, height: 720)
  let page: LumaImage

  init() throws {
    let lines = (1...12).map { "Line \($0) of the letter from the harbour office" }
    page = try DrawnText().page(lines)
  }

  static let seen: [[SIMD2<Double>]] = [
    [SIMD2(260, 90), SIMD2(1010, 70), SIMD2(1090, 640), SIMD2(200, 660)],
    [SIMD2(330, 60), SIMD2(1120, 190), SIMD2(980, 680), SIMD2(190, 520)],
    // A corner lies off the picture.
    [SIMD2(-60, 60), SIMD2(900, 40), SIMD2(960, 650), SIMD2(60, 600)],
  ]

  @Test(arguments: seen, [UInt8(60), 190])
  func `the corners of a sheet on a desk are found within a few pixels`(
    corners: [SIMD2<Double>],
    desk: UInt8
  ) throws {
    let sheet = try #require(DrawnSheet(page, at: corners, size: Self.size, desk: desk))
    let found = try #require(DetectDocumentSegmentationRequest().perform(on: sheet.picture))
    for (corner, point) in zip(corners, found.bounds.corners) {
      #expect(abs(point.x * 1280 - corner.x) < 8 && abs(point.y * 720 - corner.y) < 8)
    }
    #expect((0.6...1).contains(found.confidence))
  }

  @Test func `a dark sheet with light text on a light desk is found`() throws {
    var dark = page
    dark.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = 235 - min(pixels[index], 205) }
    }
    let sheet = try #require(DrawnSheet(dark, at: Self.seen[0], size: Self.size, desk: 170))
    let found = try #require(DetectDocumentSegmentationRequest().perform(on: sheet.picture))
    for (corner, point) in zip(Self.seen[0], found.bounds.corners) {
      #expect(abs(point.x * 1280 - corner.x) < 8 && abs(point.y * 720 - corner.y) < 8)
    }
  }

  @Test func `a page that fills the picture, and a block of text on it, are no sheet on a desk`() {
    #expect(DetectDocumentSegmentationRequest().perform(on: page) == nil)
  }

  @Test func `there is no sheet in an empty picture, in noise or in a tiny one`() {
    let empty = LumaImage(width: 640, height: 480, filledWith: 128)
    #expect(DetectDocumentSegmentationRequest().perform(on: empty) == nil)
    var seed: UInt32 = 7
    let noise = LumaImage(
      width: 640,
      height: 480,
      pixels: (0..<640 * 480).map { _ in
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return UInt8(seed >> 24)
      }
    )
    #expect(DetectDocumentSegmentationRequest().perform(on: noise) == nil)
    let tiny = LumaImage(width: 9, height: 1, filledWith: 10)
    #expect(DetectDocumentSegmentationRequest().perform(on: tiny) == nil)
  }
}
