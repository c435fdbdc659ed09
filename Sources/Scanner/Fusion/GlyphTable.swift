/// Numbers the characters of a line, so that comparing two is comparing numbers.
struct GlyphTable: Sendable, Hashable {
  /// A character's number.
  typealias Glyph = Int32

  /// What stands where a reading has no character.
  static let gap: Glyph = 0

  /// What a character is, as far as readers get it wrong in different ways.
  enum Kind: Sendable, Hashable {
    /// No character.
    case none

    /// A blank.
    case blank

    /// A digit.
    case digit

    /// A letter that is no more than a stroke.
    case stroke

    /// The letter O, which many readers take a zero for.
    case round

    /// Another letter, or a character of a script without letters.
    case letter

    /// A period or a comma.
    case point

    /// Any other sign.
    case sign

    /// Whether it is a letter.
    var isLetter: Bool { self == .letter || self == .stroke }

    /// Whether it tells what kind of text stands around it.
    var isTelling: Bool { self != .none && self != .blank && self != .round }
    /// The kind of a character.
    init(_ character: Character) {
      switch character {
      case "I", "l", "i", "j": self = .stroke
      case "O", "o": self = .round
      case ".", ",": self = .point
      default:
        if character.isLetter {
          self = .letter
        } else if character.isNumber {
          self = .digit
        } else {
          self = character.isWhitespace ? .blank : .sign
        }
      }
    }
  }

  private var numbers: [Character: Glyph] = [:]
  private var characters: [Character] = ["\u{0}"]
  private var kinds: [Kind] = [.none]

  /// How many characters have numbers.
  var count: Int { numbers.count }

  /// The number of a character; a new one gets the next.
  mutating func number(of character: Character) -> Glyph {
    if let number = numbers[character] { return number }
    let number = Glyph(characters.count)
    numbers[character] = number
    characters.append(character)
    kinds.append(Kind(character))
    return number
  }

  /// The character of a number.
  func character(_ glyph: Glyph) -> Character { characters[Int(glyph)] }

  /// What the character of a number is.
  func kind(_ glyph: Glyph) -> Kind { kinds[Int(glyph)] }
}
