import Testing

@testable import Scanner

@Suite struct FusionStopTests {
  private static func add(_ texts: [String], to line: inout FusedLine, confidence: Double = 0.95) {
    for text in texts { line.add(LineReading(text, confidence: confidence)) }
  }

  @Test func `two sure readings that agree settle a line`() {
    var line = FusedLine(rule: .prompt)
    Self.add(["Total 42"], to: &line)
    #expect(!line.isSettled)
    Self.add(["Total 42"], to: &line)
    #expect(line.isSettled)
  }

  @Test func `unsure readings need more agreement`() {
    var line = FusedLine(rule: .prompt)
    Self.add(["Total 42", "Total 42"], to: &line, confidence: 0.7)
    #expect(!line.isSettled)
    for _ in 0..<8 where !line.isSettled { Self.add(["Total 42"], to: &line, confidence: 0.7) }
    #expect(line.isSettled)
  }

  @Test func `a line does not settle while its text goes on changing`() {
    var line = FusedLine(rule: .prompt)
    for number in 0..<40 {
      let digits = [UInt8(ascii: "0") + UInt8(number % 10), UInt8(ascii: "0") + UInt8(number / 10)]
      Self.add([String(decoding: digits, as: UTF8.self)], to: &line, confidence: 0.5)
      #expect(!line.isSettled)
    }
  }

  @Test func `a text that goes on standing settles though no two readings agree with it`() {
    var line = FusedLine(rule: .prompt)
    let texts = ["Xeneral", "GXneral", "GeXeral", "GenXral", "GeneXal", "GenerXl", "GeneraX"]
    Self.add(texts, to: &line)
    #expect(line.text == "General")
    #expect(line.isSettled)
  }

  @Test func `one deviating reading does not change a settled line`() {
    var line = FusedLine(rule: .prompt)
    Self.add(["Room 101", "Room 101"], to: &line, confidence: 0.85)
    Self.add(["Room 1O7"], to: &line, confidence: 1)
    #expect(line.text == "Room 101")
    Self.add(["Room 101"], to: &line)
    #expect(line.text == "Room 101")
    #expect(line.isSettled)
  }

  @Test func `better evidence corrects a settled line, which stays settled`() {
    var line = FusedLine(rule: .prompt)
    Self.add(["Room 1O7", "Room 1O7"], to: &line, confidence: 0.8)
    #expect(line.isSettled)
    Self.add(["Room 107", "Room 107", "Room 107", "Room 107"], to: &line, confidence: 1)
    #expect(line.text == "Room 107")
    #expect(line.isSettled)
  }

  @Test func `what a line says now outweighs in time what it said before`() {
    var line = FusedLine()
    Self.add([String](repeating: "OPEN", count: 1000), to: &line)
    Self.add([String](repeating: "SHUT", count: ReadingMatrix.usualCapacity), to: &line)
    #expect(line.text == "SHUT")
  }
}
