/// A line of text as one number a character, for scanners that look at each again and again.
///
/// A character of several scalars counts as one that is neither letter nor digit.
struct CodedLine: Sendable {
  /// A word of letters and where it stands.
  struct Word: Sendable {
    /// Where it stands.
    var range: Range<Int>

    /// The word in small letters.
    var text: String
  }

  /// Each character's scalar; offsets into it are offsets of characters.
  let codes: [UInt32]

  /// Whether a digit is among them.
  let hasDigits: Bool

  /// The text itself where a code cannot stand for a character of it.
  private let text: String?

  /// Makes a line of codes.
  init(_ text: String) {
    var codes: [UInt32] = []
    codes.reserveCapacity(text.utf8.count)
    for character in text {
      let scalars = character.unicodeScalars
      let isSingle = scalars.index(after: scalars.startIndex) == scalars.endIndex
      codes.append(isSingle ? scalars[scalars.startIndex].value : 0xFFFD)
    }
    self.codes = codes
    hasDigits = codes.contains(where: \.isDigit)
    self.text = codes.contains(0xFFFD) ? text : nil
  }

  /// How many characters it has.
  var count: Int { codes.count }

  /// Whether anything that is looked for can be in it: everything has a digit, an at sign or a dot.
  var mayHaveContent: Bool {
    hasDigits || codes.contains { $0 == 0x40 || $0 == 0x2E || $0 == 0x3C }
  }

  /// The character's code at an offset; 0 outside the line.
  subscript(_ offset: Int) -> UInt32 { codes.indices.contains(offset) ? codes[offset] : 0 }

  /// Whether the character at an offset is this one.
  func has(_ character: Unicode.Scalar, at offset: Int) -> Bool { self[offset] == character.value }

  /// Whether the character is one of these.
  func has(anyOf characters: [Unicode.Scalar], at offset: Int) -> Bool {
    let code = self[offset]
    return characters.contains { $0.value == code }
  }

  /// Whether a digit 0–9 stands there.
  func isDigit(_ offset: Int) -> Bool { self[offset].isDigit }

  /// Whether a letter of any alphabet in use in Europe stands there, or of a script beyond.
  func isLetter(_ offset: Int) -> Bool { self[offset].isLetter }

  /// Whether a letter or digit stands there.
  func isAlphanumeric(_ offset: Int) -> Bool { self[offset].isDigit || self[offset].isLetter }

  /// Whether a capital letter stands there.
  func isCapital(_ offset: Int) -> Bool { self[offset].isCapital }

  /// Whether a blank stands there.
  func isBlank(_ offset: Int) -> Bool { [0x20, 0xA0, 0x202F, 0x2009].contains(self[offset]) }

  /// The first offset from here on that is no digit.
  func endOfDigits(from offset: Int) -> Int {
    var end = offset
    while isDigit(end) { end += 1 }
    return end
  }

  /// The first offset from here on that is no letter.
  func endOfLetters(from offset: Int) -> Int {
    var end = offset
    while isLetter(end) { end += 1 }
    return end
  }

  /// The first offset from here on that is no blank.
  func skipBlanks(from offset: Int) -> Int {
    var end = offset
    while isBlank(end) { end += 1 }
    return end
  }

  /// The number that digits say; `nil` for none or more than nine.
  func number(_ range: Range<Int>) -> Int? {
    guard (1...9).contains(range.count) else { return nil }
    return range.reduce(0 as Int?) { sum, offset in
      guard let sum, isDigit(offset) else { return nil }
      return sum * 10 + Int(self[offset] - 0x30)
    }
  }

  /// The text of a part.
  func string(_ range: Range<Int>) -> String {
    if let text { return String(text.dropFirst(range.lowerBound).prefix(range.count)) }
    var scalars = String.UnicodeScalarView()
    for offset in range.clamped(to: 0..<count) {
      if let scalar = Unicode.Scalar(codes[offset]) { scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// The digits of a part, in order.
  func digits(_ range: Range<Int>) -> String { String(string(range).filter(\.isASCIIDigit)) }

  /// The letters that begin here as a word in small letters.
  func word(at offset: Int) -> Word {
    let range = offset..<endOfLetters(from: offset)
    return Word(range: range, text: string(range).lowercased())
  }

  /// All words of letters.
  var words: [Word] {
    var words: [Word] = []
    var offset = 0
    while offset < count {
      guard isLetter(offset) else {
        offset += 1
        continue
      }
      words.append(word(at: offset))
      offset = words[words.count - 1].range.upperBound
    }
    return words
  }

  /// Up to two words that stand right before an offset with nothing but punctuation between, nearest
  /// first.
  func words(before offset: Int) -> [String] {
    var words: [String] = []
    var end = offset
    while words.count < 2 {
      while end > 0, !isAlphanumeric(end - 1), offset - end < 12 { end -= 1 }
      guard end > 0, isLetter(end - 1) else { break }
      var start = end
      while start > 0, isLetter(start - 1) { start -= 1 }
      words.append(word(at: start).text)
      end = start
    }
    return words
  }

  /// A piece of content made of a part of the line.
  func content(
    _ kind: RecognizedContent.Kind,
    _ range: Range<Int>,
    value: String?,
    isVerified: Bool = false
  ) -> RecognizedContent {
    RecognizedContent(
      kind: kind,
      range: range,
      text: string(range),
      value: value,
      isVerified: isVerified
    )
  }
}

extension UInt32 {
  /// Whether it is a digit 0–9.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is a capital letter, ASCII's or Latin-1's.
  var isCapital: Bool {
    (0x41...0x5A).contains(self) || (0xC0...0xDE).contains(self) && self != 0xD7
  }

  /// Whether it is a letter; of what lies beyond Latin everything but punctuation and symbols.
  var isLetter: Bool {
    switch self {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0xD7, 0xF7: false
    case 0xC0...0x1FFF, 0x2C00...0x2DFF, 0x3040...0xD7FF: true
    default: false
    }
  }
}

extension Character {
  /// Whether it is a digit 0–9.
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
