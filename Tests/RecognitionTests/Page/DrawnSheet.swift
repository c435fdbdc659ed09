import Imaging
import TestSupport

/// A page of drawn text as it lies on a desk in front of a camera.
struct DrawnSheet {
  var picture: LumaImage
  /// Maps the page's pixels into the picture.
  let placed: Homography
  let page: LumaImage

  /// Lays a page on a desk with some grain.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - corners: Where its corners lie in the picture, clockwise from its upper left.
  ///   - size: The size of the picture.
  ///   - desk: The luma of the desk.
  init?(_ page: LumaImage, at corners: [SIMD2<Double>], size: PixelSize, desk: UInt8) {
    guard let plane = Homography(unitSquareTo: corners) else { return nil }
    let part = SIMD2(1 / Double(page.width), 1 / Double(page.height))
    placed = Homography(scale: part).then(plane)
    guard let back = placed.inverse else { return nil }
    self.page = page
    picture = page.warped(to: size, from: back)
    var grain: UInt32 = 1
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = back(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
        guard
          place.x < 0 || place.y < 0 || place.x > Double(page.width)
            || place.y > Double(page.height)
        else { continue }
        grain = grain &* 1_664_525 &+ 1_013_904_223
        picture[x, y] = desk &+ UInt8(grain >> 24) % 12
      }
    }
  }

  /// Darkens the picture towards the right, as beside a lamp.
  mutating func shade(to share: Double) {
    let width = picture.width
    picture.withMutablePixels { pixels in
      for index in pixels.indices {
        let light = 1 - (1 - share) * Double(index % width) / Double(width)
        pixels[index] = UInt8(Double(pixels[index]) * light)
      }
    }
  }
}
