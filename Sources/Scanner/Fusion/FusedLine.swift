public import Recognition

/// One line of text, combined from the readings of several frames.
///
/// The readings are aligned and vote on each character, by the confidences of frame and character and
/// by how well a reading agrees with the others nearby; characters that readers tend to lose need
/// fewer votes than half. The same readings in the same order always give the same text.
///
/// The newest 30 readings are kept, so that memory is bounded and what a line says now outweighs
/// in time what it said before. Adding a reading of 60 characters takes a fraction of a millisecond;
/// time grows with the square of the length.
public struct FusedLine: Sendable, Hashable {
  /// When the line settles.
  public let rule: StopRule

  /// The likeliest text; empty before the first reading.
  public private(set) var text = ""

  /// How sure ``text`` is, 0…1; disagreement lowers it.
  public private(set) var confidence = 0.0

  /// How many of the readings kept say exactly ``text``.
  public private(set) var readings = 0

  /// Whether further readings are not expected to change ``text``.
  ///
  /// Stays so; a text that changes afterwards is a correction that the votes called for after each of
  /// two readings in a row.
  public private(set) var isSettled = false

  private var matrix = ReadingMatrix()
  private var evidenceSinceChange = 0.0
  private var correction: String?

  /// Makes a line without readings.
  public init(rule: StopRule = .thorough) {
    self.rule = rule
  }

  /// Takes another reading; one without characters says nothing and is left out.
  public mutating func add(_ reading: LineReading) {
    guard !reading.symbols.isEmpty else { return }
    matrix.add(reading)
    let consensus = Consensus(matrix)
    // Where readings have hardly anything in common a text stands only because none is better.
    let isBacked = consensus.agreement >= 0.5 && matrix.rows.count > 1
    adopt(consensus.text, evidence: isBacked ? reading.weight : 0)
    confidence = consensus.confidence
    readings = matrix.rows.count { $0.text == text }
    isSettled = isSettled || satisfies(rule)
  }

  /// Whether the readings so far are enough for a rule, which may be another than the line settles by.
  public func satisfies(_ rule: StopRule) -> Bool {
    let sure = matrix.rows.count {
      $0.text == text && $0.worstConfidence >= rule.sureConfidence
    }
    return sure >= 2 || evidenceSinceChange >= rule.patience
  }

  /// Settles the line as it stands, because no further reading will be made for now.
  public mutating func settle() { isSettled = true }

  /// How sure the engine was, on average, in the readings kept that say exactly ``text``, 0…1; 0 where
  /// none does.
  public var agreeingConfidence: Double {
    let agreeing = matrix.rows.filter { $0.text == text }
    guard !agreeing.isEmpty else { return 0 }
    return agreeing.reduce(0) { $0 + $1.confidence } / Double(agreeing.count)
  }

  /// Other texts the line might be, likeliest first, at most 10, without ``text``.
  ///
  /// Whole readings as they were made, and the fused text with one character decided the other way.
  public var alternatives: [RecognizedText] {
    let total = matrix.rows.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return [] }
    var weights: [(text: String, confidence: Double)] = []
    for row in matrix.rows {
      if let place = weights.firstIndex(where: { $0.text == row.text }) {
        weights[place].confidence += row.weight / total
      } else {
        weights.append((row.text, row.weight / total))
      }
    }
    for variant in Consensus(matrix).variants(10) {
      if let place = weights.firstIndex(where: { $0.text == variant.text }) {
        weights[place].confidence = max(weights[place].confidence, variant.doubt)
      } else {
        weights.append((variant.text, variant.doubt))
      }
    }
    let ranked = weights.enumerated()
      .filter { !$0.element.text.isEmpty && $0.element.text != text }
      .sorted { ($0.element.confidence, $1.offset) > ($1.element.confidence, $0.offset) }
    return ranked.prefix(10).map {
      RecognizedText(string: $0.element.text, confidence: min($0.element.confidence, 1))
    }
  }

  /// Makes a text the line's, unless it would correct a settled one on a single reading's word.
  private mutating func adopt(_ newText: String, evidence: Double) {
    guard newText != text else {
      evidenceSinceChange += evidence
      correction = nil
      return
    }
    guard !isSettled || correction == newText else {
      correction = newText
      return
    }
    text = newText
    correction = nil
    evidenceSinceChange = 0
  }
}
