import Imaging
import Recognition
import TestSupport
import Testing

@testable import Scanner

@Suite struct FusedWordsTests {
  /// The words of a text with the corners of a reading.
  private static func words(of text: String, like reading: String) -> [RecognizedWord] {
    FusedWords(readLine(reading)).words(of: text, confidence: 0.5)
  }

  /// From which to which hundredth of the picture each word reaches; a character is one wide.
  private static func spans(_ words: [RecognizedWord]) -> [ClosedRange<Int>] {
    words.map {
      Int(($0.bounds.topLeft.x * 100).rounded())...Int(($0.bounds.bottomRight.x * 100).rounded())
    }
  }

  /// The same shape on the other side of the picture.
  private static func mirrored(_ shape: Quadrilateral) -> Quadrilateral {
    let mirror = shape.map { NormalizedPoint(x: 1 - $0.x, y: $0.y) }
    return Quadrilateral(
      topLeft: mirror.topRight,
      topRight: mirror.topLeft,
      bottomRight: mirror.bottomLeft,
      bottomLeft: mirror.bottomRight
    )
  }

  @Test func `a reading that says the text gives its own words`() {
    #expect(Self.words(of: "one two", like: "one two") == readLine("one two").words)
  }

  @Test func `a character read otherwise leaves the corners where they were`() {
    let words = Self.words(of: "one two", like: "0ne two")
    #expect(words.map(\.text) == ["one", "two"])
    #expect(Self.spans(words) == [0...3, 4...7])
    #expect(words[0].symbols.map(\.text) == ["o", "n", "e"])
    #expect(words[0].symbols.map(\.confidence) == [0.5, 0.95, 0.95])
    #expect(words[0].symbols[0].bounds == readLine("0ne").words[0].symbols[0].bounds)
  }

  @Test func `a character the reading lost stands beside its neighbours`() {
    let words = Self.words(of: "01.02 x", like: "0102 x")
    #expect(words.map(\.text) == ["01.02", "x"])
    #expect(Self.spans(words) == [0...4, 5...6])
    #expect(words[0].symbols.count == 5)
  }

  @Test func `a word the reading had in two pieces is one`() {
    let words = Self.words(of: "18-12", like: "1 8-12")
    #expect(words.map(\.text) == ["18-12"])
    #expect(Self.spans(words) == [0...6])
  }

  @Test func `two words the reading ran together are two`() {
    let words = Self.words(of: "one two", like: "onetwo")
    #expect(words.map(\.text) == ["one", "two"])
    #expect(Self.spans(words) == [0...3, 3...6])
  }

  @Test func `words that touch without a blank stay apart`() {
    var reading = readLine("ab cd")
    reading.candidates[0].string = "abcd"
    let words = FusedWords(reading).words(of: "abxd", confidence: 0.5)
    #expect(words.map(\.text) == ["ab", "xd"])
  }

  @Test func `without symbols there are no words to place`() {
    var reading = readLine("ab cd")
    for index in reading.words.indices { reading.words[index].symbols = [] }
    #expect(FusedWords(reading).words(of: "ab cx", confidence: 0.5).isEmpty)
  }

  @Test func `words of right-to-left text reach from their last character to their first`() {
    var reading = readLine("אב גד")
    reading.direction = .rightToLeft
    for word in reading.words.indices {
      for symbol in reading.words[word].symbols.indices {
        reading.words[word].symbols[symbol].bounds = Self.mirrored(
          reading.words[word].symbols[symbol].bounds
        )
      }
    }
    let words = FusedWords(reading).words(of: "אבגד", confidence: 0.5)
    #expect(words.map(\.text) == ["אבגד"])
    #expect(Self.spans(words) == [95...100])
  }
}
