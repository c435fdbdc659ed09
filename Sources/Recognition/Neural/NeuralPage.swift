import Glibc
import Imaging

/// Makes observations of what was read in a picture's strips.
struct NeuralPage {
  /// The whole picture's size.
  let size: PixelSize

  /// Where in it the part lies that was read.
  let origin: PixelRect

  /// What read it.
  let engine: RecognitionEngine

  /// What was asked for.
  let request: RecognizeTextRequest

  /// The lines worth reporting, in reading order.
  func observations(_ readings: [LineReader.Reading]) -> [RecognizedTextObservation] {
    let readings = readings.filter { $0.confidence >= Self.surety }
    var observations: [RecognizedTextObservation] = []
    var block = 0
    for rows in ReadingOrder(readings.map(\.strip)).blocks {
      block += 1
      var number = 0
      for line in rows.flatMap({ lines(of: $0.map { readings[$0] }) }) {
        let position = TextPosition(block: block, paragraph: 1, line: number + 1)
        guard let observation = observation(of: line, at: position) else { continue }
        number += 1
        observations.append(observation)
      }
      if number == 0 { block -= 1 }
    }
    return observations
  }

  // Below it a reading is texture, not text; measured on photographs and on pictures without text.
  private static let surety = 0.5
  // Strips of a row that are no farther apart than this, in heights, are one line.
  private static let widestGap = 2.5
  // The same before a number: a sum stands far from what it is for, and is read with it.
  private static let widestGapBeforeNumber = 14.0

  /// The strips of a row, joined where they belong together.
  private func lines(of row: [LineReader.Reading]) -> [NeuralLine] {
    var lines: [NeuralLine] = []
    for reading in row {
      if let last = lines.last?.readings.last, goesOn(last.strip, with: reading) {
        lines[lines.count - 1].readings.append(reading)
      } else {
        lines.append(NeuralLine(readings: [reading]))
      }
    }
    return lines
  }

  /// Whether a strip is the rest of the line that another begins.
  private func goesOn(_ first: TextStrip, with next: LineReader.Reading) -> Bool {
    let second = next.strip
    let gap = second.point(along: -1, across: 0) - first.point(along: 1, across: 0)
    let (low, high) = (min(first.height, second.height), max(first.height, second.height))
    let widest = isNumber(next) ? Self.widestGapBeforeNumber : Self.widestGap
    return high < 1.8 * low && (gap * gap).sum().squareRoot() < widest * high
  }

  /// Whether a short strip is mostly digits: a sum, a count, a time.
  private func isNumber(_ reading: LineReader.Reading) -> Bool {
    let texts = reading.symbols.filter { $0.number != reading.characters.blank }
      .map { reading.characters.texts[$0.number] }
    let digits = texts.count { $0.first?.isNumber ?? false }
    return texts.count <= 14 && digits * 2 >= texts.count && digits > 0
  }

  private func observation(
    of line: NeuralLine,
    at position: TextPosition
  ) -> RecognizedTextObservation? {
    let engineLine = line.engineLine
    guard !engineLine.text.isEmpty, LineJudge.isText(engineLine) else { return nil }
    let bounds = line.bounds(normalize)
    let height = hypot(
      (bounds.bottomLeft.x - bounds.topLeft.x) * Double(size.width),
      (bounds.bottomLeft.y - bounds.topLeft.y) * Double(size.height)
    )
    guard height / Double(max(size.height, 1)) >= request.minimumTextHeightFraction else {
      return nil
    }
    return RecognizedTextObservation(
      candidates: LineCandidates(engineLine, limit: request.maximumCandidateCount).readings,
      bounds: bounds,
      words: line.recognizedWords(normalize),
      position: position,
      direction: .leftToRight,
      language: nil,
      engine: engine
    )
  }

  private func normalize(_ place: SIMD2<Double>) -> NormalizedPoint {
    NormalizedPoint(
      x: min(max((place.x + Double(origin.x)) / Double(max(size.width, 1)), 0), 1),
      y: min(max((place.y + Double(origin.y)) / Double(max(size.height, 1)), 0), 1)
    )
  }
}
