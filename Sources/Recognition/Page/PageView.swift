import Glibc
import Imaging

/// A picture made for reading: a part of another, straightened, turned, lit evenly or resized.
struct PageView {
  /// What is read.
  var image: LumaImage

  /// Where a place of it lies in the picture it was made from.
  var origin: Homography

  /// The picture itself.
  init(_ image: LumaImage) {
    self.image = image
    origin = .identity
  }

  private init(_ image: LumaImage, _ size: PixelSize, _ origin: Homography) {
    self.image = image.warped(to: size, from: origin)
    self.origin = origin
  }

  /// A sheet as seen from straight above, a little less than the whole of it.
  ///
  /// - Parameters:
  ///   - page: The sheet.
  ///   - image: The picture it lies in.
  ///   - scale: How many pixels a pixel of the picture becomes.
  ///   - limit: How many pixels the result may have.
  init?(_ page: PageFinder.Page, in image: LumaImage, scale: Double, limit: Int) {
    let corners = page.corners
    guard let whole = Homography(unitSquareTo: corners) else { return nil }
    func length(_ a: Int, _ b: Int) -> Double {
      let side = corners[a] - corners[b]
      return (side * side).sum().squareRoot()
    }
    var width = max(length(0, 1), length(3, 2))
    var height = max(length(0, 3), length(1, 2))
    let middle = SIMD2(Double(image.width), Double(image.height)) / 2
    if let ratio = PageShape.ratio(of: corners, seenFrom: middle, about: width / height) {
      // The area stays; neither side is thinned out.
      (width, height) = (max(width, height * ratio), max(height, width / ratio))
    }
    let factor = min(scale, (Double(limit) / max(width * height, 1)).squareRoot())
    let size = PixelSize(
      width: max(Int(width * factor * (1 - 2 * Self.inset)), 1),
      height: max(Int(height * factor * (1 - 2 * Self.inset)), 1)
    )
    let part = Homography(
      scale: SIMD2(1 - 2 * Self.inset, 1 - 2 * Self.inset)
        / SIMD2(Double(size.width), Double(size.height)),
      offset: SIMD2(Self.inset, Self.inset)
    )
    self.init(image, size, part.then(whole))
  }

  // The rim of a sheet has no text, and its shadow would be taken for some.
  private static let inset = 0.012

  /// The view turned and resized, large enough to hold the whole of it.
  ///
  /// - Parameters:
  ///   - source: The picture the view was made from; its pixels are sampled again.
  ///   - radians: By how much to turn it clockwise.
  ///   - scale: How many pixels a pixel of the view becomes.
  /// - Returns: The turned view.
  func turned(_ source: LumaImage, by radians: Double, scale: Double) -> PageView {
    let direction = SIMD2(cos(radians), sin(radians))
    let (width, height) = (Double(image.width) * scale, Double(image.height) * scale)
    let size = PixelSize(
      width: Int((abs(width * direction.x) + abs(height * direction.y)).rounded(.up)),
      height: Int((abs(width * direction.y) + abs(height * direction.x)).rounded(.up))
    )
    let toMiddle = Homography(
      scale: SIMD2(1, 1),
      offset: SIMD2(-Double(size.width) / 2, -Double(size.height) / 2)
    )
    let back = Homography(turningTo: SIMD2(direction.x, -direction.y))
    let toView = Homography(
      scale: SIMD2(1 / scale, 1 / scale),
      offset: SIMD2(Double(image.width) / 2, Double(image.height) / 2)
    )
    return PageView(source, size, toMiddle.then(back).then(toView).then(origin))
  }
}
