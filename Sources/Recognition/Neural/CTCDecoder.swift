/// Turns what a recognition model says for each step along a line into characters.
///
/// The model gives for each step how likely each character begins, or nothing new does. A character
/// that goes on over several steps counts once (connectionist temporal classification).
struct CTCDecoder {
  /// One character of a line.
  struct Symbol: Equatable {
    /// Its number in the ``CharacterSet``.
    var number: Int
    /// How likely it is at its best step, 0…1.
    var confidence: Float
    /// The best step.
    var step: Int
    /// Whether it is a blank that is less likely than that there is nothing.
    var isFaint = false
    /// What else it might be at that step, best first: numbers and how likely they are.
    var alternatives: [Alternative] = []
  }

  /// What a character might be instead.
  struct Alternative: Equatable {
    var number: Int
    var confidence: Float
  }

  /// The numbers that may be read, in ascending order, without 0; `nil` for all.
  let allowed: [Int]?

  /// The number that stands for a blank.
  let blank: Int

  /// How many alternatives each character gets.
  let alternativeCount: Int

  /// Words to prefer over similar ones.
  var lexicon: Lexicon?

  /// Tells letters and digits of like shape apart; `nil` where no word may be corrected.
  var context: LetterContext?

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - values: For each step the likelihood of each number, `steps` times `classes` values.
  ///   - steps: How many steps there are.
  ///   - classes: How many numbers there are.
  /// - Returns: The characters from left to right, blanks among them.
  func decode(_ values: UnsafeBufferPointer<Float>, steps: Int, classes: Int) -> [Symbol] {
    precondition(values.count >= steps * classes, "the values do not fill the steps")
    guard let base = values.baseAddress else { return [] }
    var symbols: [Symbol] = []
    var previous = 0
    for step in 0..<steps {
      let row = unsafe base + step * classes
      let number = unsafe best(row, classes)
      defer { previous = number }
      guard number != 0 else {
        let likelihood = unsafe row[blank]
        if likelihood > Self.faintBlank, let last = symbols.last, last.number != blank {
          symbols.append(
            Symbol(number: blank, confidence: likelihood, step: step, isFaint: true)
          )
        }
        continue
      }
      let confidence = unsafe row[number]
      if number == previous, let last = symbols.indices.last {
        if confidence > symbols[last].confidence {
          symbols[last].confidence = confidence
          symbols[last].step = step
        }
      } else {
        symbols.append(Symbol(number: number, confidence: confidence, step: step))
      }
    }
    while symbols.last?.number == blank { symbols.removeLast() }
    while symbols.first?.number == blank { symbols.removeFirst() }
    symbols = withoutNarrowBlanks(symbols)
    if let context {
      symbols = unsafe context.settled(symbols, in: base, classes: classes)
    }
    if let lexicon {
      symbols = unsafe lexicon.preferred(
        over: symbols,
        blank: blank,
        in: base,
        steps: steps,
        classes: classes
      )
    }
    guard alternativeCount > 0 else { return symbols }
    for index in symbols.indices where symbols[index].number != blank {
      let row = unsafe base + symbols[index].step * classes
      symbols[index].alternatives = unsafe alternatives(to: symbols[index].number, row, classes)
    }
    return symbols
  }

  // A blank less likely than "nothing" that is kept: the models were trained on lines whose blanks are
  // often left out, so they say "nothing" too often.
  private static let faintBlank: Float = 0.1
  // How much farther apart than usual the characters beside such a blank must stand.
  private static let faintGap = 1.3

  /// The characters without faint blanks that are no wider than the gap between two letters.
  private func withoutNarrowBlanks(_ symbols: [Symbol]) -> [Symbol] {
    let pitches = zip(symbols, symbols.dropFirst())
      .filter { $0.number != blank && $1.number != blank }
      .map { $1.step - $0.step }
      .sorted()
    guard !pitches.isEmpty else { return symbols }
    let usual = Double(pitches[pitches.count / 2])
    return symbols.indices.filter { index in
      guard symbols[index].isFaint, index > 0, index + 1 < symbols.count else { return true }
      let gap = symbols[index + 1].step - symbols[index - 1].step
      return Double(gap) >= Self.faintGap * usual
    }.map { symbols[$0] }
  }

  /// The likeliest number that may be read, or 0.
  private func best(_ row: UnsafePointer<Float>, _ classes: Int) -> Int {
    // Mostly "nothing" is sure, and then there is no need to look at thousands of others.
    if unsafe row[0] > 0.5 { return 0 }
    guard let allowed else {
      var (best, value) = (0, unsafe row[0])
      for number in 1..<classes where unsafe row[number] > value {
        unsafe (best, value) = (number, row[number])
      }
      return best
    }
    var (best, value) = (0, -Float.infinity)
    for number in allowed where unsafe row[number] > value {
      unsafe (best, value) = (number, row[number])
    }
    guard unsafe row[0] > value else { return best }
    // "Nothing" wins only against all, those that may not be read included: a character of another
    // script stands there, and the allowed one most like it is what is asked for.
    for number in 1..<classes where unsafe row[number] > row[0] {
      return value > 0.01 ? best : 0
    }
    return 0
  }

  private func alternatives(
    to number: Int,
    _ row: UnsafePointer<Float>,
    _ classes: Int
  ) -> [Alternative] {
    var found: [Alternative] = []
    func look(at other: Int) {
      let confidence = unsafe row[other]
      guard confidence > 0.005, other != number, other != blank else { return }
      let place = found.firstIndex { $0.confidence < confidence } ?? found.count
      guard place < alternativeCount else { return }
      found.insert(Alternative(number: other, confidence: confidence), at: place)
      if found.count > alternativeCount { found.removeLast() }
    }
    if let allowed {
      for other in allowed { look(at: other) }
    } else {
      for other in 1..<classes { look(at: other) }
    }
    return found
  }
}
