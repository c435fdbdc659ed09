/// Tells text from what an engine sees in wood grain, foliage and noise.
///
/// An engine has to answer something for every line its layout analysis takes for one. What it makes
/// of texture has words of low confidence, or falls apart into single characters; the limits are
/// measured on real photographs, receipts and pages on one side and textless pictures on the other.
enum LineJudge {
  /// Whether a line is worth reporting.
  static func isText(_ line: EngineLine) -> Bool {
    let words = line.words.map { (confidence: $0.confidence, letters: $0.letterCount) }
    guard words.contains(where: { $0.letters > 0 }) else {
      return line.confidence >= sureLine && !line.text.isEmpty
    }
    // One word that is long and sure is no accident, whatever stands beside it.
    if words.contains(where: { $0.letters >= 3 && $0.confidence >= 0.7 }) { return true }
    guard line.confidence >= 0.25, words.contains(where: { $0.confidence >= 0.35 }) else {
      return false
    }
    let singles = words.count { $0.letters <= 1 }
    if words.count >= 3, 2 * singles > words.count, line.confidence < sureLine { return false }
    let solid = words.reduce(0) { sum, word in
      let counts = word.letters >= 2 ? word.confidence >= 0.5 : word.confidence >= 0.85
      return counts ? sum + word.letters : sum
    }
    return solid >= 2 || line.confidence >= 0.6
  }

  private static let sureLine = 0.8
}

extension EngineWord {
  /// How many letters and digits it has; a character that is a word of its own counts as two.
  var letterCount: Int {
    text.unicodeScalars.reduce(0) { count, scalar in
      let properties = scalar.properties
      guard properties.isAlphabetic || properties.numericType != nil else { return count }
      return count + (properties.isIdeographic ? 2 : 1)
    }
  }
}
