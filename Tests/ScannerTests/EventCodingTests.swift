import Capture
import Foundation
import Imaging
import Recognition
import Testing

@testable import Scanner

/// The event stream read back: what a program that takes the lines of JSON sees.
struct EventCodingTests {
  private static let line: RecognizedItem = {
    let size = PixelSize(width: 1000, height: 500)
    let box = Quadrilateral(PixelRect(x: 100, y: 50, width: 400, height: 30), in: size)
    let word = RecognizedWord(text: "ada@example.org", confidence: 0.9, bounds: box, symbols: [])
    return RecognizedItem(
      id: UUID(),
      observation: RecognizedTextObservation(
        candidates: [
          RecognizedText(string: "ada@example.org", confidence: 0.9),
          RecognizedText(string: "ada@examp1e.org", confidence: 0.4),
        ],
        bounds: box,
        words: [word],
        position: TextPosition(block: 1, paragraph: 2, line: 3),
        direction: .leftToRight,
        language: "en",
        engine: RecognitionEngine(name: "test", version: "1", models: ["eng"])
      ),
      readings: 3
    )
  }()

  private static func code(_ payload: String?, data: [UInt8]) -> RecognizedItem {
    let id = UUID()
    return RecognizedItem(
      id: id,
      code: BarcodeObservation(
        id: id,
        symbology: .qr,
        payload: payload,
        payloadData: data,
        bounds: line.bounds,
        confidence: 1
      ),
      readings: 1,
      number: 1
    )
  }

  private static let contents: [ScanEvent.Content] = [
    .state(StateChange(.lost, reason: "It was unplugged.", advice: "Plug it in again.")),
    .guidance(.tooDark), .guidance(nil),
    .added(line), .updated(line), .settled(line), .removed(line),
    .settled(code("https://example.org", data: Array("https://example.org".utf8))),
    .settled(code(nil, data: [0, 255, 7])),
    .page(Page(number: 2, size: PixelSize(width: 1000, height: 500), lines: [line])),
    .file(FileOutcome(page: 1, outcome: .unreadable, reason: "a.jpg ends too early.")),
  ]

  @Test(arguments: contents)
  func `an event that was written is the same when it is read back`(
    content: ScanEvent.Content
  )
    throws
  {
    let event = ScanEvent(
      event: 7,
      time: Date(timeIntervalSince1970: 1_790_000_000.25),
      source: .camera,
      path: nil,
      content: content
    )
    let written = try JSONEncoder().encode(event)
    let read = try JSONDecoder().decode(ScanEvent.self, from: written)
    #expect(read == event)
  }

  @Test func `an event of an unknown type is refused by name`() {
    let line = #"{"event":1,"time":"2026-12-01T00:00:00.000Z","source":"camera","type":"tapped"}"#
    #expect {
      try JSONDecoder().decode(ScanEvent.self, from: Data(line.utf8))
    } throws: { "\($0)".contains("tapped") }
  }

  @Test func `a scanner under Apple's names has Apple's defaults`() {
    let scanner = DataScanner(recognizedDataTypes: [.text(contentKinds: [.url]), .barcode()])
    #expect(scanner.settings.recognizesMultipleItems == false)
    #expect(scanner.settings.tracksAtFrameRate && scanner.settings.isGuidanceEnabled)
    #expect(scanner.settings.types.readsText)
    #expect(scanner.settings.types.codes?.symbologies == BarcodeSymbology.allCases)
    #expect(scanner.settings.contentKinds == [.url])
    let codes = DataScanner(recognizedDataTypes: [.barcode(symbologies: [.ean13])])
    #expect(!codes.settings.types.readsText)
    #expect(codes.settings.types.codes?.symbologies == [.ean13])
  }
}
