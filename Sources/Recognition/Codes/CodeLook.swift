import Imaging

/// One look for codes at a picture: at another size, turned, or with another threshold.
struct CodeLook: Sendable, Hashable {
  /// How much larger the picture is looked at.
  var scale = 1.0

  /// By how much it is turned counterclockwise first, in degrees.
  var angle = 0.0

  /// How grey becomes black and white.
  var binarizer = ZXingLibrary.Binarizer.localAverage

  /// Whether only codes made of bars are looked for: squares are found in any direction anyway.
  var isForBars = false

  /// A picture is not looked at with more pixels than this.
  private static let largestArea = 5_000_000.0

  /// The look that all begin with, and the only one when time is short.
  static let first = CodeLook()

  /// The looks that follow when the first did not settle it, in order.
  ///
  /// - Parameter size: The picture's size.
  /// - Returns: Some ten looks; those that enlarge only where the picture is small.
  static func further(for size: PixelSize) -> [CodeLook] {
    let area = Double(max(size.area, 1))
    let room = (largestArea / area).squareRoot()
    let enlarged = min(room, 2)
    var looks: [CodeLook] = []
    if room >= 1.5 { looks.append(CodeLook(scale: 1.5)) }
    if room >= 2 { looks.append(CodeLook(scale: 2)) }
    looks.append(CodeLook(scale: 0.6))
    looks += [10, -10].map { CodeLook(scale: enlarged, angle: $0, isForBars: true) }
    looks += [20, -20, 45].map { CodeLook(scale: min(room, 1.5), angle: $0, isForBars: true) }
    looks.append(CodeLook(scale: min(room, 1), binarizer: .fixedThreshold))
    return looks
  }

  /// The picture to look at, and how its places relate to the original's.
  func view(of image: LumaImage) -> (image: LumaImage, place: (PixelPoint) -> PixelPoint) {
    guard scale != 1 || angle != 0 else { return (image, { $0 }) }
    let turn = Turn(size: image.size, scale: scale, degrees: angle)
    let isTurned = angle != 0
    return (isTurned ? turn.apply(to: image) : image.resized(to: turn.size), turn.original)
  }
}
