public import FoundationEssentials
public import Imaging
public import Recognition

/// A line of text or a code in view.
///
/// Its ``id`` stays the same while it stays in view.
public struct RecognizedItem: Sendable, Hashable, Identifiable {
  /// What an item is.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A line of text.
    case text

    /// A machine-readable code.
    case code
  }

  /// The identity; another line, or the same one after it left, has another.
  public var id: UUID

  /// What the item is.
  public var kind: Kind

  /// The text, of a code `SYMBOLOGY:payload` on one line; setting it finds its ``content`` anew.
  public var text: String {
    didSet { if text != oldValue { findContent() } }
  }

  /// How sure the engine is, 0…1.
  public var confidence: Double

  /// Other readings, best first, at most 10.
  public var alternatives: [RecognizedText]

  /// The four corners in the upright picture.
  public var bounds: Quadrilateral

  /// The words, in reading order.
  public var words: [RecognizedWord]

  /// How many readings agree on ``text``.
  public var readings: Int

  /// The language as a BCP-47 name, where the engine says.
  public var language: String?

  /// Which engine read it.
  public var engine: RecognitionEngine

  /// Where the line stands on the page; codes come after all lines.
  public var position: TextPosition

  /// What parts of the text are, in its order: addresses, dates, sums.
  public var content: [RecognizedContent]
  /// The code; `nil` for text.
  public var code: BarcodeObservation?

  /// Makes an item from one reading of a line.
  public init(id: UUID, observation: RecognizedTextObservation, readings: Int) {
    self.id = id
    kind = .text
    text = observation.transcript
    confidence = observation.confidence
    alternatives = Array(observation.candidates.dropFirst())
    bounds = observation.bounds
    words = observation.words
    self.readings = readings
    language = observation.language
    engine = observation.engine
    position = observation.position
    content = RecognizedContent.all(in: text, language: language)
  }

  /// The corners of a part of the text.
  ///
  /// - Parameter range: The part, as offsets of characters.
  /// - Returns: The part's corners in the upright picture.
  public func bounds(of range: Range<Int>) -> Quadrilateral {
    bounds.part(range, of: text, words: words)
  }

  private mutating func findContent() {
    content = RecognizedContent.all(in: text, language: language)
  }

  /// Makes an item from a code.
  ///
  /// - Parameters:
  ///   - id: Its identity.
  ///   - code: What was read.
  ///   - readings: How many readings agree on it.
  ///   - number: Which of the picture's codes it is, from 1.
  public init(id: UUID, code: BarcodeObservation, readings: Int, number: Int) {
    self.id = id
    kind = .code
    text = code.line
    confidence = code.confidence
    alternatives = []
    bounds = code.bounds
    words = []
    self.readings = readings
    language = nil
    engine = BarcodeReader.engine
    position = TextPosition(block: Self.blockOfCodes, paragraph: 1, line: number)
    content = []
    self.code = code
  }

  // After every block of text.
  private static let blockOfCodes = 1_000_000
}
