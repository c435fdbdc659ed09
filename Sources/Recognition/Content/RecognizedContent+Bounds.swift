public import Imaging

extension Quadrilateral {
  /// The corners of a part of a line's text.
  ///
  /// The line's own corners, cut where the first character of the part begins and where the last ends,
  /// so that it is as high as the line. Where the characters' places are known they count; where they
  /// are not, as in a text the words do not spell, a part of the line's length in proportion.
  ///
  /// - Parameters:
  ///   - range: The part, as offsets of characters.
  ///   - text: The line's text.
  ///   - words: The line's words.
  /// - Returns: The corners; for vertical text, whose characters are as wide as it is, the line's own.
  public func part(
    _ range: Range<Int>,
    of text: String,
    words: [RecognizedWord]
  ) -> Quadrilateral {
    let shares = words.parts(range, of: text).flatMap { part in
      [share(of: part.bounds.start), share(of: part.bounds.end)]
    }
    let count = Double(max(text.count, 1))
    let first = shares.min() ?? Double(range.lowerBound) / count
    let last = shares.max() ?? Double(range.upperBound) / count
    return cut(from: min(max(first, 0), 1), to: min(max(last, 0), 1))
  }

  /// How far along the line's middle a point lies, 0 at its beginning and 1 at its end.
  private func share(of point: NormalizedPoint) -> Double {
    let x = end.x - start.x
    let y = end.y - start.y
    let length = x * x + y * y
    guard length > 0 else { return 0 }
    return ((point.x - start.x) * x + (point.y - start.y) * y) / length
  }

  /// The middle of the edge before the first letter.
  private var start: NormalizedPoint { Self.between(topLeft, bottomLeft, 0.5) }

  /// The middle of the edge behind the last letter.
  private var end: NormalizedPoint { Self.between(topRight, bottomRight, 0.5) }

  /// The part between two shares of the length.
  fileprivate func cut(from start: Double, to end: Double) -> Quadrilateral {
    Quadrilateral(
      topLeft: Self.between(topLeft, topRight, start),
      topRight: Self.between(topLeft, topRight, end),
      bottomRight: Self.between(bottomLeft, bottomRight, end),
      bottomLeft: Self.between(bottomLeft, bottomRight, start)
    )
  }

  private static func between(
    _ first: NormalizedPoint,
    _ second: NormalizedPoint,
    _ share: Double
  ) -> NormalizedPoint {
    NormalizedPoint(
      x: first.x + (second.x - first.x) * share,
      y: first.y + (second.y - first.y) * share
    )
  }
}

extension [RecognizedWord] {
  /// The words of a part of a line's text, the first and the last cut to what lies in it.
  ///
  /// - Parameters:
  ///   - range: The part, as offsets of characters.
  ///   - text: The line's text.
  /// - Returns: Nothing where the words do not spell the text.
  public func parts(_ range: Range<Int>, of text: String) -> [RecognizedWord] {
    let characters = [Character](text)
    var offset = 0
    var parts: [RecognizedWord] = []
    for word in self {
      while offset < characters.count, characters[offset].isWhitespace { offset += 1 }
      guard characters[offset...].starts(with: word.text) else { return [] }
      let end = offset + word.text.count
      let common = range.clamped(to: offset..<end)
      if !common.isEmpty {
        parts.append(word.part(common.lowerBound - offset..<common.upperBound - offset))
      }
      offset = end
    }
    return parts
  }
}

extension RecognizedWord {
  /// A part of the word.
  fileprivate func part(_ range: Range<Int>) -> RecognizedWord {
    let count = text.count
    guard range != 0..<count else { return self }
    let hasAllSymbols = symbols.count == count
    let symbols = hasAllSymbols ? Array(symbols[range]) : []
    var part = self
    part.text = String(text.dropFirst(range.lowerBound).prefix(range.count))
    part.symbols = symbols
    if let first = symbols.first, let last = symbols.last {
      part.bounds = Quadrilateral(
        topLeft: first.bounds.topLeft,
        topRight: last.bounds.topRight,
        bottomRight: last.bounds.bottomRight,
        bottomLeft: first.bounds.bottomLeft
      )
      part.confidence = symbols.reduce(0) { $0 + $1.confidence } / Double(symbols.count)
    } else {
      part.bounds = bounds.cut(
        from: Double(range.lowerBound) / Double(count),
        to: Double(range.upperBound) / Double(count)
      )
    }
    return part
  }
}
