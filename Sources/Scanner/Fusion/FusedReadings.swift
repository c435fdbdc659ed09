import FoundationEssentials
import Imaging
import Recognition

/// The readings of a line in view, and the item they make.
struct FusedReadings: Sendable, Hashable {
  private var line = FusedLine(rule: .prompt)

  /// The newest reading that says what the line says, or the newest of all where none does.
  private(set) var model: RecognizedTextObservation

  /// Begins with a first reading.
  init(_ observation: RecognizedTextObservation, sharpness: Double) {
    model = observation
    line.add(LineReading(observation, sharpness: sharpness))
  }

  /// What the line says.
  var text: String { line.text }

  /// Whether the readings agree so far that more of them would not help.
  var isSettled: Bool { line.isSettled }

  /// Whether the readings agree so far that more of them would be wasted even where they cost nobody's
  /// time.
  var isSure: Bool { line.satisfies(.careful) }

  /// How sure the engine was of ``text``, 0…1.
  var confidence: Double { max(line.agreeingConfidence, line.confidence) }

  /// Whether one reading is as good as two: it says what the line says, and the engine is sure of
  /// every word.
  var isReadWell: Bool {
    model.transcript == text && model.confidence >= 0.9
      && model.words.allSatisfy { $0.confidence >= 0.8 }
  }

  /// The line moved in the picture.
  mutating func move(_ movement: (Quadrilateral) -> Quadrilateral) { model.move(movement) }

  /// Takes another reading.
  mutating func add(_ observation: RecognizedTextObservation, sharpness: Double) {
    line.add(LineReading(observation, sharpness: sharpness))
    if observation.transcript == text || model.transcript != text { model = observation }
  }

  /// No further reading will be made for now.
  mutating func settle() { line.settle() }

  /// The line as it stands.
  func item(id: UUID) -> RecognizedItem {
    var item = RecognizedItem(id: id, observation: model, readings: line.readings)
    item.text = text
    item.confidence = line.confidence
    item.alternatives = alternatives
    if model.transcript != text {
      item.words = FusedWords(model).words(of: text, confidence: line.confidence)
    }
    return item
  }

  /// What other readings say, and what else the engine offered for this one; best first, at most 10.
  private var alternatives: [RecognizedText] {
    var all = line.alternatives
    for candidate in model.candidates
    where candidate.string != text && !all.contains(where: { $0.string == candidate.string }) {
      all.append(candidate)
    }
    let ranked = all.enumerated()
      .sorted { ($0.element.confidence, $1.offset) > ($1.element.confidence, $0.offset) }
    return ranked.prefix(10).map(\.element)
  }
}
