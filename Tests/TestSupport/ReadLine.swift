import Imaging
public import Recognition

/// Makes an observation of a line as an engine would, with words and symbols side by side.
///
/// Every character is 10 pixels wide on a picture of 1000 times 1000, the line begins at its left
/// edge and is 20 pixels high.
///
/// - Parameters:
///   - text: What was read; blanks divide words.
///   - confidence: How sure the engine is of the line, the words and all characters, 0…1.
///   - row: How many lines of 50 pixels stand above.
/// - Returns: The observation.
public func readLine(
  _ text: String,
  confidence: Double = 0.95,
  row: Int = 0
) -> RecognizedTextObservation {
  func bounds(_ characters: Range<Int>) -> Quadrilateral {
    Quadrilateral(
      PixelRect(
        x: characters.lowerBound * 10,
        y: row * 50,
        width: characters.count * 10,
        height: 20
      ),
      in: PixelSize(width: 1000, height: 1000)
    )
  }
  let characters = Array(text)
  let words = characters.indices.split { characters[$0].isWhitespace }.map { places in
    RecognizedWord(
      text: String(characters[places.startIndex..<places.endIndex]),
      confidence: confidence,
      bounds: bounds(places.startIndex..<places.endIndex),
      symbols: places.map {
        RecognizedSymbol(
          text: String(characters[$0]),
          confidence: confidence,
          bounds: bounds($0..<$0 + 1)
        )
      }
    )
  }
  return RecognizedTextObservation(
    candidates: [RecognizedText(string: text, confidence: confidence)],
    bounds: bounds(0..<characters.count),
    words: words,
    position: TextPosition(block: 1, paragraph: 1, line: row + 1),
    direction: .leftToRight,
    language: "en",
    engine: RecognitionEngine(name: "test", version: "1", models: [])
  )
}
