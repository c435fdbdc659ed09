import Imaging
import Recognition
import Testing

@testable import Scanner

@Suite struct PageReaderTests {
  private static let replaced = PageReader.Arrival(isReplaced: true, change: nil)

  /// Lines of text one below the other.
  private static func page(
    _ texts: [String?],
    confidence: Double = 0.9
  )
    -> [RecognizedTextObservation]
  {
    texts.enumerated().compactMap { row, text in
      text.map { line($0, row: row, confidence: confidence) }
    }
  }

  private static func line(
    _ text: String,
    row: Int,
    confidence: Double = 0.9
  )
    -> RecognizedTextObservation
  {
    let rect = PixelRect(x: 100, y: 50 + row * 40, width: 600, height: 24)
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

  private static func settled(_ changes: [PageReader.Change]) -> [String] {
    changes.compactMap { if case .settled(let item) = $0 { item.text } else { nil } }
  }

  private static func removed(_ changes: [PageReader.Change]) -> [String] {
    changes.compactMap { if case .removed(let item) = $0 { item.text } else { nil } }
  }

  /// Reads a page until no reading is needed any more, the same each time.
  private static func read(
    _ page: [RecognizedTextObservation],
    _ arrival: PageReader.Arrival,
    by reader: inout PageReader
  ) -> [PageReader.Change] {
    reader.pageCameToRest(arrival)
    var changes: [PageReader.Change] = []
    while reader.needsReading { changes += reader.add(page) }
    return changes
  }

  @Test func `lines settle in reading order when the second reading agrees`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    #expect(Self.settled(reader.add(Self.page(["one", "two", "three"]))).isEmpty)
    #expect(reader.needsReading)
    let second = reader.add(Self.page(["one", "two", "three"]))
    #expect(Self.settled(second) == ["one", "two", "three"])
    #expect(!reader.needsReading)
    #expect(second.last == .page(reader.items))
  }

  @Test func `a line on which two readings differ settles later, on what a third says`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    _ = reader.add(Self.page(["one", "tw0"]))
    #expect(Self.settled(reader.add(Self.page(["one", "two"]))) == ["one"])
    #expect(reader.needsReading)
    #expect(Self.settled(reader.add(Self.page(["one", "two"]))) == ["two"])
    #expect(!reader.needsReading)
  }

  @Test func `a line on which no two readings agree settles on the surest in the end`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    var settled: [String] = []
    for (text, confidence) in [("a", 0.7), ("b", 0.95), ("c", 0.7), ("d", 0.7), ("e", 0.7)] {
      settled += Self.settled(reader.add(Self.page([text], confidence: confidence)))
    }
    #expect(settled == ["b"])
    #expect(!reader.isUnfinished)
  }

  @Test func `a line only one reading saw is never printed`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    var changes = reader.add(Self.page(["one", "speck"]))
    while reader.needsReading { changes += reader.add(Self.page(["one"])) }
    #expect(Self.settled(changes) == ["one"])
    #expect(Self.removed(changes) == ["speck"])
  }

  @Test func `a new page gives all its lines, those that stood on the old one too`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["form", "Ada"]), Self.replaced, by: &reader)
    let first = reader.items.map(\.id)
    let changes = Self.read(Self.page(["form", "Bob"]), Self.replaced, by: &reader)
    #expect(Self.removed(changes) == ["form", "Ada"])
    #expect(Self.settled(changes) == ["form", "Bob"])
    #expect(Set(first).isDisjoint(with: reader.items.map(\.id)))
  }

  @Test func `a page put back where it was is not printed again and keeps its identities`() {
    var reader = PageReader()
    let page = Self.page(["one", "two", "three"])
    _ = Self.read(page, Self.replaced, by: &reader)
    let before = reader.items.map(\.id)
    let changes = Self.read(page, Self.replaced, by: &reader)
    #expect(Self.settled(changes).isEmpty)
    #expect(reader.items.map(\.id) == before)
  }

  @Test func `a page that comes back after an empty desk is printed again`() {
    var reader = PageReader()
    let page = Self.page(["one", "two"])
    _ = Self.read(page, Self.replaced, by: &reader)
    #expect(Self.removed(Self.read([], Self.replaced, by: &reader)) == ["one", "two"])
    #expect(Self.settled(Self.read(page, Self.replaced, by: &reader)) == ["one", "two"])
  }

  @Test func `where part of the picture changed, only what changed there is printed`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["Voltage", "12.4 V"]), Self.replaced, by: &reader)
    let kept = reader.items[0].id
    // The second line's blocks changed; the engine misreads the first, whose blocks did not.
    var blocks = [PictureChange.Block](repeating: .init(), count: 40 * 22)
    for column in 4..<20 { blocks[3 * 40 + column] = .init(difference: 60, contrast: 200) }
    let arrival = PageReader.Arrival(
      isReplaced: false,
      change: PictureChange(blocks, columns: 40)
    )
    let changes = Self.read(Self.page(["Vo1tage", "12.5 V"]), arrival, by: &reader)
    #expect(Self.settled(changes) == ["12.5 V"])
    #expect(Self.removed(changes) == ["12.4 V"])
    #expect(reader.items[0].id == kept)
    #expect(reader.items[0].text == "Voltage")
  }

  @Test func `the same text at two places is two lines`() {
    var reader = PageReader()
    let changes = Self.read(Self.page(["total", "total"]), Self.replaced, by: &reader)
    #expect(Self.settled(changes) == ["total", "total"])
    #expect(Set(reader.items.map(\.id)).count == 2)
  }

  @Test func `an empty page needs two readings and prints nothing`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    #expect(reader.add([]) == [])
    #expect(reader.add([]) == [.page([])])
    #expect(!reader.needsReading)
  }

  @Test func `the end of a recording settles what was read once and well`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    _ = reader.add(Self.page(["sure"]) + [Self.line("unsure", row: 3, confidence: 0.3)])
    #expect(Self.settled(reader.finish()) == ["sure"])
  }

  /// What changed since a frame: the blocks of some rows of text, of a picture of 1280 by 720.
  private static func changed(rows: [Int] = [], textured: Set<Int> = []) -> PageReader.Arrival {
    var blocks = [PictureChange.Block](repeating: .init(), count: 40 * 22)
    for row in rows {
      // A line of text stands at 50 + 40 · row and is 24 pixels tall; a block is 32 by 32.
      for y in (50 + row * 40) / 32...(74 + row * 40) / 32 {
        for x in 3..<22 { blocks[y * 40 + x] = .init(difference: 60, contrast: 200) }
      }
    }
    for index in textured { blocks[index] = .init(difference: 0, contrast: 200) }
    return PageReader.Arrival(isReplaced: false, change: PictureChange(blocks, columns: 40))
  }

  @Test func `a line that was read well settles at once when its picture stays as it is`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    let page =
      Self.page(["sure", "sure too", "moves"]) + [Self.line("vague", row: 4, confidence: 0.8)]
    #expect(Self.settled(reader.add(page, since: Self.changed(rows: [2]))) == ["sure", "sure too"])
    // What one reading alone does not say, two say.
    #expect(Self.settled(reader.add(page, since: nil)) == ["moves", "vague"])
  }

  @Test func `a line that goes on to the left of what was read waits for another reading`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    // The line begins in column 3 of row 1; something is to be seen in column 1.
    let since = Self.changed(textured: [1 * 40 + 1])
    #expect(Self.settled(reader.add(Self.page(["inkle with salt"]), since: since)).isEmpty)
  }

  @Test func `lines under a hand keep their identity and are not printed again`() {
    var reader = PageReader()
    let page = Self.page(["one", "two", "three", "four"])
    _ = Self.read(page, Self.replaced, by: &reader)
    let before = reader.items.map(\.id)
    let uncovered = Self.page(["one", "two", nil, nil])
    let covering = Self.read(uncovered, Self.changed(rows: [2, 3]), by: &reader)
    #expect(Self.removed(covering).isEmpty)
    let leaving = Self.read(page, Self.changed(rows: [2, 3]), by: &reader)
    #expect(Self.settled(leaving).isEmpty)
    #expect(reader.items.map(\.id) == before)
  }

  @Test func `a line that stays covered has left`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["one", "two"]), Self.replaced, by: &reader)
    reader.pageCameToRest(Self.changed(rows: [1]))
    _ = reader.add(Self.page(["one"]), at: .seconds(1))
    #expect(reader.follow(by: 0.01, at: .seconds(10)) { $0 }.isEmpty)
    #expect(Self.removed(reader.follow(by: 0.01, at: .seconds(12)) { $0 }) == ["two"])
    #expect(reader.items.map(\.text) == ["one"])
  }

  @Test func `what a hand over most of the page leaves free is still the page`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["one", "two", "three", "four"]), Self.replaced, by: &reader)
    let first = reader.items[0].id
    let changes = Self.read(Self.page(["one"]), Self.replaced, by: &reader)
    #expect(Self.settled(changes).isEmpty)
    #expect(reader.items.map(\.id) == [first])
  }

  @Test func `lines move with the page and keep their identity`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["one", "two"]), Self.replaced, by: &reader)
    let before = reader.items
    let down: (Quadrilateral) -> Quadrilateral = { shape in
      shape.map { NormalizedPoint(x: $0.x, y: $0.y + 0.004) }
    }
    var reported = 0
    for _ in 0..<10 { reported += reader.follow(by: 0.01, at: .zero, down).count }
    // Every third step, each line.
    #expect(reported == 6)
    #expect(abs(reader.items[0].bounds.topLeft.y - before[0].bounds.topLeft.y - 0.04) < 1e-9)
    // The page is read where it is now: 0.04 · 720 = 29 pixels lower.
    let moved = Self.page(["one", "two"]).map { observation in
      var observation = observation
      observation.move { shape in shape.map { NormalizedPoint(x: $0.x, y: $0.y + 0.04) } }
      return observation
    }
    let changes = Self.read(moved, Self.changed(), by: &reader)
    #expect(Self.settled(changes).isEmpty)
    #expect(reader.items.map(\.id) == before.map(\.id))
  }

  @Test func `a line that was lost by half its height is known by its text`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["Voltage", "Current"]), Self.replaced, by: &reader)
    let before = reader.items.map(\.id)
    let lower = Self.page(["Voltage", "Current"]).map { observation in
      var observation = observation
      observation.move { shape in shape.map { NormalizedPoint(x: $0.x, y: $0.y + 0.025) } }
      return observation
    }
    let changes = Self.read(lower, Self.changed(), by: &reader)
    #expect(Self.settled(changes).isEmpty)
    #expect(reader.items.map(\.id) == before)
  }

  /// A part of a line of a row, from a share of its width to another.
  private static func piece(
    _ text: String,
    row: Int,
    from left: Double,
    to right: Double
  ) -> RecognizedTextObservation {
    var observation = line(text, row: row)
    let box = Box(observation.bounds)
    observation.bounds = observation.bounds.map { point in
      let share = (point.x - box.left) / (box.right - box.left)
      return NormalizedPoint(
        x: box.left + (left + (right - left) * share) * (box.right - box.left),
        y: point.y
      )
    }
    return observation
  }

  @Test func `a line that is read in pieces the next time stays one line`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["BEEF STRIPS 2200550"]), Self.replaced, by: &reader)
    let pieces = [
      Self.piece("BEEF STR1PS", row: 0, from: 0, to: 0.5),
      Self.piece("2200550", row: 0, from: 0.6, to: 1),
    ]
    let changes = Self.read(pieces, Self.changed(), by: &reader)
    #expect(Self.settled(changes).isEmpty && Self.removed(changes).isEmpty)
    #expect(reader.items.map(\.text) == ["BEEF STRIPS 2200550"])
  }

  @Test func `a short text that takes a long one's place is no piece of it`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["WARMING UP, WAIT"]), Self.replaced, by: &reader)
    let ready = [Self.piece("OK", row: 0, from: 0.4, to: 0.6)]
    let changes = Self.read(ready, Self.changed(), by: &reader)
    #expect(Self.settled(changes) == ["OK"])
    #expect(reader.items.map(\.text) == ["OK"])
  }

  @Test func `a page that leaves before its second reading gives what was read well`() {
    var reader = PageReader()
    reader.pageCameToRest(Self.replaced)
    _ = reader.add(Self.page(["sure"]) + [Self.line("speck", row: 3, confidence: 0.5)])
    let last = reader.pageCameToRest(Self.replaced)
    #expect(Self.settled(last) == ["sure"])
  }

  @Test func `a page that moved again before it was read still counts as another page`() {
    var reader = PageReader()
    _ = Self.read(Self.page(["old", "page"]), Self.replaced, by: &reader)
    reader.pageCameToRest(Self.replaced)
    // The reading was cancelled; the picture changed a little and came to rest.
    let small = PageReader.Arrival(
      isReplaced: false,
      change: PictureChange([PictureChange.Block](repeating: .init(), count: 4), columns: 2)
    )
    let changes = Self.read(Self.page(["new", "page"]), small, by: &reader)
    #expect(Self.settled(changes) == ["new", "page"])
  }
}
