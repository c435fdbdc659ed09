/// The sums that prove a number.
enum CheckDigits {
  /// The values of digits; `nil` when something else is among them.
  static func values(_ text: some StringProtocol) -> [Int]? {
    var values: [Int] = []
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      values.append(Int(byte - 0x30))
    }
    return values
  }

  /// Luhn's sum, of payment cards.
  static func luhn(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, place in
      guard !place.offset.isMultiple(of: 2) else { return sum + place.element }
      return sum + (place.element * 2 > 9 ? place.element * 2 - 9 : place.element * 2)
    }
    return sum.isMultiple(of: 10)
  }

  /// The sum of GS1 (EAN, UPC, SSCC, ISBN-13) and of USPS: weights 3 and 1 from the right.
  static func gs1(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, place in
      sum + place.element * (place.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return sum.isMultiple(of: 10)
  }

  /// The sum of ISBN-10, modulo 11; an X at the end is 10.
  static func isbn10(_ text: String) -> Bool {
    var sum = 0
    for (place, byte) in text.utf8.enumerated() {
      switch byte {
      case 0x30...0x39: sum += Int(byte - 0x30) * (10 - place)
      case 0x58 where place == 9: sum += 10
      default: return false
      }
    }
    return text.utf8.count == 10 && sum.isMultiple(of: 11)
  }

  /// The sum of IBAN, modulo 97 (ISO 7064), over capitals and digits.
  static func iban(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 4 else { return false }
    var remainder = 0
    for byte in bytes[4...] + bytes[..<4] {
      switch byte {
      case 0x30...0x39: remainder = (remainder * 10 + Int(byte - 0x30)) % 97
      case 0x41...0x5A: remainder = (remainder * 100 + Int(byte - 0x41) + 10) % 97
      default: return false
      }
    }
    return remainder == 1
  }

  /// The digit of machine-readable zones (ICAO 9303): weights 7, 3, 1, modulo 10.
  static func icao(_ bytes: some Sequence<UInt8>) -> UInt8? {
    var sum = 0
    for (place, byte) in bytes.enumerated() {
      let value: Int
      switch byte {
      case 0x30...0x39: value = Int(byte - 0x30)
      case 0x41...0x5A: value = Int(byte - 0x41) + 10
      case 0x3C: value = 0
      default: return nil
      }
      sum += value * [7, 3, 1][place % 3]
    }
    return 0x30 + UInt8(sum % 10)
  }

  /// The sum of the postal services' parcel numbers (UPU S10), over their nine digits.
  static func upu(_ digits: [Int]) -> Bool {
    guard digits.count == 9 else { return false }
    let sum = zip(digits, [8, 6, 4, 2, 3, 5, 9, 7]).reduce(0) { $0 + $1.0 * $1.1 }
    let check = 11 - sum % 11
    return digits[8] == (check == 10 ? 0 : check == 11 ? 5 : check)
  }

  /// The sum of UPS's numbers, over what follows `1Z`.
  static func ups(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, let last = bytes.last, (0x30...0x39).contains(last) else {
      return false
    }
    var sum = 0
    for (place, byte) in bytes.dropLast().enumerated() {
      let value: Int
      switch byte {
      case 0x30...0x39: value = Int(byte - 0x30)
      case 0x41...0x5A: value = (Int(byte) - 63) % 10
      default: return false
      }
      sum += place.isMultiple(of: 2) ? value : value * 2
    }
    return (10 - sum % 10) % 10 == Int(last - 0x30)
  }

  /// The sum of FedEx Express's twelve digits: weights 1, 3, 7 from the right, modulo 11, modulo 10.
  static func fedExExpress(_ digits: [Int]) -> Bool {
    guard digits.count == 12 else { return false }
    let sum = digits.dropLast().reversed().enumerated().reduce(0) { sum, place in
      sum + place.element * [1, 3, 7][place.offset % 3]
    }
    return sum % 11 % 10 == digits[11]
  }

  /// The sum of Deutsche Post's Identcode (12 digits) and Leitcode (14): weights 4 and 9.
  static func deutschePost(_ digits: [Int]) -> Bool {
    guard let last = digits.last else { return false }
    let sum = digits.dropLast().enumerated().reduce(0) { sum, place in
      sum + place.element * (place.offset.isMultiple(of: 2) ? 4 : 9)
    }
    return (10 - sum % 10) % 10 == last
  }

  /// The digit of DHL Express's ten: what the first nine leave modulo 7.
  static func dhlExpress(_ digits: [Int]) -> Bool {
    guard digits.count == 10 else { return false }
    return digits.dropLast().reduce(0) { ($0 * 10 + $1) % 7 } == digits[9]
  }
}
