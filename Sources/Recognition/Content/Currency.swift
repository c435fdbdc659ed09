/// A currency and where it stands.
struct Currency {
  /// The code of ISO 4217.
  var code: String

  /// Where its sign, code or name stands.
  var range: Range<Int>

  /// The currency written right before a number.
  static func before(_ start: Int, in line: CodedLine) -> Currency? {
    var end = start
    if line.has(anyOf: ["-", "−"], at: end - 1) { end -= 1 }
    if line.isBlank(end - 1) { end -= 1 }
    if let code = signs[line[end - 1]] {
      // US$, A$ and others name the country.
      let prefix = line.has("$", at: end - 1) ? dollar(before: end - 1, in: line) : nil
      let lower = end - 1 - (prefix?.length ?? 0)
      guard !line.isAlphanumeric(lower - 1) else { return nil }
      return Currency(code: prefix?.code ?? code, range: lower..<end)
    }
    guard end >= 3, !line.isAlphanumeric(end - 4), codes.contains(line.string(end - 3..<end)) else {
      return nil
    }
    return Currency(code: line.string(end - 3..<end), range: end - 3..<end)
  }

  /// The currency written right behind a number.
  static func after(_ end: Int, in line: CodedLine) -> Currency? {
    let start = line.isBlank(end) ? end + 1 : end
    if let code = signs[line[start]] { return Currency(code: code, range: start..<start + 1) }
    let word = line.word(at: start)
    let text = line.string(word.range)
    if codes.contains(text) { return Currency(code: text, range: word.range) }
    return names[word.text].map { Currency(code: $0, range: word.range) }
  }

  private static func dollar(before end: Int, in line: CodedLine) -> (code: String, length: Int)? {
    for (prefix, code) in [
      ("US", "USD"), ("CA", "CAD"), ("AU", "AUD"), ("NZ", "NZD"), ("HK", "HKD"),
      ("C", "CAD"), ("A", "AUD"), ("S", "SGD"), ("R", "BRL"),
    ]
    where line.string(max(end - prefix.count, 0)..<end) == prefix {
      return (code, prefix.count)
    }
    return nil
  }

  private static let signs: [UInt32: String] = [
    0x24: "USD", 0x20AC: "EUR", 0xA3: "GBP", 0xA5: "JPY", 0x20B9: "INR", 0x20BD: "RUB",
    0x20A9: "KRW", 0x20BA: "TRY", 0x20B4: "UAH", 0x20AA: "ILS", 0xE3F: "THB", 0x20AB: "VND",
  ]

  private static let codes: Set<String> = [
    "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN",
    "CZK",
    "HUF", "RON", "BGN", "INR", "BRL", "MXN", "ZAR", "SGD", "HKD", "KRW", "THB", "ILS", "AED",
    "SAR",
    "RUB", "UAH", "MYR", "IDR", "PHP", "TWD", "ISK", "RSD", "VND",
  ]

  private static let names: [String: String] = [
    "euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "franken": "CHF",
    "zł": "PLN", "kč": "CZK", "yen": "JPY",
  ]
}
