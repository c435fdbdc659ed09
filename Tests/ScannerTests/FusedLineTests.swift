import Recognition
import Testing

@testable import Scanner

@Suite struct FusedLineTests {
  /// A line after readings that are all equally sure.
  private static func fuse(
    _ texts: [String],
    confidence: Double = 0.95,
    rule: StopRule = .thorough
  ) -> FusedLine {
    var line = FusedLine(rule: rule)
    for text in texts { line.add(LineReading(text, confidence: confidence)) }
    return line
  }

  @Test func `a line read once is what was read`() {
    for text in ["Hello, world.", "1 - 2", "  x", "‹a›", "…"] {
      let line = Self.fuse([text], confidence: 0.4)
      #expect(line.text == text)
      #expect(line.readings == 1)
      #expect(abs(line.confidence - 0.4) < 0.001)
      #expect(!line.isSettled)
    }
  }

  @Test func `a misread character is outvoted`() {
    #expect(Self.fuse(["Invoice", "Invo1ce", "Invoice"]).text == "Invoice")
    #expect(Self.fuse(["Tota1 42", "Total 4Z", "Total 42"]).text == "Total 42")
  }

  @Test func `different misreadings of every frame leave a text none of them has`() {
    let line = Self.fuse(["Qeneral terms", "General tcrms", "Generai terms", "General ferms"])
    #expect(line.text == "General terms")
    #expect(line.readings == 0)
  }

  @Test func `a sure reading outweighs unsure ones`() {
    var line = FusedLine()
    line.add(LineReading("B8B", confidence: 0.35))
    line.add(LineReading("B8B", confidence: 0.35))
    line.add(LineReading("888", confidence: 0.99))
    #expect(line.text == "888")
  }

  @Test func `a sharp frame outweighs blurred ones`() {
    var line = FusedLine()
    line.add(LineReading("mobern", confidence: 0.9, sharpness: 0.2))
    line.add(LineReading("mobern", confidence: 0.9, sharpness: 0.2))
    line.add(LineReading("modern", confidence: 0.9, sharpness: 1))
    #expect(line.text == "modern")
  }

  @Test func `a character that most frames lost is restored`() {
    #expect(Self.fuse(["01.02.2026", "01.022026", "01.022026"]).text == "01.02.2026")
    #expect(Self.fuse(["MARIA", "MARA", "MARA", "MARIA"]).text == "MARIA")
  }

  @Test func `a character one frame of many made up is not taken over`() {
    let good = [String](repeating: "shelter", count: 9)
    #expect(Self.fuse(good + ["shelxter"]).text == "shelter")
    #expect(Self.fuse(["she1lter"] + good).text == "shelter")
  }

  @Test(arguments: [
    ["The quick brown fox", "The quick br", "The quick brown fox"],
    ["The quick br", "The quick brown fox", "The quick brown fox"],
    ["wn fox", "The quick brown fox", "The quick brown fox"],
  ])
  func `a truncated reading does not shorten the line`(texts: [String]) {
    #expect(Self.fuse(texts).text == "The quick brown fox")
  }

  @Test func `a reading of something else does not spoil the line`() {
    var line = Self.fuse(["Serial 4711-08", "Serial 4711-08"])
    line.add(LineReading("~~ |,; _", confidence: 0.5))
    line.add(LineReading("Serial 4711-08", confidence: 0.95))
    #expect(line.text == "Serial 4711-08")
  }

  @Test func `blanks between words stay and are not invented`() {
    #expect(Self.fuse(["one two", "onetwo", "one two"]).text == "one two")
    #expect(Self.fuse(["one, two", "one,two", "one, two"]).text == "one, two")
    #expect(Self.fuse(["10 - 12 kg", "10 - 12 kg", "10 -12 kg"]).text == "10 - 12 kg")
    #expect(Self.fuse(["18-12-2026", "1 8-1 2-2026", "18-12-2026"]).text == "18-12-2026")
  }

  @Test func `text of any script is compared by its characters`() {
    #expect(Self.fuse(["請求書番号", "請永書番号", "請求書番号"]).text == "請求書番号")
    #expect(Self.fuse(["שלום עולם", "שלוס עולם", "שלום עולם"]).text == "שלום עולם")
    #expect(Self.fuse(["مرحبا", "مرحيا", "مرحبا"]).text == "مرحبا")
  }

  @Test func `a letter and its accents are one character`() {
    // The decomposed form has more scalars and is the same text.
    let line = Self.fuse(["cafe\u{301}", "café", "cafe"])
    #expect(line.text == "café")
    #expect(line.text.count == 4)
    #expect(Self.fuse(["a👩‍👩‍👧b", "a👩‍👩‍👧b", "ab"]).text == "a👩‍👩‍👧b")
  }

  @Test func `an alternative of the engine decides where readings differ`() {
    let unsure = LineReading.Symbol(
      character: "S",
      confidence: 0.5,
      alternatives: [LineReading.Alternative(character: "5", confidence: 0.45)]
    )
    let other = LineReading.Symbol(character: "5", confidence: 0.5)
    let one = LineReading.Symbol(character: "1", confidence: 0.9)
    var with = FusedLine()
    with.add(LineReading(symbols: [one, unsure, one]))
    with.add(LineReading(symbols: [one, other, one]))
    #expect(with.text == "151")
  }

  @Test func `an empty reading says nothing`() {
    var line = Self.fuse(["text"])
    let before = line
    line.add(LineReading("", confidence: 1))
    #expect(line == before)
    #expect(FusedLine().text.isEmpty)
    #expect(FusedLine().alternatives.isEmpty)
  }

  @Test func `numbers that are no confidences do no harm`() {
    var line = FusedLine()
    for confidence in [Double.nan, -3, 0, .infinity, 7] {
      line.add(LineReading("text", confidence: confidence))
    }
    line.add(LineReading("text", confidence: 0.9, sharpness: .nan))
    #expect(line.text == "text")
    #expect(line.confidence >= 0 && line.confidence <= 1)
    #expect(line.alternatives.isEmpty)
  }

  @Test func `disagreement lowers the confidence`() {
    let agreed = Self.fuse(["same", "same", "same"])
    let disputed = Self.fuse(["same", "sane", "same"])
    #expect(disputed.text == "same")
    #expect(disputed.confidence < agreed.confidence)
    #expect(disputed.readings == 2)
    #expect(agreed.readings == 3)
  }

  @Test func `the alternatives are what else was read, likeliest first, at most ten`() {
    let line = Self.fuse(["same", "sane", "same", "sane", "same", "sume"])
    #expect(line.alternatives.first?.string == "sane")
    #expect(line.alternatives.contains { $0.string == "sume" })
    #expect(!line.alternatives.contains { $0.string == "same" })
    let confidences = line.alternatives.map(\.confidence)
    #expect(confidences == confidences.sorted(by: >))
    let many = Self.fuse((0..<25).map { "value \($0 * 37)" })
    #expect(many.alternatives.count == 10)
    #expect(Set(many.alternatives.map(\.string)).count == 10)
  }

  @Test func `the same readings give the same line`() {
    let texts = ["MUSTERMANN", "MUSIERMANN", "MUSTERM ANN", "NUSTERMANN"]
    let (first, second) = (Self.fuse(texts), Self.fuse(texts))
    #expect(first == second)
    #expect(first.alternatives == second.alternatives)
  }
}
