import Testing

@testable import Recognition

struct CTCDecoderTests {
  // Nothing, a, b, c and the blank.
  private let blank = 4

  /// Reads a line from the likelihoods at each step.
  private func read(
    _ steps: [[Float]],
    allowed: [Int]? = nil,
    alternatives: Int = 0
  ) -> [CTCDecoder.Symbol] {
    let decoder = CTCDecoder(allowed: allowed, blank: blank, alternativeCount: alternatives)
    return unsafe steps.flatMap(\.self).withUnsafeBufferPointer {
      unsafe decoder.decode($0, steps: steps.count, classes: 5)
    }
  }

  @Test func `a character that goes on over several steps counts once, at its surest`() {
    let symbols = read([
      [0, 0.6, 0.4, 0, 0], [0, 0.9, 0.1, 0, 0], [0.9, 0.1, 0, 0, 0], [0, 0.8, 0.2, 0, 0],
    ])
    #expect(symbols.map(\.number) == [1, 1])
    #expect(symbols.map(\.step) == [1, 3])
    #expect(symbols.map(\.confidence) == [0.9, 0.8])
  }

  @Test func `of characters that may not be read the likeliest allowed one is taken`() {
    let symbols = read([[0.05, 0.1, 0.7, 0.15, 0]], allowed: [1, 4])
    #expect(symbols.map(\.number) == [1])
  }

  @Test func `what else a character might be comes best first and without blanks`() {
    let symbols = read([[0, 0.6, 0.1, 0.2, 0.1]], alternatives: 2)
    #expect(symbols.first?.alternatives.map(\.number) == [3, 2])
  }

  @Test func `a blank that is nearly missed stands only where the letters stand apart`() {
    let nothing: [Float] = [1, 0, 0, 0, 0]
    let faint: [Float] = [0.8, 0, 0, 0, 0.2]
    func letter(_ number: Int) -> [Float] { (0..<5).map { $0 == number ? 1 : 0 } }
    let wide = [
      letter(1), nothing, letter(2), nothing, letter(3), nothing, faint, nothing, letter(1),
    ]
    #expect(read(wide).map(\.number) == [1, 2, 3, blank, 1])
    let narrow = [letter(1), nothing, letter(2), nothing, letter(3), faint, letter(1)]
    #expect(read(narrow).map(\.number) == [1, 2, 3, 1])
  }

  @Test func `blanks at the ends of a line are left out`() {
    let symbols = read([[0, 0, 0, 0, 1], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]])
    #expect(symbols.map(\.number) == [1])
  }
}
