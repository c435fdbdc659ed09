import Imaging
import Recognition
import Testing

/// Where a part of a line lies.
@Suite struct ContentBoundsTests {
  /// A line's words, each character ten pixels wide, the first at x 100, on a slope.
  private static func words(
    _ text: String,
    slope: Double = 0,
    symbols hasSymbols: Bool = true
  ) -> [RecognizedWord] {
    var words: [RecognizedWord] = []
    var offset = 0
    for word in text.split(separator: " ") {
      let symbols = word.enumerated().map { index, character in
        RecognizedSymbol(
          text: String(character),
          confidence: 0.5,
          bounds: box(offset + index, offset + index + 1, slope: slope)
        )
      }
      words.append(
        RecognizedWord(
          text: String(word),
          confidence: 0.9,
          bounds: box(offset, offset + word.count, slope: slope),
          symbols: hasSymbols ? symbols : []
        )
      )
      offset += word.count + 1
    }
    return words
  }

  private static func box(_ start: Int, _ end: Int, slope: Double) -> Quadrilateral {
    func point(_ offset: Int, _ y: Double) -> NormalizedPoint {
      let x = 0.1 + 0.01 * Double(offset)
      return NormalizedPoint(x: x, y: y + x * slope)
    }
    return Quadrilateral(
      topLeft: point(start, 0.2),
      topRight: point(end, 0.2),
      bottomRight: point(end, 0.25),
      bottomLeft: point(start, 0.25)
    )
  }

  private static func expect(
    _ part: Quadrilateral,
    _ wanted: Quadrilateral,
    at location: SourceLocation = #_sourceLocation
  ) {
    for (corner, other) in zip(part.corners, wanted.corners) {
      #expect(abs(corner.x - other.x) < 1e-9, sourceLocation: location)
      #expect(abs(corner.y - other.y) < 1e-9, sourceLocation: location)
    }
  }

  @Test(arguments: [0, 0.3], [true, false])
  func `a part's corners are those of its characters, also on a slope and without symbols`(
    slope: Double,
    hasSymbols: Bool
  ) {
    let text = "am 12.05.2024, dort"
    let words = Self.words(text, slope: slope, symbols: hasSymbols)
    let line = Self.box(0, text.count, slope: slope)
    Self.expect(line.part(3..<13, of: text, words: words), Self.box(3, 13, slope: slope))
  }

  @Test func `a text the words do not spell is divided in proportion`() {
    let line = Self.box(0, 10, slope: 0)
    let words = Self.words("something")
    Self.expect(line.part(2..<5, of: "abcdefghij", words: words), Self.box(2, 5, slope: 0))
  }

  @Test func `the words of a part are cut to it`() {
    let text = "Tel. 030 901820, Berlin"
    let parts = Self.words(text).parts(5..<15, of: text)
    #expect(parts.map(\.text) == ["030", "901820"])
    #expect(parts.map(\.symbols.count) == [3, 6])
    #expect(parts.map(\.confidence) == [0.9, 0.5])
    Self.expect(parts[1].bounds, Self.box(9, 15, slope: 0))
  }
}
