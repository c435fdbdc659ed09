import Foundation
import Imaging
import Recognition
import Testing

@testable import Scanner

@Suite struct ContentFilterTests {
  private static func line(_ text: String, id: UUID = UUID()) -> RecognizedItem {
    let rect = PixelRect(x: 100, y: 50, width: 600, height: 24)
    let bounds = Quadrilateral(rect, in: PixelSize(width: 1280, height: 720))
    let observation = RecognizedTextObservation(
      candidates: [RecognizedText(string: text, confidence: 0.9)],
      bounds: bounds,
      words: [],
      position: TextPosition(block: 1, paragraph: 1, line: 1),
      direction: .leftToRight,
      language: "en",
      engine: RecognitionEngine(name: "test", version: "1", models: [])
    )
    return RecognizedItem(id: id, observation: observation, readings: 1)
  }

  /// What was reported, as the kind of event and the text.
  private static func said(_ events: [ScanEvent.Content]) -> [String] {
    events.map { event in
      switch event {
      case .added(let item): "added \(item.text)"
      case .updated(let item): "updated \(item.text)"
      case .settled(let item): "settled \(item.text)"
      case .removed(let item): "removed \(item.text)"
      case .page(let page): "page \(page.lines.map(\.text).joined(separator: "|"))"
      case .state, .file, .guidance: "other"
      }
    }
  }

  @Test func `without kinds every event passes as it is`() {
    var filter = ContentFilter([])
    let event = ScanEvent.Content.added(Self.line("nothing in it"))
    #expect(filter.pass(event) == [event])
  }

  @Test func `an item is the part that was wanted, with its place and an identity that stays`()
    throws
  {
    var filter = ContentFilter([.email, .url])
    let line = Self.line("Ada, ada@example.com, www.example.com, 12.05.2024")
    let added = filter.pass(.added(line))
    #expect(Self.said(added) == ["added ada@example.com", "added www.example.com"])
    let settled = filter.pass(.settled(line))
    #expect(Self.said(settled) == ["settled ada@example.com", "settled www.example.com"])
    guard case .added(let mail) = added[0], case .settled(let same) = settled[0],
      case .added(let url) = added[1]
    else {
      Issue.record("unexpected events")
      return
    }
    #expect(mail.id == same.id)
    #expect(Set([line.id, mail.id, url.id]).count == 3)
    #expect(mail.bounds.topLeft.x > line.bounds.topLeft.x)
    #expect(mail.bounds.topRight.x < url.bounds.topLeft.x)
    #expect(mail.content.map(\.range) == [0..<15])
  }

  @Test func `parts come, change and go with the text of their line`() {
    var filter = ContentFilter([.date])
    let id = UUID()
    #expect(filter.pass(.added(Self.line("am l2.O5.2024", id: id))).isEmpty)
    #expect(
      Self.said(filter.pass(.updated(Self.line("am 12.05.2024", id: id)))) == ["added 12.05.2024"]
    )
    #expect(
      Self.said(filter.pass(.settled(Self.line("am 12.05.2024", id: id)))) == ["settled 12.05.2024"]
    )
    #expect(
      Self.said(filter.pass(.updated(Self.line("am 13.05.2024", id: id)))) == ["updated 13.05.2024"]
    )
    let two = Self.line("13.05.2024 bis 14.05.2024", id: id)
    #expect(
      Self.said(filter.pass(.updated(two)))
        == ["updated 13.05.2024", "added 14.05.2024", "settled 14.05.2024"]
    )
    #expect(
      Self.said(filter.pass(.removed(two))) == ["removed 13.05.2024", "removed 14.05.2024"]
    )
    #expect(filter.pass(.removed(two)).isEmpty)
  }

  @Test func `a page has the parts of its lines, a still's lines settle without having been added`()
  {
    var filter = ContentFilter([.currency])
    let lines = [Self.line("Total 5,00 €"), Self.line("nothing"), Self.line("3 € und 4 €")]
    #expect(
      lines.flatMap { Self.said(filter.pass(.settled($0))) }
        == ["settled 5,00 €", "settled 3 €", "settled 4 €"]
    )
    let page = Page(number: 1, size: PixelSize(width: 10, height: 10), lines: lines)
    #expect(Self.said(filter.pass(.page(page))) == ["page 5,00 €|3 €|4 €"])
  }

  @Test func `an item whose text is set anew has the content of the new text`() {
    var item = Self.line("am 12.05.2024")
    item.text = "am 13.05.2024"
    #expect(item.content.map(\.value) == ["2024-05-13"])
  }
}
