extension TextStrip {
  /// The strips with those of a letter or two, which have no length to tell their direction by, laid
  /// along the others.
  static func aligned(_ strips: [TextStrip]) -> [TextStrip] {
    let level = strips.reduce(0.0) { sum, strip in
      strip.ratio < shortest ? sum : sum + (strip.isLevel ? strip.length : -strip.length)
    }
    return strips.map { strip in
      strip.ratio < shortest && strip.isLevel != (level >= 0) ? strip.crossed : strip
    }
  }

  /// The strips with short ones as high as their neighbours in the row.
  ///
  /// A word without tall letters makes a low strip, and stretched to a reader's height it looks like
  /// capitals: "pcs" like "PCS".
  static func evened(_ strips: [TextStrip]) -> [TextStrip] {
    strips.map { strip in
      guard strip.ratio < longest else { return strip }
      let heights = strips.filter { other in
        let offset = other.center - strip.center
        let across = abs(offset.y * strip.axis.x - offset.x * strip.axis.y)
        return across < 0.5 * strip.halfHeight + 0.5 * other.halfHeight
          && other.halfHeight < mostGrowth * strip.halfHeight
      }.map(\.halfHeight)
      var evened = strip
      evened.halfHeight = max(strip.halfHeight, heights.max() ?? 0)
      return evened
    }
  }

  // Longer lines have tall letters.
  private static let longest = 6.0
  // What is higher is print of another size.
  private static let mostGrowth = 1.35
  // Shorter strips may be higher than long.
  private static let shortest = 2.5

  /// Whether the text runs rather to the side than up or down.
  var isLevel: Bool { abs(axis.x) >= abs(axis.y) }

  /// The same place with the text running across the present direction, to the right or down.
  private var crossed: TextStrip {
    let across = SIMD2(-axis.y, axis.x)
    let isBackward = abs(across.x) >= abs(across.y) ? across.x < 0 : across.y < 0
    return TextStrip(
      center: center,
      axis: isBackward ? -across : across,
      halfLength: halfHeight,
      halfHeight: halfLength
    )
  }
}
