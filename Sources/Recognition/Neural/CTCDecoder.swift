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
        if let last = symbols.last, last.number != blank, step > last.step {
          unsafe insertFaintBlank(after: step, row: unsafe row, into: &symbols)
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
    guard alternativeCount > 0 else { return symbols }
    for index in symbols.indices where symbols[index].number != blank {
      let row = unsafe base + symbols[index].step * classes
      symbols[index].alternatives = unsafe alternatives(to: symbols[index].number, row, classes)
    }
    return symbols
  }

  // A blank that is less likely than nothing and still likely: the model was trained on lines where
  // blanks are often left out, so that it says "nothing" too often.
  private static let faintBlank: Float = 0.1

  private func insertFaintBlank(
    after step: Int,
    row: UnsafePointer<Float>,
    into symbols: inout [Symbol]
  ) {
    let likelihood = unsafe row[blank]
    guard likelihood > Self.faintBlank else { return }
    symbols.append(Symbol(number: blank, confidence: likelihood, step: step))
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
