import Imaging
import Recognition
import Testing

@testable import Scanner

@Suite struct FusionReadingTests {
  private static let corners = Quadrilateral(
    PixelRect(x: 0, y: 0, width: 10, height: 10),
    in: PixelSize(width: 100, height: 100)
  )

  private static func symbol(
    _ text: String,
    _ confidence: Double = 0.9,
    alternatives: [RecognizedText] = []
  ) -> RecognizedSymbol {
    RecognizedSymbol(
      text: text,
      confidence: confidence,
      bounds: corners,
      alternatives: alternatives
    )
  }

  private static func observation(
    _ transcript: String,
    words: [[RecognizedSymbol]]
  ) -> RecognizedTextObservation {
    RecognizedTextObservation(
      candidates: [RecognizedText(string: transcript, confidence: 0.6)],
      bounds: corners,
      words: words.map {
        RecognizedWord(
          text: $0.map(\.text).joined(),
          confidence: 0.8,
          bounds: corners,
          symbols: $0
        )
      },
      position: TextPosition(block: 1, paragraph: 1, line: 1),
      direction: .leftToRight,
      language: "en",
      engine: RecognitionEngine(name: "test", version: "1", models: [])
    )
  }

  @Test func `each character has its symbol's confidence, a blank its weaker neighbour's`() {
    let reading = LineReading(
      Self.observation(
        "ab c",
        words: [[Self.symbol("a", 0.99), Self.symbol("b", 0.7)], [Self.symbol("c", 0.8)]]
      )
    )
    #expect(reading.text == "ab c")
    #expect(reading.symbols.map(\.confidence) == [0.99, 0.7, 0.7, 0.8])
    #expect(reading.worstConfidence == 0.7)
  }

  @Test func `alternatives of single characters are kept`() {
    let choices = [
      RecognizedText(string: "l", confidence: 0.3), RecognizedText(string: "li", confidence: 0.2),
    ]
    let reading = LineReading(
      Self.observation("1", words: [[Self.symbol("1", 0.6, alternatives: choices)]])
    )
    #expect(
      reading.symbols[0].alternatives
        == [LineReading.Alternative(character: "l", confidence: 0.3)]
    )
  }

  @Test func `without symbols every character is as sure as the line`() {
    let reading = LineReading(Self.observation("a b", words: []))
    #expect(reading.text == "a b")
    #expect(reading.symbols.map(\.confidence) == [0.6, 0.6, 0.6])
  }

  @Test func `an accent or a ligature by itself does not shift the others`() {
    let accent = LineReading(
      Self.observation(
        "éa",
        words: [[Self.symbol("e", 0.9), Self.symbol("\u{301}", 0.5), Self.symbol("a", 0.8)]]
      )
    )
    #expect(accent.symbols.map(\.confidence) == [0.5, 0.8])
    let ligature = LineReading(
      Self.observation(
        "office",
        words: [
          [
            Self.symbol("o"), Self.symbol("ffi", 0.4), Self.symbol("c"), Self.symbol("e"),
          ]
        ]
      )
    )
    #expect(ligature.symbols.map(\.confidence) == [0.9, 0.4, 0.4, 0.4, 0.9, 0.9])
  }

  @Test func `a transcript that says more than its words is taken as it stands`() {
    let reading = LineReading(
      Self.observation("abxyzc", words: [[Self.symbol("a"), Self.symbol("b"), Self.symbol("c")]])
    )
    #expect(reading.text == "abxyzc")
    #expect(reading.symbols.map(\.confidence) == [0.9, 0.9, 0.6, 0.6, 0.6, 0.9])
  }
}
