import Imaging
import Testing

@Suite
struct ImageOrientationTests {
  /// The upright picture by the EXIF table: which stored pixel each upright one comes from.
  private func slowlyOriented(_ image: LumaImage, _ orientation: ImageOrientation) -> LumaImage {
    let size = orientation.swapsAxes ? (image.height, image.width) : (image.width, image.height)
    var upright = LumaImage(width: size.0, height: size.1)
    let (right, bottom) = (image.width - 1, image.height - 1)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        upright[x, y] =
          switch orientation {
          case .up: image[x, y]
          case .upMirrored: image[right - x, y]
          case .down: image[right - x, bottom - y]
          case .downMirrored: image[x, bottom - y]
          case .leftMirrored: image[y, x]
          case .right: image[y, bottom - x]
          case .rightMirrored: image[right - y, bottom - x]
          case .left: image[right - y, x]
          }
      }
    }
    return upright
  }

  @Test(arguments: ImageOrientation.allCases)
  func `every pixel lands where EXIF says`(orientation: ImageOrientation) {
    var generator = SeededGenerator(seed: 11)
    for (width, height) in [(1, 1), (8, 8), (3, 2), (64, 64), (67, 129), (130, 71), (1, 40)] {
      let image = generator.noise(width, height)
      #expect(image.oriented(orientation) == slowlyOriented(image, orientation))
    }
    let empty = LumaImage(width: 0, height: 0)
    #expect(empty.oriented(orientation).isEmpty)
  }

  @Test(arguments: ImageOrientation.allCases, ImageOrientation.allCases)
  func `one after the other is the same as both at once`(
    first: ImageOrientation,
    second: ImageOrientation
  ) {
    var generator = SeededGenerator(seed: 12)
    let image = generator.noise(5, 3)
    #expect(image.oriented(first).oriented(second) == image.oriented(first.then(second)))
  }

  @Test(arguments: ImageOrientation.allCases)
  func `the inverse undoes it`(orientation: ImageOrientation) {
    #expect(orientation.then(orientation.inverse) == .up)
    #expect(orientation.inverse.then(orientation) == .up)
  }

  @Test(arguments: ImageOrientation.allCases)
  func `a place keeps its pixel, there and back`(orientation: ImageOrientation) {
    var image = LumaImage(width: 40, height: 20)
    image[7, 3] = 255
    let upright = image.oriented(orientation)
    let point = NormalizedPoint(x: 7.5 / 40, y: 3.5 / 20)
    let place = orientation.upright(point)
    let x = Int(place.x * Double(upright.width))
    let y = Int(place.y * Double(upright.height))
    #expect(upright[x, y] == 255)
    #expect(upright.size == orientation.uprightSize(ofStored: image.size))
    let back = orientation.stored(place)
    #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
  }

  @Test
  func `a shape found in the upright picture keeps its first corner`() {
    let rect = PixelRect(x: 10, y: 5, width: 20, height: 5)
    let upright = Quadrilateral(rect, in: PixelSize(width: 40, height: 20))
    let stored = ImageOrientation.right.stored(upright)
    // Turned by 90° clockwise for reading, so stored with the text running upwards.
    #expect(stored.topLeft == NormalizedPoint(x: 0.25, y: 0.75))
    #expect(stored.topRight == NormalizedPoint(x: 0.25, y: 0.25))
    #expect(ImageOrientation.right.upright(stored) == upright)
  }

  @Test(arguments: [
    (0, false, ImageOrientation.up), (90, false, .right), (180, false, .down),
    (270, false, .left), (-90, false, .left), (450, false, .right), (0, true, .upMirrored),
    (180, true, .downMirrored), (90, true, .rightMirrored), (270, true, .leftMirrored),
  ])
  func `a mounting is named by degrees and a mirror`(
    degrees: Int,
    mirrored: Bool,
    expected: ImageOrientation
  ) {
    #expect(ImageOrientation(clockwiseDegrees: degrees, mirrored: mirrored) == expected)
  }

  @Test(arguments: [1, 45, -30, 91])
  func `other angles are no mounting`(degrees: Int) {
    #expect(ImageOrientation(clockwiseDegrees: degrees) == nil)
  }
}
