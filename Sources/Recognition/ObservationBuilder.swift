import FoundationEssentials
import Glibc
import Imaging

/// Turns the engine's lines into observations of the whole picture.
struct ObservationBuilder {
  let size: PixelSize
  let engine: RecognitionEngine
  let request: RecognizeTextRequest
  /// Where the lines' pixels lie in the picture.
  let origin: Homography

  /// The lines worth reporting, in reading order, numbered without gaps.
  func observations(from lines: [EngineLine]) -> [RecognizedTextObservation] {
    var position = TextPosition(block: 0, paragraph: 0, line: 0)
    var (newBlock, newParagraph) = (true, true)
    var observations: [RecognizedTextObservation] = []
    for line in lines {
      newBlock = newBlock || line.startsBlock
      newParagraph = newParagraph || line.startsParagraph
      guard let observation = observation(of: line) else { continue }
      if newBlock {
        position = TextPosition(block: position.block + 1, paragraph: 1, line: 1)
      } else if newParagraph {
        position = TextPosition(
          block: position.block,
          paragraph: position.paragraph + 1,
          line: 1
        )
      } else {
        position.line += 1
      }
      (newBlock, newParagraph) = (false, false)
      observations.append(observation)
      observations[observations.count - 1].position = position
    }
    return observations
  }

  private func observation(of line: EngineLine) -> RecognizedTextObservation? {
    guard LineJudge.isText(line) else { return nil }
    let frame = LineFrame(line, origin: origin)
    let bounds = frame.quadrilateral(
      around: line.words.flatMap { $0.symbols.map(\.box) },
      or: line.box,
      in: size
    )
    guard height(of: bounds) >= request.minimumTextHeightFraction else { return nil }
    let words = line.words.map { word in
      RecognizedWord(
        text: word.text,
        confidence: word.confidence,
        bounds: frame.quadrilateral(around: word.symbols.map(\.box), or: word.box, in: size),
        symbols: word.symbols.map { symbol in
          RecognizedSymbol(
            text: symbol.text,
            confidence: symbol.confidence,
            bounds: frame.upright(symbol.box, in: size),
            alternatives: symbol.alternatives
          )
        }
      )
    }
    return RecognizedTextObservation(
      candidates: LineCandidates(line, limit: request.maximumCandidateCount).readings,
      bounds: bounds,
      words: words,
      position: TextPosition(block: 1, paragraph: 1, line: 1),
      direction: line.direction,
      language: language(of: line),
      engine: engine
    )
  }

  /// How high the text is as a fraction of the picture's height: from the top of the line's tallest
  /// letter to the bottom of its lowest, across the direction of the text.
  private func height(of bounds: Quadrilateral) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    let x = (bounds.bottomLeft.x - bounds.topLeft.x) * width
    let y = (bounds.bottomLeft.y - bounds.topLeft.y) * height
    return hypot(x, y) / max(height, 1)
  }

  /// The language most of the line's characters were read in.
  private func language(of line: EngineLine) -> String? {
    var counts: [String: Int] = [:]
    for word in line.words {
      if let code = word.language { counts[code, default: 0] += max(word.symbols.count, 1) }
    }
    // The name decides between equals, so that the answer does not depend on a hash.
    guard let code = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      return nil
    }
    return TesseractLanguage.byCode[code]?.identifier
      ?? TesseractLanguage(unlisted: code).identifier
  }
}
