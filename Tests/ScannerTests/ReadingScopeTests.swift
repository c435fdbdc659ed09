import Imaging
import Recognition
import Testing

@testable import Scanner

/// What of a page is read again.
@Suite struct ReadingScopeTests {
  private static let replaced = PageReader.Arrival(isReplaced: true, change: nil)

  /// A line of a page of 1280x720, rows 60 pixels apart.
  private static func line(
    _ text: String,
    row: Int,
    confidence: Double = 0.95
  ) -> RecognizedTextObservation {
    let rect = PixelRect(x: 100, y: 50 + row * 60, width: 600, height: 24)
    return RecognizedTextObservation(
      candidates: [RecognizedText(string: text, confidence: confidence)],
      bounds: Quadrilateral(rect, in: PixelSize(width: 1280, height: 720)),
      words: [],
      position: TextPosition(block: 1, paragraph: 1, line: row + 1),
      direction: .leftToRight,
      language: "en",
      engine: RecognitionEngine(name: "test", version: "1", models: [])
    )
  }

  /// A change of the picture in one row, over the page's first letters or over all of them.
  private static func change(inRow row: Int, isLong: Bool = false) -> PageReader.Arrival {
    var blocks = [PictureChange.Block](repeating: .init(), count: 40 * 22)
    let y = (62 + row * 60) * 22 / 720
    for x in 4..<(isLong ? 22 : 8) {
      blocks[y * 40 + x] = PictureChange.Block(difference: 90, contrast: 120)
    }
    return PageReader.Arrival(isReplaced: false, change: PictureChange(blocks, columns: 40))
  }

  /// A reader that has read a page.
  private static func reader(_ texts: [String], confidence: Double = 0.95) -> PageReader {
    var reader = PageReader()
    reader.pageCameToRest(replaced)
    let page = texts.enumerated().map { line($1, row: $0, confidence: confidence) }
    while reader.isUnfinished { _ = reader.add(page) }
    return reader
  }

  private static func texts(_ reader: PageReader) -> [String] { reader.items.map(\.text) }

  @Test func `where one line changes that line alone is read, and the others stay who they are`()
    throws
  {
    var reader = Self.reader(["one", "count 17", "three"])
    let before = reader.items
    reader.pageCameToRest(Self.change(inRow: 1))
    let chosen = reader.chooseScope(in: .fullImage)
    let scope = try #require(chosen)
    let part = try #require(scope.parts.first)
    #expect(scope.parts.count == 1)
    #expect(part.height < 0.16)
    #expect(part.x > 0 && part.x < 100.0 / 1280)
    let changes = reader.add([Self.line("count 18", row: 1)])
    #expect(changes.first == .removed(before[1]))
    while reader.isUnfinished {
      let again = reader.chooseScope(in: .fullImage)
      #expect(again != nil)
      _ = reader.add([Self.line("count 18", row: 1)])
    }
    #expect(Self.texts(reader) == ["one", "count 18", "three"])
    #expect(reader.items[0].id == before[0].id)
    #expect(reader.items[1].id != before[1].id)
    #expect(reader.items[2].id == before[2].id)
  }

  @Test func `what is cut through around a line that is read again says nothing`() {
    var reader = Self.reader(["one", "count 17", "three"])
    reader.pageCameToRest(Self.change(inRow: 1))
    _ = reader.chooseScope(in: .fullImage)
    _ = reader.add([
      Self.line("0ne", row: 0), Self.line("count 18", row: 1), Self.line("threc", row: 2),
    ])
    #expect(Self.texts(reader) == ["one", "count 18", "three"])
  }

  @Test func `a line that appears between others is added where it stands`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    let page = [Self.line("one", row: 0), Self.line("three", row: 2)]
    while reader.isUnfinished { _ = reader.add(page) }
    reader.pageCameToRest(Self.change(inRow: 1, isLong: true))
    while reader.isUnfinished {
      _ = reader.chooseScope(in: .fullImage)
      _ = reader.add([Self.line("two", row: 1)])
    }
    #expect(Self.texts(reader) == ["one", "two", "three"])
  }

  @Test func `a line that grew beyond what was cut out is read with the whole page`() {
    var reader = Self.reader(["one", "count 9", "three"])
    reader.pageCameToRest(Self.change(inRow: 1))
    _ = reader.chooseScope(in: .fullImage)
    var longer = Self.line("count 10 of a hundred", row: 1)
    let rect = PixelRect(x: 100, y: 110, width: 630, height: 24)
    longer.bounds = Quadrilateral(rect, in: PixelSize(width: 1280, height: 720))
    let changes = reader.add([longer])
    #expect(changes.isEmpty)
    let next = reader.chooseScope(in: .fullImage)
    #expect(next == nil)
    #expect(reader.isUnfinished)
  }

  @Test func `a page that leaves is read from edge to edge`() {
    var reader = Self.reader(["one", "two", "three"])
    reader.pageCameToRest(Self.replaced)
    let scope = reader.chooseScope(in: .fullImage)
    #expect(scope == nil)
  }

  @Test func `a settled line of which the engine was unsure is read again, and corrected`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    let page = [Self.line("sure", row: 0), Self.line("147 00", row: 1, confidence: 0.85)]
    while reader.isUnfinished { _ = reader.add(page) }
    #expect(reader.needsReading)
    var changes: [PageReader.Change] = []
    while reader.needsReading {
      let scope = reader.chooseScope(in: .fullImage)
      #expect(scope?.lines == [reader.items[1].id])
      changes += reader.add([Self.line("147.00", row: 1, confidence: 0.95)])
    }
    #expect(Self.texts(reader) == ["sure", "147.00"])
    #expect(changes == [.updated(reader.items[1])])
  }

  @Test func `votes end, whatever the engine says`() {
    var reader = Self.reader(["one"], confidence: 0.7)
    var readings = 0
    while reader.needsReading {
      _ = reader.chooseScope(in: .fullImage)
      _ = reader.add([Self.line("on\(readings % 7)", row: 0, confidence: 0.7)])
      readings += 1
    }
    #expect(readings <= PageReader.mostReadings)
  }

  @Test func `a line under a hand stays while the page is read around the hand`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    _ = reader.add([Self.line("one", row: 0), Self.line("two", row: 1)])
    var changes: [PageReader.Change] = []
    for _ in 0..<3 {
      changes += reader.add([Self.line("one", row: 0)], disturbance: Self.change(inRow: 1))
    }
    #expect(Self.texts(reader).contains("two"))
    #expect(!changes.contains { if case .removed = $0 { true } else { false } })
  }
}
