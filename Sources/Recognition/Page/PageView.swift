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

  /// Text in perspective, with level lines and upright letters; nothing where there is too little of it,
  /// or where it is so already.
  init?(leveling image: LumaImage) {
    let even = LightNormalizer.normalize(image)
    guard let text = TextScale(InkPieces(even, limit: PreparedView.inkLimit)) else { return nil }
    let sizes = text.letterHeight / 3...text.letterHeight * 3
    let letters = text.letters.filter { sizes.contains(Double($0.height)) }
    guard let plane = TextPlane(even, letters: letters, direction: text.direction) else {
      return nil
    }
    self.init(image, plane.size, plane.origin)
  }

  /// A sheet as seen from straight above, a little less than the whole of it.
  ///
  /// - Parameters:
  ///   - page: The sheet.
  ///   - image: The picture it lies in.
  ///   - scale: How many pixels a pixel of the picture becomes.
  ///   - limit: How many pixels the result may have.
  init?(_ page: PageFinder.Page, in image: LumaImage, scale: Double, limit: Int) {
    self.init(page, Self.inner, in: image, scale: scale, limit: limit)
  }

  /// A part of the plane a sheet lies in, as seen from straight above.
  private init?(
    _ page: PageFinder.Page,
    _ part: (from: SIMD2<Double>, to: SIMD2<Double>),
    in image: LumaImage,
    scale: Double,
    limit: Int
  ) {
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
    let extent = part.to - part.from
    let area = max(width * height * extent.x * extent.y, 1)
    let factor = min(scale, (Double(limit) / area).squareRoot())
    let size = PixelSize(
      width: max(Int(width * factor * extent.x), 1),
      height: max(Int(height * factor * extent.y), 1)
    )
    let place = Homography(
      scale: extent / SIMD2(Double(size.width), Double(size.height)),
      offset: part.from
    )
    self.init(image, size, place.then(whole))
  }

  // The rim of a sheet has no text, and its shadow would be taken for some.
  private static let inset = 0.012
  private static let inner = (from: SIMD2(inset, inset), to: SIMD2(1 - inset, 1 - inset))

  /// What lies beside the sides of a sheet, in its plane: above, below, to the left and to the right.
  ///
  /// - Parameters:
  ///   - page: The sheet.
  ///   - image: The picture it lies in.
  ///   - limit: How many pixels each may have.
  /// - Returns: Those of which enough lies in the picture.
  static func surroundings(
    of page: PageFinder.Page,
    in image: LumaImage,
    limit: Int
  ) -> [PageView] {
    guard let whole = Homography(unitSquareTo: page.corners) else { return [] }
    let outsides: [SIMD2<Double>] = [SIMD2(0, -1), SIMD2(0, 1), SIMD2(-1, 0), SIMD2(1, 0)]
    return outsides.compactMap { outside in
      let side = (outside + 1) / 2
      let depth = depths.first { depth in
        // The middle of the far side.
        let place = whole(side + outside * depth + (1 - outside * outside) * (0.5 - side))
        return place.x >= 0 && place.y >= 0 && place.x <= Double(image.width)
          && place.y <= Double(image.height)
      }
      guard let depth else { return nil }
      let (near, far) = (side + outside * gap, side + outside * depth)
      let across = 1 - outside * outside
      let from = pointwiseMin(near, far) - across * side
      let to = pointwiseMax(near, far) + across * (1 - side)
      return PageView(page, (from, to), in: image, scale: 1, limit: limit)
    }
  }

  // How far it is looked beside a sheet, and how much is left out as its edge, as shares of its sides.
  private static let depths = [0.3, 0.2, 0.12, 0.06]
  private static let gap = 0.004

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
