/// Tells letters and digits of like shape apart by the letters beside them.
///
/// "0" and "o", "1" and "l", "S" and "s" differ in size and place at most, and of that little is left in a
/// blurred picture. A character takes the place of what was read only where the model itself finds it
/// possible, and where a word of small letters has no other sense: numbers, codes and words in capitals
/// stay as they are.
struct LetterContext {
  private let texts: [String]
  private let twins: [Int: [Int]]

  /// Prepares the pairs of like characters.
  ///
  /// - Parameters:
  ///   - characters: The characters of the model.
  ///   - allowed: The numbers that may be read; `nil` for all.
  init(characters: CharacterSet, allowed: [Int]?) {
    texts = characters.texts
    let readable = allowed.map(Set.init)
    var numbers: [String: Int] = [:]
    for (number, text) in texts.enumerated() where number != 0 {
      if readable?.contains(number) ?? true { numbers[text] = number }
    }
    var twins: [Int: [Int]] = [:]
    for (read, others) in Self.alike {
      guard let number = numbers[read] else { continue }
      twins[number] = others.compactMap { numbers[$0] }
    }
    self.twins = twins
  }

  // Letters whose capital form is the same but larger, V and W not, in which units of measure end, and
  // the digits that look like letters.
  private static let alike: [(read: String, others: [String])] = [
    ("C", ["c"]), ("O", ["o"]), ("S", ["s"]), ("X", ["x"]), ("Z", ["z"]),
    ("0", ["o", "O"]), ("1", ["l", "i"]),
  ]
  // How many times likelier what was read may be; measured on camera frames of tables and receipts.
  private static let factor: Float = 10
  private static let lettersForDigit = 3

  /// Puts letters in the place of characters that do not go with their neighbours.
  ///
  /// - Parameters:
  ///   - symbols: A line's characters.
  ///   - values: For each step the likelihood of each number.
  ///   - classes: How many numbers there are.
  /// - Returns: The line's characters, as many as before.
  func settled(
    _ symbols: [CTCDecoder.Symbol],
    in values: UnsafePointer<Float>,
    classes: Int
  ) -> [CTCDecoder.Symbol] {
    var result = symbols
    for word in symbols.indices.split(whereSeparator: { !isPart(symbols[$0]) })
    where isOfLetters(symbols[word.startIndex..<word.endIndex]) {
      for index in word {
        let isFirst = index == word.startIndex
        guard let others = twins[symbols[index].number],
          isNumber(symbols[index].number)
            ? index + 1 < word.endIndex && isSmall(symbols[index + 1].number)
            : !isFirst && isSmall(result[index - 1].number)
        else { continue }
        let capitals = others.filter(isCapital)
        // A word that begins with a digit was one with a capital, where that is alike.
        let fitting = isFirst && !capitals.isEmpty ? capitals : others.filter(isSmall)
        let row = unsafe values + symbols[index].step * classes
        guard let best = fitting.max(by: { unsafe row[$0] < row[$1] }) else { continue }
        let likelihood = unsafe row[best]
        guard likelihood * Self.factor >= symbols[index].confidence else { continue }
        // One of the two it is.
        result[index].number = best
        result[index].confidence = min(symbols[index].confidence + likelihood, 1)
      }
    }
    return result
  }

  /// Whether a word is one of letters: all behind its first are small or have a small twin, and there are
  /// more small ones for each digit than in a code.
  private func isOfLetters(_ word: ArraySlice<CTCDecoder.Symbol>) -> Bool {
    guard let first = word.first?.number, !isNumber(first) || twins[first] != nil else {
      return false
    }
    let small = word.count { isSmall($0.number) }
    let digits = word.count { isNumber($0.number) }
    return small > 0 && small >= Self.lettersForDigit * digits
      && word.dropFirst().allSatisfy { isSmall($0.number) || twins[$0.number] != nil }
  }

  private func isPart(_ symbol: CTCDecoder.Symbol) -> Bool {
    texts[symbol.number].first.map { $0.isLetter || $0.isNumber } ?? false
  }

  private func isSmall(_ number: Int) -> Bool { texts[number].first?.isLowercase ?? false }

  private func isCapital(_ number: Int) -> Bool { texts[number].first?.isUppercase ?? false }

  private func isNumber(_ number: Int) -> Bool { texts[number].first?.isNumber ?? false }
}
