import Imaging

/// One line as a reader takes it: one strip, or several that stand close together in a row.
struct NeuralLine {
  /// The readings of its strips from left to right, at least one.
  var readings: [LineReader.Reading]

  /// The line as the judge and the maker of candidates want it; without boxes.
  var engineLine: EngineLine {
    var line = EngineLine()
    line.words = readings.flatMap { words(of: $0).map(\.word) }
    line.text = line.words.map(\.text).joined(separator: " ")
    let symbols = line.words.flatMap(\.symbols)
    line.confidence = symbols.reduce(0) { $0 + $1.confidence } / Double(max(symbols.count, 1))
    return line
  }

  /// The words with their places.
  ///
  /// - Parameter normalize: Turns a pixel's place into fractions of the picture.
  /// - Returns: The words in reading order.
  func recognizedWords(_ normalize: (SIMD2<Double>) -> NormalizedPoint) -> [RecognizedWord] {
    readings.flatMap { reading in
      words(of: reading).map { word, spans in
        func shape(_ start: Double, _ end: Double) -> Quadrilateral {
          Quadrilateral(reading.strip.corners(from: start, to: end).map(normalize))
        }
        return RecognizedWord(
          text: word.text,
          confidence: word.confidence,
          bounds: shape(spans.first?.lowerBound ?? -1, spans.last?.upperBound ?? 1),
          symbols: zip(word.symbols, spans).map { symbol, span in
            RecognizedSymbol(
              text: symbol.text,
              confidence: symbol.confidence,
              bounds: shape(span.lowerBound, span.upperBound),
              alternatives: symbol.alternatives
            )
          }
        )
      }
    }
  }

  /// The line's corners.
  ///
  /// - Parameter normalize: Turns a pixel's place into fractions of the picture.
  /// - Returns: From the first strip's beginning to the last one's end.
  func bounds(_ normalize: (SIMD2<Double>) -> NormalizedPoint) -> Quadrilateral {
    guard let first = readings.first?.strip, let last = readings.last?.strip else {
      return Quadrilateral([])
    }
    let (start, end) = (first.corners(), last.corners())
    return Quadrilateral([start[0], end[1], end[2], start[3]].map(normalize))
  }

  /// The words of one strip, and where along it each of their characters stands.
  private func words(
    of reading: LineReader.Reading
  ) -> [(word: EngineWord, spans: [Range<Double>])] {
    let spans = reading.spans
    return reading.symbols.indices
      .split { reading.symbols[$0].number == reading.characters.blank }
      .map { indices in
        var word = EngineWord()
        word.symbols = indices.map { reading.symbol(at: $0) }
        word.text = word.symbols.map(\.text).joined()
        word.confidence =
          word.symbols.reduce(0) { $0 + $1.confidence } / Double(word.symbols.count)
        return (word, indices.map { spans[$0] })
      }
  }
}

extension LineReader.Reading {
  /// A character as the judge and the maker of candidates want it.
  fileprivate func symbol(at index: Int) -> EngineSymbol {
    let symbol = symbols[index]
    return EngineSymbol(
      text: characters.texts[symbol.number],
      confidence: Double(min(symbol.confidence, 1)),
      alternatives: symbol.alternatives.map {
        RecognizedText(string: characters.texts[$0.number], confidence: Double($0.confidence))
      }
    )
  }

  /// Where along the strip each character stands, −1…1.
  ///
  /// The model says where a character is and not how wide: it reaches half-way to its neighbours, and
  /// no farther than a usual one does.
  var spans: [Range<Double>] {
    let middles = symbols.map { Double($0.step) + 0.5 }
    let pitches = zip(middles, middles.dropFirst()).map { $1 - $0 }.sorted()
    let usual = pitches.isEmpty ? steps / 2 : pitches[pitches.count / 2] * 0.75
    func along(_ step: Double) -> Double { min(max(2 * step / max(steps, 1) - 1, -1), 1) }
    return middles.indices.map { index in
      let middle = middles[index]
      let before = index > 0 ? (middle - middles[index - 1]) / 2 : usual
      let after = index + 1 < middles.count ? (middles[index + 1] - middle) / 2 : usual
      let (start, end) = (along(middle - min(before, usual)), along(middle + min(after, usual)))
      return start..<max(start, end)
    }
  }
}

extension Quadrilateral {
  /// Four corners clockwise from the top left; missing ones are the picture's top left.
  fileprivate init(_ corners: [NormalizedPoint]) {
    func corner(_ index: Int) -> NormalizedPoint {
      index < corners.count ? corners[index] : NormalizedPoint(x: 0, y: 0)
    }
    self.init(
      topLeft: corner(0),
      topRight: corner(1),
      bottomRight: corner(2),
      bottomLeft: corner(3)
    )
  }
}
