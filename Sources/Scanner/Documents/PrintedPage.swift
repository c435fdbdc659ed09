package import Imaging
import Recognition

/// A page as documents write it: blocks of paragraphs of lines of words, in pixels.
///
/// Every format writes these lines and words, so that the text is the same in all.
package struct PrintedPage: Sendable {
  /// A word with its corners.
  package struct Word: Sendable {
    /// What stands between two blanks, without control characters.
    package var text: String
    /// 0…1.
    package var confidence: Double
    package var corners: PixelCorners
  }

  /// A line; its words joined by blanks are its text.
  package struct Line: Sendable {
    package var text: String
    package var words: [Word]
    /// A BCP-47 name, where the engine says.
    package var language: String?
    package var corners: PixelCorners
  }

  /// Lines that belong together.
  package struct Paragraph: Sendable {
    package var lines: [Line]
    package var box: PixelBox { PixelBox(lines.flatMap(\.corners.all)) }
  }

  /// Paragraphs that stand below each other, or a page's codes.
  package struct Block: Sendable {
    package var paragraphs: [Paragraph]
    package var box: PixelBox { PixelBox(paragraphs.flatMap(\.lines).flatMap(\.corners.all)) }
  }

  package let size: PixelSize
  package private(set) var blocks: [Block] = []

  /// Arranges a page's items.
  package init(_ page: Page) {
    size = page.size
    var last: TextPosition?
    for item in page.lines {
      let line = Self.line(item, in: size)
      guard !line.words.isEmpty else { continue }
      let place = item.position
      if place.block != last?.block {
        blocks.append(Block(paragraphs: [Paragraph(lines: [line])]))
      } else if place.paragraph != last?.paragraph {
        blocks[blocks.count - 1].paragraphs.append(Paragraph(lines: [line]))
      } else {
        let paragraph = blocks[blocks.count - 1].paragraphs.count - 1
        blocks[blocks.count - 1].paragraphs[paragraph].lines.append(line)
      }
      last = place
    }
  }

  /// All paragraphs in reading order.
  package var paragraphs: [Paragraph] { blocks.flatMap(\.paragraphs) }

  /// All lines in reading order.
  package var lines: [Line] { paragraphs.flatMap(\.lines) }

  private static func line(_ item: RecognizedItem, in size: PixelSize) -> Line {
    Line(
      text: item.text.escapingControls,
      words: words(of: item, in: size),
      language: item.language,
      corners: PixelCorners(item.bounds, in: size)
    )
  }

  /// The words of an item; a code is one, whatever blanks its payload has.
  private static func words(of item: RecognizedItem, in size: PixelSize) -> [Word] {
    func word(_ text: String, _ confidence: Double, _ bounds: Quadrilateral) -> Word {
      Word(
        text: text.escapingControls,
        confidence: confidence,
        corners: PixelCorners(bounds, in: size)
      )
    }
    if item.kind == .code { return [word(item.text, item.confidence, item.bounds)] }
    if item.words.map(\.text).joined(separator: " ") == item.text {
      return item.words.map { word($0.text, $0.confidence, $0.bounds) }
    }
    // The engine's words are not what stands between blanks, as in Chinese.
    var words: [Word] = []
    var offset = 0
    for part in item.text.split(separator: " ", omittingEmptySubsequences: false) {
      let end = offset + part.count
      if !part.isEmpty {
        words.append(word(String(part), item.confidence, item.bounds(of: offset..<end)))
      }
      offset = end + 1
    }
    return words
  }
}

/// Four corners in pixels of the upright picture, clockwise from the text's top left.
package struct PixelCorners: Sendable, Equatable {
  package var topLeft, topRight, bottomRight, bottomLeft: SIMD2<Double>

  init(_ shape: Quadrilateral, in size: PixelSize) {
    func pixel(_ point: NormalizedPoint) -> SIMD2<Double> {
      SIMD2(point.x * Double(size.width), point.y * Double(size.height))
    }
    topLeft = pixel(shape.topLeft)
    topRight = pixel(shape.topRight)
    bottomRight = pixel(shape.bottomRight)
    bottomLeft = pixel(shape.bottomLeft)
  }

  package var all: [SIMD2<Double>] { [topLeft, topRight, bottomRight, bottomLeft] }

  package var box: PixelBox { PixelBox(all) }

  /// The direction the text runs in, as a vector from its first to its last letter's foot.
  package var along: SIMD2<Double> { bottomRight - bottomLeft }

  /// How the page would be turned for the text to run to the right: quarter turns anticlockwise.
  package var quarterTurns: Int {
    if abs(along.x) >= abs(along.y) { return along.x >= 0 ? 0 : 2 }
    return along.y < 0 ? 1 : 3
  }

  /// Whether the text runs along the picture's edges, so that a rectangle says all.
  package var isUpright: Bool {
    let box = box
    func isNear(_ number: Double, _ edges: [Int]) -> Bool {
      edges.contains { abs(number - Double($0)) <= 1 }
    }
    return all.allSatisfy {
      isNear($0.x, [box.left, box.right]) && isNear($0.y, [box.top, box.bottom])
    }
  }
}

/// A rectangle along the picture's edges in whole pixels.
package struct PixelBox: Sendable, Equatable {
  package var left, top, right, bottom: Int

  /// The smallest one around some points.
  package init(_ points: [SIMD2<Double>]) {
    left = Int((points.map(\.x).min() ?? 0).rounded())
    top = Int((points.map(\.y).min() ?? 0).rounded())
    right = Int((points.map(\.x).max() ?? 0).rounded())
    bottom = Int((points.map(\.y).max() ?? 0).rounded())
  }

  package var width: Int { right - left }
  package var height: Int { bottom - top }
}
