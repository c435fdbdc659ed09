import Imaging
import Recognition

/// Gives a fused text the words and corners of a reading that says nearly the same.
struct FusedWords {
  /// A character of the reading with the word it stands in; `nil` for what no word has.
  private struct Place {
    var symbol: RecognizedSymbol
    var word: Int?
  }

  private let words: [RecognizedWord]
  private let places: [Place]
  private let direction: TextDirection

  /// Takes the reading whose corners count.
  init(_ observation: RecognizedTextObservation) {
    words = observation.words
    direction = observation.direction
    var known = observation.words.enumerated().flatMap { index, word in
      word.symbols.map { Place(symbol: $0, word: index) }
    }[...]
    places = observation.transcript.map { character in
      guard let place = known.first, place.symbol.text == String(character) else {
        let symbol = RecognizedSymbol(
          text: String(character),
          confidence: observation.confidence,
          bounds: observation.bounds
        )
        return Place(symbol: symbol, word: nil)
      }
      known.removeFirst()
      return place
    }
  }

  /// The words of a text, in reading order.
  ///
  /// A character the reading has not takes the place of the nearest one it has. Where the reading's
  /// symbols do not make up its text, its words cannot be told apart and there are none.
  ///
  /// - Parameters:
  ///   - text: What the line says.
  ///   - confidence: How sure characters are that the reading has otherwise, 0…1.
  /// - Returns: The words; blanks divide them, and words of the reading that touch stay apart.
  func words(of text: String, confidence: Double) -> [RecognizedWord] {
    guard places.allSatisfy({ $0.word != nil || $0.symbol.text.allSatisfy(\.isWhitespace) }) else {
      return []
    }
    var result: [[Place]] = []
    var isOpen = false
    for place in aligned(text, confidence: confidence) {
      guard !place.symbol.text.allSatisfy(\.isWhitespace) else {
        isOpen = false
        continue
      }
      if isOpen, let last = result.last?.last, touches(last, place) {
        result[result.count - 1].append(place)
      } else {
        result.append([place])
        isOpen = true
      }
    }
    return result.map(word)
  }

  /// The characters of a text with the symbols they come from.
  private func aligned(_ text: String, confidence: Double) -> [Place] {
    let characters = Array(text)
    let steps = LineAlignment.steps(
      from: places.map { Character($0.symbol.text) },
      to: characters
    )
    let inked = steps.indices.filter { index in
      steps[index].column.map { places[$0].word != nil } ?? false
    }
    return steps.enumerated().compactMap { index, step in
      guard let symbol = step.symbol else { return nil }
      let character = String(characters[symbol])
      if let column = step.column, places[column].symbol.text == character { return places[column] }
      // What changed stands where the nearest character stands.
      let nearest = inked.min { abs($0 - index) < abs($1 - index) }
      guard let column = nearest.flatMap({ steps[$0].column }) else { return nil }
      let new = RecognizedSymbol(
        text: character,
        confidence: confidence,
        bounds: places[column].symbol.bounds
      )
      return Place(symbol: new, word: places[column].word)
    }
  }

  /// Whether two characters without a blank between belong to one word: to the same of the reading,
  /// or to two that a blank divided there, which was none.
  private func touches(_ first: Place, _ second: Place) -> Bool {
    guard let before = first.word, let after = second.word, before != after else { return true }
    let end = places.lastIndex { $0.word == before } ?? 0
    return places[min(end + 1, places.count - 1)].word == nil
  }

  private func word(of symbols: [Place]) -> RecognizedWord {
    let confidence = symbols.reduce(0) { $0 + $1.symbol.confidence } / Double(symbols.count)
    let sources = Set(symbols.compactMap(\.word)).sorted()
    let text = symbols.map(\.symbol.text).joined()
    if sources.count == 1, words[sources[0]].text == text { return words[sources[0]] }
    let isWhole = sources.count == 1 && words[sources[0]].symbols.count <= symbols.count
    return RecognizedWord(
      text: text,
      confidence: confidence,
      bounds: isWhole ? words[sources[0]].bounds : joined(symbols.map(\.symbol.bounds)),
      symbols: symbols.map(\.symbol)
    )
  }

  /// From the first character to the last.
  private func joined(_ shapes: [Quadrilateral]) -> Quadrilateral {
    let ends = direction == .rightToLeft ? (shapes.last, shapes.first) : (shapes.first, shapes.last)
    guard let left = ends.0, let right = ends.1 else { return places[0].symbol.bounds }
    return Quadrilateral(
      topLeft: left.topLeft,
      topRight: right.topRight,
      bottomRight: right.bottomRight,
      bottomLeft: left.bottomLeft
    )
  }
}
