public import FoundationEssentials
public import Imaging

/// One line of text found in a picture.
public struct RecognizedTextObservation: Sendable, Hashable, Codable, Identifiable {
  /// Unique to this observation; another recognition of the same line has another.
  public var id: UUID

  /// The readings of the line, best first, at least one, at most 10.
  public var candidates: [RecognizedText]

  /// The line's corners in the whole picture, upright as the request's orientation made it.
  public var bounds: Quadrilateral

  /// The words of the best candidate, in reading order.
  public var words: [RecognizedWord]

  /// Where the line stands on the page; lines sort by it into reading order.
  public var position: TextPosition

  /// The writing direction.
  public var direction: TextDirection

  /// The language the engine says it read, as a BCP-47 name.
  public var language: String?

  /// Which engine and models read it.
  public var engine: RecognitionEngine

  /// Makes an observation.
  public init(
    id: UUID = UUID(),
    candidates: [RecognizedText],
    bounds: Quadrilateral,
    words: [RecognizedWord],
    position: TextPosition,
    direction: TextDirection,
    language: String?,
    engine: RecognitionEngine
  ) {
    precondition(!candidates.isEmpty, "a line has at least one reading")
    self.id = id
    self.candidates = candidates
    self.bounds = bounds
    self.words = words
    self.position = position
    self.direction = direction
    self.language = language
    self.engine = engine
  }

  /// The best reading.
  public var transcript: String { candidates[0].string }

  /// The confidence of the best reading, 0…1.
  public var confidence: Double { candidates[0].confidence }

  /// The best readings.
  ///
  /// - Parameter count: How many at most; never more than 10 are given.
  /// - Returns: In descending order of confidence.
  public func topCandidates(_ count: Int) -> [RecognizedText] {
    Array(candidates.prefix(min(max(count, 0), 10)))
  }
}

/// One reading of a line.
public struct RecognizedText: Sendable, Hashable, Codable {
  /// The text, in Unicode's composed form (NFC), without line ends.
  public var string: String

  /// How sure the engine is, 0…1.
  public var confidence: Double

  /// Makes a reading.
  public init(string: String, confidence: Double) {
    self.string = string
    self.confidence = confidence
  }
}

/// A word of a line.
public struct RecognizedWord: Sendable, Hashable, Codable {
  /// The text.
  public var text: String

  /// How sure the engine is, 0…1.
  public var confidence: Double

  /// The corners in the whole picture.
  public var bounds: Quadrilateral

  /// Its characters, in reading order.
  public var symbols: [RecognizedSymbol]

  /// Makes a word.
  public init(
    text: String,
    confidence: Double,
    bounds: Quadrilateral,
    symbols: [RecognizedSymbol]
  ) {
    self.text = text
    self.confidence = confidence
    self.bounds = bounds
    self.symbols = symbols
  }
}

/// A character of a word.
public struct RecognizedSymbol: Sendable, Hashable, Codable {
  /// The character, as the engine's unit of text.
  public var text: String

  /// How sure the engine is, 0…1.
  public var confidence: Double

  /// The corners in the whole picture.
  public var bounds: Quadrilateral

  /// What else it might be, best first, without the character itself.
  public var alternatives: [RecognizedText]

  /// Makes a character.
  public init(
    text: String,
    confidence: Double,
    bounds: Quadrilateral,
    alternatives: [RecognizedText] = []
  ) {
    self.text = text
    self.confidence = confidence
    self.bounds = bounds
    self.alternatives = alternatives
  }
}

/// Where a line stands in the layout; each number counts from 1.
public struct TextPosition: Sendable, Hashable, Codable, Comparable {
  /// The block on the page, in reading order.
  public var block: Int

  /// The paragraph in its block.
  public var paragraph: Int

  /// The line in its paragraph.
  public var line: Int

  /// Makes a position.
  public init(block: Int, paragraph: Int, line: Int) {
    self.block = block
    self.paragraph = paragraph
    self.line = line
  }

  /// Whether one line is read before another.
  public static func < (first: TextPosition, second: TextPosition) -> Bool {
    (first.block, first.paragraph, first.line) < (second.block, second.paragraph, second.line)
  }
}

/// The direction text runs in.
public enum TextDirection: String, Sendable, Hashable, Codable {
  /// As Latin.
  case leftToRight

  /// As Arabic and Hebrew.
  case rightToLeft

  /// As vertical Japanese.
  case topToBottom
}

/// What read a line.
public struct RecognitionEngine: Sendable, Hashable, Codable {
  /// `tesseract` or another engine's name.
  public var name: String

  /// The engine's version.
  public var version: String

  /// The models, such as `eng 4.00.00alpha` (the version the file states).
  public var models: [String]

  /// Makes a description.
  public init(name: String, version: String, models: [String]) {
    self.name = name
    self.version = version
    self.models = models
  }
}
