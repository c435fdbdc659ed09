import Imaging

/// Finds the sheet of paper a picture shows.
///
/// A sheet has four straight sides where the brightness steps, all from dark to light or all from light
/// to dark, and these steps end at its corners. Text would give many such lines, so it is wiped out
/// first.
struct PageFinder {
  // The long side of the picture it looks at.
  private static let reducedSide = 400
  // How far text is wiped out, in pixels of that picture.
  private static let inkReach = 3
  private static let lineLimit = 24

  /// A sheet.
  struct Page {
    /// Its corners in pixels of the picture, clockwise from the upper left; may lie outside.
    var corners: [SIMD2<Double>]
    /// How well its sides are backed by edges, 0…1.
    var confidence: Double
  }

  /// What may be the sheet in a picture, the likeliest first; nothing where there is none, or where it
  /// fills the picture.
  static func pages(in image: LumaImage) -> [Page] {
    guard min(image.width, image.height) >= 64 else { return [] }
    let small = image.reduced(toLongSide: reducedSide)
    let paper = small.closed(by: inkReach)
    var outlines: [PageOutline] = []
    for wiped in [paper, small.opened(by: inkReach)] {
      let edges = EdgeMap(wiped.boxBlurred())
      let shortest = Float(min(small.width, small.height)) / 8
      let lines = LineVotes.lines(in: edges, limit: lineLimit, shortest: shortest)
      outlines += OutlineSearch(edges, lines, paper: paper).outlines
    }
    outlines.sort { $0.score > $1.score }
    let scale = SIMD2(
      Double(image.width) / Double(small.width),
      Double(image.height) / Double(small.height)
    )
    let middle = SIMD2(Double(small.width), Double(small.height)) / 2
    let side = Float(max(small.width, small.height))
    return distinct(outlines, by: 0.03 * side).prefix(2).map { outline in
      Page(
        corners: outline.corners.map { (SIMD2<Double>($0) + middle) * scale },
        confidence: Double(outline.support)
      )
    }
  }

  /// The outlines without those that are nearly the same as a better one.
  private static func distinct(_ outlines: [PageOutline], by distance: Float) -> [PageOutline] {
    var kept: [PageOutline] = []
    for outline in outlines
    where !kept.contains(where: { $0.distance(to: outline) < distance }) {
      kept.append(outline)
    }
    return kept
  }
}
