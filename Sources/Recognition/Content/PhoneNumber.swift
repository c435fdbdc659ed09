/// Finds telephone numbers.
///
/// Written with their country's code, in the form of North America, with the leading zero most of
/// Europe dials, or behind a word that says telephone. Of digits without any of these nothing tells
/// that they are a telephone's.
enum PhoneNumber {
  private static let names: Set<String> = [
    "tel", "tél", "telefon", "telephone", "téléphone", "phone", "ph", "fon", "mobile", "mobil",
    "handy", "cell", "portable", "fax", "telefax", "call", "telefonnummer", "rufnummer", "hotline",
    "whatsapp", "toll", "durchwahl", "mob", "fixe",
  ]

  /// Words of numbers that are no telephone's.
  private static let otherNames: Set<String> = [
    "serial", "sn", "s", "n", "part", "pn", "nr", "no", "art", "artikel", "artikelnummer", "order",
    "invoice", "ref", "reference", "id", "bestellnr", "bestellnummer", "rechnung", "rechnungsnr",
    "rechnungsnummer", "kunden", "kundennummer", "kundennr", "model", "modell", "lot", "charge",
    "batch", "version", "v", "rev", "item", "sku", "account", "konto", "kontonummer", "blz", "ust",
    "steuernummer", "siret", "siren", "hrb", "case", "ticket", "patent", "isbn", "serien",
    "seriennr",
    "seriennummer",
  ]

  private struct Digits {
    var range: Range<Int>
    var text = ""
    var groups: [Int] = []
    var separators: Set<UInt32> = []
    var hasPlus = false
  }

  /// Finds telephone numbers.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    var found: [RecognizedContent] = []
    var offset = 0
    while offset < line.count {
      guard line.isDigit(offset) || line.has(anyOf: ["+", "("], at: offset),
        line.endsNumber(before: offset), !line.continuesNumber(at: offset),
        let digits = digits(in: line, at: offset)
      else {
        offset += 1
        continue
      }
      if let value = value(of: digits, in: line) {
        found.append(line.content(.phone, digits.range, value: value))
      }
      offset = max(digits.range.upperBound, offset + 1)
    }
    return found
  }

  /// Reads digits and what may stand between those of one telephone number.
  private static func digits(in line: CodedLine, at start: Int) -> Digits? {
    var digits = Digits(range: start..<start)
    var offset = start
    var open = false
    if line.has("(", at: offset), line.has("+", at: offset + 1) || line.isDigit(offset + 1) {
      open = true
      offset += 1
    }
    if line.has("+", at: offset) {
      digits.hasPlus = true
      offset += 1
      if line.has("(", at: offset) {
        open = true
        offset += 1
      }
    }
    while line.isDigit(offset) {
      let end = line.endOfDigits(from: offset)
      // (0) is dialed inside the country only.
      let isTrunkZero =
        open && digits.hasPlus && !digits.text.isEmpty
        && line.string(offset..<end) == "0"
      if !isTrunkZero {
        digits.text += line.string(offset..<end)
        digits.groups.append(end - offset)
      }
      offset = end
      if open, line.has(")", at: offset) {
        open = false
        offset += 1
      }
      digits.range = start..<offset
      let next = skipSeparators(line, from: offset, &digits)
      if line.has("(", at: next), !open, line.isDigit(next + 1), digits.groups.count <= 2 {
        open = true
        offset = next + 1
      } else {
        offset = next
      }
    }
    guard !open, digits.text.count >= 5, digits.text.count <= 17,
      line.endsNumber(at: digits.range.upperBound)
    else { return nil }
    return digits
  }

  /// Passes over one separator, with blanks around it.
  private static func skipSeparators(
    _ line: CodedLine,
    from start: Int,
    _ digits: inout Digits
  ) -> Int {
    var offset = line.isBlank(start) ? start + 1 : start
    let mark = line[offset]
    let isMark = [0x2D, 0x2E, 0x2F, 0x2010, 0x2011, 0x2013].contains(mark)
    if isMark {
      offset += 1
      if line.isBlank(offset) { offset += 1 }
    }
    if line.isDigit(offset) || line.has("(", at: offset) {
      if offset > start || isMark { digits.separators.insert(isMark ? mark : 0x20) }
    }
    return offset
  }

  private static func value(of digits: Digits, in line: CodedLine) -> String? {
    let words = line.words(before: digits.range.lowerBound)
    let isNamed = words.contains(where: names.contains)
    if digits.hasPlus { return international(digits.text) }
    if !isNamed, words.first.map(otherNames.contains) ?? false { return nil }
    if digits.text.hasPrefix("00") {
      guard isNamed || !digits.separators.isEmpty && digits.text.count >= 11 else { return nil }
      return international(String(digits.text.dropFirst(2)))
    }
    if let american = american(digits, isNamed: isNamed) { return american }
    if digits.text.hasPrefix("0") { return national(digits, isNamed: isNamed) ? digits.text : nil }
    return isNamed && digits.text.count <= 12 && !digits.separators.contains(0x2E)
      ? digits.text : nil
  }

  /// Checks a number with its country's code.
  private static func international(_ digits: String) -> String? {
    guard (7...15).contains(digits.count), let first = digits.first, first != "0" else {
      return nil
    }
    if first == "1" {
      let national = digits.dropFirst()
      return isAmerican(national) ? "+\(digits)" : nil
    }
    guard CallingCodes.begins(digits) else { return nil }
    return "+\(digits)"
  }

  /// `(212) 555-0123`, `1-800-555-0199`, `212.555.0123`.
  private static func american(_ digits: Digits, isNamed: Bool) -> String? {
    let hasCode = digits.text.count == 11 && digits.text.hasPrefix("1")
    guard digits.text.count == 10 || hasCode else { return nil }
    let national = digits.text.suffix(10)
    let groups = digits.groups.suffix(3)
    let isGrouped = Array(groups) == [3, 3, 4] && digits.groups.count <= 4
    guard isAmerican(national), isGrouped && digits.separators != [0x20] || isNamed else {
      return nil
    }
    return "+1\(national)"
  }

  private static func isAmerican(_ national: some StringProtocol) -> Bool {
    let digits = Array(national.utf8)
    // Neither area nor exchange begins with 0 or 1, nor ends the area with 11.
    return digits.count == 10 && digits[0] >= 0x32 && digits[3] >= 0x32
      && !(digits[1] == 0x31 && digits[2] == 0x31)
  }

  /// A number with the zero that is dialed inside a country: `030 1234567`, `01 23 45 67 89`.
  private static func national(_ digits: Digits, isNamed: Bool) -> Bool {
    let isFrench = digits.text.count == 10 && digits.groups == [2, 2, 2, 2, 2]
    if isFrench { return digits.separators.count == 1 }
    guard !digits.separators.contains(0x2E) || isNamed else { return false }
    if isNamed { return (6...13).contains(digits.text.count) }
    guard let first = digits.groups.first, (2...6).contains(first), digits.groups.count >= 2,
      // The postcodes of the United States, and a number's check digit at the end.
      digits.groups != [5, 4], digits.groups.last != 1 || digits.separators != [0x20]
    else { return false }
    return (9...12).contains(digits.text.count) && digits.groups.count <= 6
  }
}

extension CodedLine {
  /// Whether digits stand here behind others and a blank, as a group of a longer number does.
  fileprivate func continuesNumber(at offset: Int) -> Bool {
    isDigit(offset) && isBlank(offset - 1) && isDigit(offset - 2)
  }
}
