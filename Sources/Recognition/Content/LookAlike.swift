/// Letters and digits that engines take for one another.
enum LookAlike {
  /// What may stand at a place.
  enum Class: Sendable {
    /// A digit.
    case digit

    /// A capital letter.
    case letter

    /// Either.
    case any
  }

  /// The classes of a form such as `a4n14`.
  static func classes(_ form: String) -> [Class] {
    var classes: [Class] = []
    var kind = Class.any
    var count = 0
    for character in form + "." {
      if let digit = character.wholeNumberValue {
        count = count * 10 + digit
      } else {
        classes += [Class](repeating: kind, count: count)
        count = 0
        kind = character == "n" ? .digit : character == "a" ? .letter : .any
      }
    }
    return classes
  }

  /// The character that was meant at a place where only one class can stand.
  static func read(_ byte: UInt8, as kind: Class) -> UInt8 {
    let capital = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
    switch kind {
    // A small l is a one more often than a small o is anything but a zero; capitals as they look.
    case .digit: return byte == 0x62 ? 0x36 : digits[capital] ?? byte
    case .letter: return letters[byte] ?? capital
    case .any: return capital
    }
  }

  /// O D Q I L Z S G B, as digits.
  private static let digits: [UInt8: UInt8] = [
    0x4F: 0x30, 0x44: 0x30, 0x51: 0x30, 0x49: 0x31, 0x4C: 0x31, 0x5A: 0x32, 0x53: 0x35, 0x47: 0x36,
    0x42: 0x38,
  ]

  /// 0 1 2 5 6 8, as letters.
  private static let letters: [UInt8: UInt8] = [
    0x30: 0x4F, 0x31: 0x49, 0x32: 0x5A, 0x35: 0x53, 0x36: 0x47, 0x38: 0x42,
  ]
}

extension UInt8 {
  /// Whether it is one of ASCII's letters or digits.
  var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
