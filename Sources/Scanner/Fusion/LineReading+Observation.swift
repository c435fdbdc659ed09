public import Recognition

extension LineReading {
  /// Makes a reading of what an engine saw.
  ///
  /// Confidences and alternatives are those of the words' symbols. A character the words do not
  /// account for, as the blank between two of them, is as sure as the less sure of its neighbours;
  /// where the engine gives no symbols all are as sure as the line.
  ///
  /// - Parameters:
  ///   - observation: The line in one frame.
  ///   - sharpness: How sharp that frame was in comparison with others, 0…1.
  public init(_ observation: RecognizedTextObservation, sharpness: Double = 1) {
    var known = observation.words.flatMap(Self.symbols)[...]
    var symbols: [Symbol] = []
    var unknown: [Int] = []
    for character in observation.transcript {
      if let place = known.prefix(2).firstIndex(where: { $0.character == character }) {
        symbols.append(known[place])
        known = known[(place + 1)...]
      } else {
        unknown.append(symbols.count)
        symbols.append(Symbol(character: character, confidence: observation.confidence))
      }
    }
    let isKnown = symbols.count > unknown.count
    for place in unknown where isKnown && symbols[place].character.isWhitespace {
      let before = place > 0 ? symbols[place - 1].confidence : 1
      let after = place + 1 < symbols.count ? symbols[place + 1].confidence : 1
      symbols[place].confidence = min(before, after)
    }
    self.init(symbols: symbols, sharpness: sharpness)
  }

  /// The characters of a word.
  ///
  /// An engine's symbol may hold several characters, or only an accent of the one before.
  private static func symbols(of word: RecognizedWord) -> [Symbol] {
    var symbols: [Symbol] = []
    for symbol in word.symbols {
      for (index, character) in symbol.text.enumerated() {
        let isWhole = index == 0 && symbol.text.count == 1
        let read = Symbol(
          character: character,
          confidence: symbol.confidence,
          alternatives: isWhole ? symbol.alternatives.compactMap(Self.alternative) : []
        )
        let joined = (symbols.last.map { String($0.character) } ?? "") + String(character)
        guard joined.count == 1, let last = symbols.last else {
          symbols.append(read)
          continue
        }
        symbols[symbols.count - 1] = Symbol(
          character: Character(joined),
          confidence: min(last.confidence, symbol.confidence)
        )
      }
    }
    return symbols
  }

  private static func alternative(_ text: RecognizedText) -> Alternative? {
    guard text.string.count == 1, let character = text.string.first else { return nil }
    return Alternative(character: character, confidence: text.confidence)
  }
}
