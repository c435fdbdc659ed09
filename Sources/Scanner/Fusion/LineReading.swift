/// What one frame says a line of text reads, character by character.
///
/// Characters are grapheme clusters in logical order, so that a letter with its accents, a Chinese
/// character and a letter of a right-to-left script each count once. Blanks are characters too.
public struct LineReading: Sendable, Hashable {
  /// Another character a place might hold.
  public struct Alternative: Sendable, Hashable {
    /// The character.
    public var character: Character

    /// How sure the engine is of it, 0…1.
    public var confidence: Double

    /// Makes an alternative.
    public init(character: Character, confidence: Double) {
      self.character = character
      self.confidence = confidence
    }
  }

  /// A character as it was read.
  public struct Symbol: Sendable, Hashable {
    /// The character.
    public var character: Character

    /// How sure the engine is, 0…1.
    public var confidence: Double

    /// What else it might be, best first, without the character itself.
    public var alternatives: [Alternative]

    /// Makes a character.
    public init(character: Character, confidence: Double, alternatives: [Alternative] = []) {
      self.character = character
      self.confidence = confidence
      self.alternatives = alternatives
    }
  }

  /// The characters in reading order.
  public var symbols: [Symbol]

  /// How sharp the frame was in comparison with others of its line, 0…1; a reading counts the less
  /// the smaller this is.
  public var sharpness: Double

  /// Makes a reading of characters.
  public init(symbols: [Symbol], sharpness: Double = 1) {
    self.symbols = symbols
    self.sharpness = sharpness
  }

  /// Makes a reading of a text all of whose characters are equally sure.
  public init(_ text: String, confidence: Double, sharpness: Double = 1) {
    symbols = text.map { Symbol(character: $0, confidence: confidence) }
    self.sharpness = sharpness
  }

  /// The characters as one string.
  public var text: String { String(symbols.map(\.character)) }

  /// The mean confidence of the characters, 0…1; 0 for an empty reading.
  public var confidence: Double {
    guard !symbols.isEmpty else { return 0 }
    return symbols.reduce(0) { $0 + Self.fraction($1.confidence) } / Double(symbols.count)
  }

  /// The confidence of the least sure character, 0…1; 0 for an empty reading.
  public var worstConfidence: Double { symbols.map { Self.fraction($0.confidence) }.min() ?? 0 }

  /// How much the reading counts in a vote, 0…1.
  ///
  /// The cube of the mean confidence: a blurred frame is unsure of many characters and wrong in more
  /// than those, so doubt about some of them costs the others weight as well.
  public var weight: Double {
    let mean = confidence
    return mean * mean * mean * Self.fraction(sharpness)
  }

  /// A number within 0…1 whatever an engine says; what is no number counts as 0.
  static func fraction(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
