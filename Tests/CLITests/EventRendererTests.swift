import Capture
import Foundation
import Imaging
import Recognition
import Scanner
import Testing

@testable import CLI

/// A renderer whose bytes are text.
private struct TextRenderer {
  private let renderer: EventRenderer

  init(_ format: Options.Format) { renderer = EventRenderer(OutputStyle(format: format)) }

  var heading: String { String(decoding: renderer.heading, as: UTF8.self) }

  func render(_ event: ScanEvent) -> String {
    String(decoding: renderer.render(event), as: UTF8.self)
  }
}

@Suite struct EventRendererTests {
  private static let size = PixelSize(width: 1000, height: 500)

  private static func item(_ text: String) -> RecognizedItem {
    let bounds = Quadrilateral(PixelRect(x: 100, y: 50, width: 200, height: 25), in: size)
    let words = text.split(separator: " ").map { word in
      RecognizedWord(text: String(word), confidence: 0.915, bounds: bounds, symbols: [])
    }
    let observation = RecognizedTextObservation(
      candidates: [
        RecognizedText(string: text, confidence: 0.87654321),
        RecognizedText(string: "\(text)?", confidence: 0.5),
      ],
      bounds: bounds,
      words: words,
      position: TextPosition(block: 1, paragraph: 2, line: 3),
      direction: .leftToRight,
      language: "en",
      engine: RecognitionEngine(name: "tesseract", version: "5.3.0", models: ["eng"])
    )
    return RecognizedItem(id: UUID(), observation: observation, readings: 2)
  }

  private static func event(
    _ content: ScanEvent.Content,
    from source: ScanEvent.Source,
    path: String? = nil
  ) -> ScanEvent {
    ScanEvent(
      event: 7,
      time: Date(timeIntervalSince1970: 1_764_547_200.25),
      source: source,
      path: path,
      content: content
    )
  }

  private func fields(_ event: ScanEvent) throws -> [String: Any] {
    let text = TextRenderer(.jsonl).render(event)
    #expect(text.hasSuffix("\n") && text.dropLast().allSatisfy { $0 != "\n" })
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  @Test func `text is a line for each settled line of a camera and nothing else`() {
    let renderer = TextRenderer(.text)
    let item = Self.item("one two")
    #expect(renderer.render(Self.event(.added(item), from: .camera)) == "")
    #expect(renderer.render(Self.event(.settled(item), from: .camera)) == "one two\n")
    #expect(renderer.render(Self.event(.updated(item), from: .camera)) == "")
    let page = Page(number: 1, size: Self.size, lines: [item])
    #expect(renderer.render(Self.event(.page(page), from: .camera)) == "")
    #expect(renderer.render(Self.event(.removed(item), from: .camera)) == "")
  }

  @Test func `pictures are separated by a form feed, also around one without text`() {
    let renderer = TextRenderer(.text)
    let pages = [["a", "b"], [], ["c"]].map { texts in
      Self.event(
        .page(Page(number: 1, size: Self.size, lines: texts.map(Self.item))),
        from: .file
      )
    }
    #expect(pages.map(renderer.render).joined() == "a\nb\n\u{0C}\u{0C}c\n")
  }

  @Test func `in a table a camera's items keep its size when pictures were read meanwhile`() {
    let renderer = TextRenderer(.tsv)
    let item = Self.item("one")
    let page = Page(number: 1, size: Self.size, lines: [item])
    _ = renderer.render(Self.event(.settled(item), from: .camera))
    let before = renderer.render(Self.event(.page(page), from: .camera))
    let small = Page(number: 1, size: PixelSize(width: 10, height: 10), lines: [])
    _ = renderer.render(Self.event(.page(small), from: .file))
    let after = renderer.render(Self.event(.settled(item), from: .camera))
    /// The cells of a table without the page's number.
    func cells(_ table: String) -> [[String]] {
      table.split(separator: "\n").map { row in
        var cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        cells.remove(at: 1)
        return cells
      }
    }
    #expect(cells(after) == cells(before))
  }

  @Test func `an item in JSON has its corners as fractions, clockwise from the top left`() throws {
    let fields = try fields(
      Self.event(.settled(Self.item("one two")), from: .file, path: "a.jpg")
    )
    #expect(fields["type"] as? String == "settled")
    #expect(fields["event"] as? Int == 7)
    #expect(fields["time"] as? String == "2025-12-01T00:00:00.250Z")
    #expect(fields["source"] as? String == "file")
    #expect(fields["path"] as? String == "a.jpg")
    let item = try #require(fields["item"] as? [String: Any])
    #expect(item["text"] as? String == "one two")
    #expect(item["kind"] as? String == "text")
    #expect(item["confidence"] as? Double == 0.8765)
    #expect(item["readings"] as? Int == 2)
    #expect(
      item["bounds"] as? [[Double]] == [[0.1, 0.1], [0.3, 0.1], [0.3, 0.15], [0.1, 0.15]]
    )
    #expect((item["words"] as? [[String: Any]])?.count == 2)
    #expect((item["alternatives"] as? [[String: Any]])?.count == 1)
    #expect(UUID(uuidString: item["id"] as? String ?? "") != nil)
  }

  @Test func `content in JSON has its kind, range, value and corners`() throws {
    let fields = try fields(Self.event(.settled(Self.item("am 12.05.2024")), from: .camera))
    let item = try #require(fields["item"] as? [String: Any])
    let content = try #require((item["content"] as? [[String: Any]])?.first)
    #expect(content["kind"] as? String == "date")
    #expect(content["range"] as? [Int] == [3, 13])
    #expect(content["text"] as? String == "12.05.2024")
    #expect(content["value"] as? String == "2024-05-12")
    #expect(content["verified"] as? Bool == false)
    #expect((content["bounds"] as? [[Double]])?.count == 4)
  }

  @Test func `a hint in JSON has its name, null when nothing is wrong, and is no text`() throws {
    let dark = Self.event(.guidance(.tooDark), from: .camera)
    #expect(try fields(dark)["type"] as? String == "guidance")
    #expect(try fields(dark)["hint"] as? String == "tooDark")
    #expect(try fields(Self.event(.guidance(nil), from: .camera))["hint"] is NSNull)
    #expect(TextRenderer(.text).render(dark) == "")
  }

  @Test func `a state in JSON names camera, reason and advice, null where there is none`() throws {
    let camera = SourceDescription(
      name: "Cam",
      id: "usb-1",
      node: "/dev/video0",
      width: 640,
      height: 480,
      format: "MJPG",
      fps: 30
    )
    let streaming = try fields(
      Self.event(.state(StateChange(.streaming, camera: camera)), from: .camera)
    )
    #expect(streaming["state"] as? String == "streaming")
    #expect((streaming["camera"] as? [String: Any])?["node"] as? String == "/dev/video0")
    #expect(streaming["reason"] is NSNull)
    let lost = try fields(
      Self.event(.state(StateChange(.lost, reason: "Gone.", advice: "Plug it in.")), from: .camera)
    )
    #expect(lost["reason"] as? String == "Gone.")
    #expect(lost["camera"] is NSNull)
  }

  @Test func `a file's outcome in JSON tells empty from unreadable`() throws {
    let empty = try fields(
      Self.event(.file(FileOutcome(page: 1, outcome: .empty)), from: .file, path: "w.png")
    )
    #expect(empty["outcome"] as? String == "empty")
    let broken = FileOutcome(page: 1, outcome: .unreadable, reason: "It is a text file.")
    let unreadable = try fields(Self.event(.file(broken), from: .file, path: "t.jpg"))
    #expect(unreadable["outcome"] as? String == "unreadable")
    #expect(unreadable["reason"] as? String == "It is a text file.")
  }

  @Test func `the table has Tesseract's columns and pixels`() {
    let renderer = TextRenderer(.tsv)
    #expect(renderer.heading.split(separator: "\t").count == 12)
    let item = Self.item("one two")
    let settled = renderer.render(Self.event(.settled(item), from: .file))
    let page = Page(number: 1, size: Self.size, lines: [item])
    let rows = (settled + renderer.render(Self.event(.page(page), from: .file)))
      .split(separator: "\n")
    #expect(
      rows == [
        "1\t1\t0\t0\t0\t0\t0\t0\t1000\t500\t-1\t",
        "2\t1\t1\t0\t0\t0\t100\t50\t200\t25\t-1\t",
        "3\t1\t1\t1\t0\t0\t100\t50\t200\t25\t-1\t",
        "4\t1\t1\t1\t1\t0\t100\t50\t200\t25\t-1\t",
        "5\t1\t1\t1\t1\t1\t100\t50\t200\t25\t91.50\tone",
        "5\t1\t1\t1\t1\t2\t100\t50\t200\t25\t91.50\ttwo",
      ]
    )
  }

  private static func code(_ payload: String?, _ data: [UInt8] = []) -> RecognizedItem {
    let code = BarcodeObservation(
      symbology: .ean13,
      payload: payload,
      payloadData: data,
      bounds: Quadrilateral(PixelRect(x: 100, y: 50, width: 200, height: 25), in: size),
      confidence: 0.98
    )
    return RecognizedItem(id: UUID(), code: code, readings: 2, number: 1)
  }

  @Test func `a code is one line of text, its payload a field of JSON`() throws {
    let item = Self.code("4006381333931")
    let event = Self.event(.settled(item), from: .camera)
    #expect(TextRenderer(.text).render(event) == "EAN13:4006381333931\n")
    let json = try #require(try fields(event)["item"] as? [String: Any])
    #expect(json["kind"] as? String == "code")
    #expect(json["symbology"] as? String == "ean13")
    #expect(json["payload"] as? String == "4006381333931")
    #expect(json["payloadBase64"] == nil)
    #expect(json["text"] as? String == "EAN13:4006381333931")
  }

  @Test func `a payload that is no text is Base64 in JSON`() throws {
    let event = Self.event(.settled(Self.code(nil, [0, 255])), from: .camera)
    let json = try #require(try fields(event)["item"] as? [String: Any])
    #expect(json["payload"] == nil)
    #expect(json["payloadBase64"] as? String == "AP8=")
  }

  @Test func `a code is a line with one word of a table, after all text`() {
    let renderer = TextRenderer(.tsv)
    let page = Page(number: 1, size: Self.size, lines: [Self.code("4006381333931")])
    _ = renderer.render(Self.event(.settled(page.lines[0]), from: .file))
    let rows = renderer.render(Self.event(.page(page), from: .file)).split(separator: "\n")
    #expect(rows.map { $0.split(separator: "\t").first } == ["1", "2", "3", "4", "5"])
    #expect(rows.last?.hasSuffix("100\t50\t200\t25\t98.00\tEAN13:4006381333931") == true)
  }
}
