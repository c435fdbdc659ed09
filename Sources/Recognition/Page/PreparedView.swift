import Glibc
import Imaging

/// A view with even light, level lines and letters of a size the engine reads well.
struct PreparedView {
  /// What is to be read.
  private(set) var view: PageView

  /// Where it has ink.
  let ink: InkMap

  /// How its lines leaned before.
  let skew: TextSkew

  /// The height of its small letters before, in pixels.
  let letterHeight: Double?

  /// Whether it has several letters side by side.
  let hasLevelLetters: Bool

  // The height of its small letters now.
  private let unit: Double

  /// Whether more was changed than the light.
  let isChanged: Bool

  /// How many pixels a view may have.
  static let mostPixels = 6_000_000

  // Small letters the engine reads well, and what others become, in pixels.
  private static let goodHeights = 13.0...36.0
  private static let bestHeight = 20.0
  static let inkLimit: UInt8 = 150

  /// Prepares a view.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The picture it was made from.
  ///   - heights: How high its letters may be, in pixels.
  ///   - isDark: Whether its text is lighter than what is round it; nothing to look.
  init(
    _ view: PageView,
    of source: LumaImage,
    heights: ClosedRange<Double> = 4...100_000,
    isDark: Bool? = nil
  ) {
    let even = LightNormalizer.normalize(view.image, isDark: isDark)
    let pieces = InkPieces(even, limit: Self.inkLimit)
    let text = TextScale(pieces, heights: heights)
    letterHeight = text?.letterHeight
    hasLevelLetters = text?.direction.map { abs($0) < 20 } ?? false
    skew = TextSkew(even, direction: text?.direction)
    var scale = 1.0
    if let letterHeight, let text, !Self.goodHeights.contains(letterHeight) {
      let most = (Double(Self.mostPixels) / Double(max(view.image.size.area, 1))).squareRoot()
      if letterHeight < Self.bestHeight {
        scale = min(Self.bestHeight / letterHeight, 3, most)
      } else {
        // Not so small that the smaller ones among letters of several sizes are lost.
        let least = Self.goodHeights.lowerBound / max(text.smallHeight, 1)
        scale = min(max(Self.goodHeights.upperBound / letterHeight, least), 1, most)
      }
    }
    let leans = abs(skew.angle) > 0.012 && skew.clarity > 2
    isChanged = leans || scale != 1
    var prepared = view
    if isChanged {
      prepared = view.turned(source, by: leans ? -skew.angle : 0, scale: scale)
      prepared.image = LightNormalizer.normalize(prepared.image, isDark: isDark)
    } else {
      prepared.image = even
    }
    unit = (letterHeight ?? 0) * scale
    self.view = prepared
    ink = InkMap(prepared.image)
  }

  /// The view without rules, frames and creases; nothing where it has no letters to tell them by.
  var withoutLines: PageView? {
    guard unit > 0 else { return nil }
    var view = view
    let pieces = InkPieces(view.image, limit: Self.inkLimit)
    let paper = UInt8(LightNormalizer.paperValue)
    pieces.wipeLines(from: &view.image, letterHeight: unit, paper: paper)
    return view.image == self.view.image ? nil : view
  }
}
