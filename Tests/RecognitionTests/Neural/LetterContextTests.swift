import Testing

@testable import Recognition

struct LetterContextTests {
  private let characters = CharacterSet("pcsmilkoveOCSLRVW01257-".map(String.init))

  /// A line of which the model is sure but for some characters, which it takes for others as well.
  private func read(
    _ text: String,
    doubts: [Character: (Character, Float)],
    isCorrected: Bool = true
  ) -> String {
    let classes = characters.texts.count
    var values: [Float] = []
    for character in text {
      var row = [Float](repeating: 0.000_01, count: classes)
      func number(_ character: Character) -> Int {
        character == " "
          ? characters.blank : characters.texts.firstIndex(of: String(character)) ?? 0
      }
      row[number(character)] = 0.7
      if let (other, likelihood) = doubts[character] { row[number(other)] = likelihood }
      var nothing = [Float](repeating: 0, count: classes)
      nothing[0] = 1
      values += row + nothing
    }
    let decoder = CTCDecoder(
      allowed: nil,
      blank: characters.blank,
      alternativeCount: 0,
      context: isCorrected ? LetterContext(characters: characters, allowed: nil) : nil
    )
    let symbols = unsafe values.withUnsafeBufferPointer {
      unsafe decoder.decode($0, steps: values.count / classes, classes: classes)
    }
    return symbols.map { $0.number == characters.blank ? " " : characters.texts[$0.number] }
      .joined()
  }

  private let doubts: [Character: (Character, Float)] = [
    "C": ("c", 0.2), "S": ("s", 0.2), "0": ("o", 0.2), "1": ("l", 0.2), "V": ("v", 0.2),
  ]

  @Test(arguments: [
    ("pCS", "pcs"), ("pcS 5", "pcs 5"), ("mi1k", "milk"), ("c0il 1ooSe", "coil loose"),
    ("pCS-1", "pcs-1"),
  ])
  func `a character in a word of small letters is the letter the model finds possible`(
    read text: String,
    printed: String
  ) {
    #expect(read(text, doubts: doubts) == printed)
  }

  @Test(arguments: [
    "LS2", "2L-0O1", "SOS", "Coil", "kV", "p5S", "R101", "0", "10 c", "mi1", "i2S", "RS-15", "o1e",
  ])
  func `numbers, codes, units and capitals stay as printed`(text: String) {
    #expect(read(text, doubts: doubts) == text)
  }

  @Test func `what the model is sure of stays`() {
    #expect(read("pCS mi1k", doubts: ["C": ("c", 0.02), "1": ("l", 0.02)]) == "pCS mi1k")
  }

  @Test func `nothing is changed where no word may be corrected`() {
    #expect(read("pCS mi1k", doubts: doubts, isCorrected: false) == "pCS mi1k")
  }
}
