/// Other readings of a line, made from what its characters might be.
struct LineCandidates {
  private let line: EngineLine
  private let limit: Int

  /// Prepares the readings of a line, at most as many as asked for, never more than 10.
  init(_ line: EngineLine, limit: Int) {
    self.line = line
    self.limit = min(max(limit, 1), 10)
  }

  /// The readings, distinct, best first; the first is the engine's own.
  ///
  /// Every character costs the others of its word and line nothing, so a reading's confidence is the
  /// line's less what its changed characters are less sure than the engine's, spread over the line.
  var readings: [RecognizedText] {
    let best = RecognizedText(string: line.text, confidence: line.confidence)
    guard limit > 1, let pieces else { return [best] }
    let count = Double(max(pieces.count { $0.symbol != nil }, 1))
    var partial = [(text: "", cost: 0.0)]
    for piece in pieces {
      let choices =
        [(text: piece.text, cost: 0.0)]
        + (piece.symbol?.alternatives ?? []).map { alternative in
          let loss = (piece.symbol?.confidence ?? 0) - alternative.confidence
          return (text: alternative.string, cost: max(loss, 0) / count)
        }
      // Only the cheapest few beginnings can be part of the cheapest few lines.
      partial = partial.flatMap { head in
        choices.map { (text: head.text + $0.text, cost: head.cost + $0.cost) }
      }
      partial.sort { $0.cost < $1.cost }
      partial = Array(partial.prefix(limit + 1))
    }
    var readings = [best]
    for reading in partial where readings.count < limit {
      let text = reading.text.composed
      guard !readings.contains(where: { $0.string == text }) else { continue }
      readings.append(
        RecognizedText(string: text, confidence: max(line.confidence - reading.cost, 0))
      )
    }
    return readings
  }

  private struct Piece {
    var text: String
    var symbol: EngineSymbol?
  }

  /// The line cut into its characters and what stands between them; nothing when it cannot be, as in
  /// text that runs both ways.
  private var pieces: [Piece]? {
    var pieces: [Piece] = []
    var rest = Substring(line.text)
    for symbol in line.words.flatMap(\.symbols) {
      while let first = rest.first, first.isWhitespace, !rest.hasPrefix(symbol.text) {
        pieces.append(Piece(text: String(first)))
        rest.removeFirst()
      }
      guard rest.hasPrefix(symbol.text) else { return nil }
      pieces.append(Piece(text: symbol.text, symbol: symbol))
      rest.removeFirst(symbol.text.count)
    }
    return rest.isEmpty ? pieces : nil
  }
}
