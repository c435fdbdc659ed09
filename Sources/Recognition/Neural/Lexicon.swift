import Glibc

/// Words to prefer over similar ones that a recognition model takes for a little likelier.
///
/// A word takes the place of what was read only where the model itself finds it possible: it must be like
/// what was read, and for each character that differs the model may be surer of what was read by a certain
/// factor and no more.
struct Lexicon {
  private let words: [[Int]]
  private let texts: [String]

  /// Takes words; those with characters that cannot be read are left out.
  ///
  /// - Parameters:
  ///   - words: The words; what is several words counts as each of them.
  ///   - characters: The characters of the model.
  ///   - allowed: The numbers that may be read; `nil` for all.
  init(_ words: [String], characters: CharacterSet, allowed: [Int]?) {
    let readable = allowed.map(Set.init)
    var numbers: [String: Int] = [:]
    for (number, text) in characters.texts.enumerated() where number != 0 {
      if readable?.contains(number) ?? true { numbers[text] = number }
    }
    func spelled(_ word: some StringProtocol) -> [Int]? {
      let spelling = word.map { numbers[String($0)] }
      return spelling.contains(nil) ? nil : spelling.compactMap(\.self)
    }
    let parts = words.flatMap { $0.composed.split(whereSeparator: \.isWhitespace) }
    // A heading may have the word in capitals.
    let spellings = parts.flatMap { [spelled($0), spelled($0.uppercased())] }.compactMap(\.self)
    self.words = Array(Set(spellings)).filter { $0.count >= Self.shortest }
      .sorted { $0.lexicographicallyPrecedes($1) }
    texts = characters.texts
  }

  // Everything is like a shorter word.
  private static let shortest = 3
  // By what factor, as its logarithm, the model may be surer of what was read, for each character that
  // differs; a fiftieth, and for a word as a whole some five thousandth.
  private static let bonus: Float = 4
  private static let greatestBonus: Float = 8.5

  /// Puts words in the place of what was read.
  ///
  /// - Parameters:
  ///   - symbols: A line's characters.
  ///   - blank: The number that stands for a blank.
  ///   - values: For each step the likelihood of each number.
  ///   - steps: How many steps there are.
  ///   - classes: How many numbers there are.
  /// - Returns: The line's characters with words replaced where they fit.
  func preferred(
    over symbols: [CTCDecoder.Symbol],
    blank: Int,
    in values: UnsafePointer<Float>,
    steps: Int,
    classes: Int
  ) -> [CTCDecoder.Symbol] {
    var result: [CTCDecoder.Symbol] = []
    for part in symbols.split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0.number == blank }
    )
    .map({ core(of: $0) }) {
      if part.start > symbols.startIndex, let gap = gap(before: part.start, in: symbols, blank) {
        result.append(gap)
      }
      let range = span(of: part.word, in: symbols, steps: steps)
      let word = unsafe replacement(for: part.word, in: values, steps: range, classes: classes)
      result += part.head + (word ?? Array(part.word)) + part.tail
    }
    return result
  }

  private typealias Part = (
    start: Int, head: ArraySlice<CTCDecoder.Symbol>, word: ArraySlice<CTCDecoder.Symbol>,
    tail: ArraySlice<CTCDecoder.Symbol>
  )

  /// What of a word is neither quotation mark nor comma or the like at its ends.
  private func core(of word: ArraySlice<CTCDecoder.Symbol>) -> Part {
    func isLetter(_ symbol: CTCDecoder.Symbol) -> Bool {
      texts[symbol.number].contains { $0.isLetter || $0.isNumber }
    }
    guard let first = word.firstIndex(where: isLetter), let last = word.lastIndex(where: isLetter)
    else { return (word.startIndex, word, [], []) }
    return (word.startIndex, word[..<first], word[first...last], word[(last + 1)...])
  }

  private func gap(
    before index: Int,
    in symbols: [CTCDecoder.Symbol],
    _ blank: Int
  ) -> CTCDecoder.Symbol? {
    symbols[index - 1].number == blank ? symbols[index - 1] : nil
  }

  /// The steps from behind the character before a word to the one before the next.
  private func span(
    of word: ArraySlice<CTCDecoder.Symbol>,
    in symbols: [CTCDecoder.Symbol],
    steps: Int
  ) -> Range<Int> {
    let start = word.startIndex > 0 ? symbols[word.startIndex - 1].step + 1 : 0
    let end = word.endIndex < symbols.count ? symbols[word.endIndex].step : steps
    return start..<max(start, end)
  }

  /// The word that takes another's place; nothing when it is one of these already, or none is like it.
  private func replacement(
    for read: ArraySlice<CTCDecoder.Symbol>,
    in values: UnsafePointer<Float>,
    steps: Range<Int>,
    classes: Int
  ) -> [CTCDecoder.Symbol]? {
    let numbers = read.map(\.number)
    guard numbers.count + 1 >= Self.shortest, !words.contains(numbers),
      let own = unsafe CTCAlignment(of: numbers, in: values, steps: steps, classes: classes)
    else { return nil }
    var best: (gain: Float, word: [Int], alignment: CTCAlignment)?
    for word in words {
      let most = max(word.count / 3, 1)
      guard abs(word.count - numbers.count) <= most,
        let edits = Self.distance(word, numbers, most: most),
        let alignment = unsafe CTCAlignment(of: word, in: values, steps: steps, classes: classes)
      else { continue }
      let gain =
        alignment.likelihood - own.likelihood + min(Float(edits) * Self.bonus, Self.greatestBonus)
      if gain > best?.gain ?? 0 { best = (gain, word, alignment) }
    }
    guard let best else { return nil }
    // As sure as of what was read, less what speaks against the word.
    let sum = read.reduce(0) { $0 + $1.confidence }
    let confidence = sum / Float(read.count) / (1 + expf(-best.gain))
    return zip(best.word, best.alignment.steps).map { number, step in
      let value = unsafe values[step * classes + number]
      return CTCDecoder.Symbol(number: number, confidence: max(value, confidence), step: step)
    }
  }

  /// How many characters must be put in, left out or exchanged to make one word of another.
  ///
  /// - Returns: Nothing when it is more than `most`.
  static func distance(_ first: [Int], _ second: [Int], most: Int) -> Int? {
    var row = Array(0...second.count)
    for (index, number) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for place in second.indices {
        let changed = diagonal + (second[place] == number ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(changed, row[place] + 1, diagonal + 1)
      }
      if row.allSatisfy({ $0 > most }) { return nil }
    }
    return row[second.count] <= most ? row[second.count] : nil
  }
}
