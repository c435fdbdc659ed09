import Testing

@testable import Recognition

struct LexiconTests {
  private let characters = CharacterSet("eurosxEUROS,1".map(String.init))

  /// A line that the model is sure of but for some steps; each character has two steps, one of nothing.
  private func read(
    _ text: String,
    words: [String],
    doubts: [Int: (character: Character, likelihood: Float)] = [:]
  ) -> String {
    let classes = characters.texts.count
    var values: [Float] = []
    for character in text {
      var row = [Float](repeating: 0.000_01, count: classes)
      row[characters.texts.firstIndex(of: String(character)) ?? 0] = 0.95
      var nothing = [Float](repeating: 0.000_01, count: classes)
      nothing[0] = 0.99
      if let doubt = doubts[values.count / classes / 2] {
        row[characters.texts.firstIndex(of: String(doubt.character)) ?? 0] = doubt.likelihood
      }
      values += row + nothing
    }
    let decoder = CTCDecoder(
      allowed: nil,
      blank: characters.blank,
      alternativeCount: 0,
      lexicon: words.isEmpty ? nil : Lexicon(words, characters: characters, allowed: nil)
    )
    let symbols = unsafe values.withUnsafeBufferPointer {
      unsafe decoder.decode($0, steps: values.count / classes, classes: classes)
    }
    return symbols.map { characters.texts[$0.number] }.joined()
  }

  @Test func `a word takes the place of a similar one the model is little surer of`() {
    let doubts: [Int: (character: Character, likelihood: Float)] = [2: ("r", 0.04)]
    #expect(read("euxos", words: [], doubts: doubts) == "euxos")
    #expect(read("euxos", words: ["euros"], doubts: doubts) == "euros")
  }

  @Test func `a character the model nearly missed is put in`() {
    let classes = characters.texts.count
    func row(_ character: Character?, _ likelihood: Float, nothing: Float) -> [Float] {
      var row = [Float](repeating: 0.000_01, count: classes)
      row[0] = nothing
      if let character {
        row[characters.texts.firstIndex(of: String(character)) ?? 0] = likelihood
      }
      return row
    }
    let values =
      row("e", 0.99, nothing: 0) + row("u", 0.04, nothing: 0.95) + row("r", 0.99, nothing: 0)
      + row("o", 0.99, nothing: 0) + row("s", 0.99, nothing: 0)
    func text(_ words: [String]) -> String {
      let decoder = CTCDecoder(
        allowed: nil,
        blank: characters.blank,
        alternativeCount: 0,
        lexicon: Lexicon(words, characters: characters, allowed: nil)
      )
      let symbols = unsafe values.withUnsafeBufferPointer {
        unsafe decoder.decode($0, steps: 5, classes: classes)
      }
      return symbols.map { characters.texts[$0.number] }.joined()
    }
    #expect(text([]) == "eros")
    #expect(text(["euros"]) == "euros")
  }

  @Test func `what the model does not see is not invented`() {
    #expect(read("euxos", words: ["euros"]) == "euxos")
    #expect(read("exxxs", words: ["euros"]) == "exxxs")
  }

  @Test func `capitals, commas and the words beside it stay as printed`() {
    let doubts: [Int: (character: Character, likelihood: Float)] = [5: ("R", 0.1), 10: ("r", 0.1)]
    #expect(read("11 EUXOS, euxos", words: ["euros"], doubts: doubts) == "11 EUROS, euxos")
    #expect(read("EUROS, euros", words: ["euros"]) == "EUROS, euros")
  }

  @Test func `words with characters that cannot be read do no harm`() {
    #expect(read("euros", words: ["größe", ""]) == "euros")
  }

  @Test(arguments: [("kitten", "sitting", 3), ("abc", "abc", 0), ("abc", "ab", 1)])
  func `the distance of two words counts edits`(first: String, second: String, edits: Int) {
    func numbers(_ text: String) -> [Int] { text.unicodeScalars.map { Int($0.value) } }
    #expect(Lexicon.distance(numbers(first), numbers(second), most: 3) == edits)
    #expect(Lexicon.distance(numbers(first), numbers(second), most: edits - 1) == nil)
  }
}
