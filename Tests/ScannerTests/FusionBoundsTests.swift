import Testing

@testable import Scanner

@Suite struct FusionBoundsTests {
  /// Numbers that look random and are the same in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static func noise(_ length: Int, with dice: inout Dice) -> LineReading {
    LineReading(
      symbols: (0..<length).map { _ in
        // All of the first plane's ideographs, so that characters keep being new.
        let code = UInt32.random(in: 0x4e00...0x9fff, using: &dice)
        return LineReading.Symbol(
          character: Unicode.Scalar(code).map(Character.init) ?? "?",
          confidence: Double.random(in: 0...1, using: &dice)
        )
      }
    )
  }

  @Test func `memory does not grow over 100,000 readings`() {
    var matrix = ReadingMatrix(capacity: 4)
    var dice = Dice(state: 7)
    var (widest, most) = (0, 0)
    var reading = Self.noise(5, with: &dice)
    for number in 0..<100_000 {
      // The text changes all the time, to characters not seen before or long forgotten.
      if number.isMultiple(of: 6) {
        reading = Self.noise(number.isMultiple(of: 48) ? 5 : 1, with: &dice)
      }
      matrix.add(reading)
      widest = max(widest, matrix.width)
      most = max(most, matrix.glyphs.count)
    }
    #expect(matrix.rows.count == 4)
    #expect(widest <= 2 * 5 + 8)
    #expect(most <= 1024)
    #expect(matrix.rows.allSatisfy { $0.cells.count == matrix.width })
  }

  @Test func `long lines of nothing but noise stay within bounds`() {
    var line = FusedLine()
    var dice = Dice(state: 11)
    var longest = 0
    for _ in 0..<60 {
      line.add(Self.noise(70, with: &dice))
      longest = max(longest, line.text.count)
      #expect(!line.isSettled)
    }
    #expect(longest <= 2 * 70 + 8)
  }

  @Test func `a line settles once, whatever follows`() {
    var line = FusedLine(rule: .prompt)
    var dice = Dice(state: 13)
    line.add(LineReading("kept", confidence: 1))
    line.add(LineReading("kept", confidence: 1))
    for _ in 0..<20 {
      line.add(Self.noise(4, with: &dice))
      #expect(line.isSettled)
    }
  }

  @Test func `renumbering characters changes no vote`() {
    var line = FusedLine()
    var dice = Dice(state: 17)
    // Enough new characters to renumber, all of them outvoted.
    for _ in 0..<400 {
      var reading = LineReading("Lectern reads", confidence: 0.9)
      let place = Int.random(in: 0..<13, using: &dice)
      reading.symbols[place] = Self.noise(1, with: &dice).symbols[0]
      line.add(reading)
    }
    #expect(line.text == "Lectern reads")
  }
}
