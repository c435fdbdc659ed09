/// Finds postcodes with the town beside them.
enum Postcode {
  /// What postcode begins at a place, if any.
  static func localities(in line: CodedLine, at start: Int) -> [PostalAddress.Locality] {
    let digits = line.endOfDigits(from: start) - start
    if digits == 5 {
      guard let town = town(in: line, after: start + 5) else { return [] }
      let range = start..<town
      return [.init(range: range, style: .german), .init(range: range, style: .french)]
    }
    if digits == 0, let american = american(in: line, at: start) {
      return [.init(range: start..<american, style: .english)]
    }
    if digits == 0, let prefixed = prefixed(in: line, at: start) { return prefixed }
    if digits == 0, let british = british(in: line, at: start) {
      return [.init(range: start..<british, style: .english)]
    }
    return []
  }

  /// `D-12345 Berlin`, `F-75002 Paris`, `CH-8001 Zürich`, `A-1010 Wien`.
  private static func prefixed(in line: CodedLine, at start: Int) -> [PostalAddress.Locality]? {
    let letters = line.string(start..<line.endOfLetters(from: start))
    let mark = start + letters.count
    guard ["D", "DE", "F", "FR", "A", "AT", "CH"].contains(letters), line.has("-", at: mark) else {
      return nil
    }
    let end = line.endOfDigits(from: mark + 1)
    let isShort = ["A", "AT", "CH"].contains(letters)
    guard end - mark - 1 == (isShort ? 4 : 5), let town = town(in: line, after: end) else {
      return nil
    }
    return [.init(range: start..<town, style: letters.hasPrefix("F") ? .french : .german)]
  }

  /// The end of a town's name behind a postcode: words with a capital, and small ones between.
  private static func town(in line: CodedLine, after end: Int) -> Int? {
    guard line.isBlank(end), line.isCapital(line.skipBlanks(from: end)) else { return nil }
    var last: Int?
    var offset = line.skipBlanks(from: end)
    for _ in 0..<4 {
      var next = offset
      while line.isLetter(next)
        || line.has(anyOf: ["-", "'", "’"], at: next) && line.isLetter(next + 1)
      {
        next += 1
      }
      let word = line.string(offset..<next).lowercased()
      guard next > offset, !notTowns.contains(word) else { break }
      if line.isCapital(offset) {
        last = next
      } else if !connectors.contains(word) {
        break
      }
      guard line.isBlank(next), line.isLetter(next + 1) else { break }
      offset = next + 1
    }
    return last
  }

  /// The end of `IL 62704` or `IL 62704-1234`, with the town before it.
  private static func american(in line: CodedLine, at start: Int) -> Int? {
    guard line.endOfLetters(from: start) == start + 2,
      states.contains(line.string(start..<start + 2))
    else { return nil }
    let code = line.skipBlanks(from: start + 2)
    guard code > start + 2, line.endOfDigits(from: code) == code + 5 else { return nil }
    if line.has("-", at: code + 5), line.endOfDigits(from: code + 6) == code + 10 {
      return code + 10
    }
    return line.endsNumber(at: code + 5) ? code + 5 : nil
  }

  /// The end of `SW1A 2AA`: one or two letters, a digit, one more of either, a blank, a digit, two
  /// letters.
  private static func british(in line: CodedLine, at start: Int) -> Int? {
    var offset = start
    while line[offset].isCapital, line[offset] < 0x80 { offset += 1 }
    guard (1...2).contains(offset - start), line.isDigit(offset) else { return nil }
    offset += 1
    if line.isDigit(offset) || line[offset].isCapital { offset += 1 }
    offset = line.skipBlanks(from: offset)
    guard line.isDigit(offset), line[offset + 1].isCapital, line[offset + 2].isCapital,
      !line.isAlphanumeric(offset + 3)
    else { return nil }
    return offset + 3
  }

  private static let connectors: Set<String> = [
    "am", "an", "der", "im", "in", "bei", "ob", "sur", "sous", "la", "le", "les", "en", "de", "du",
    "des", "lès", "und", "vor",
  ]

  private static let notTowns: Set<String> = [
    "tel", "telefon", "tél", "fax", "email", "mail", "web", "internet", "ust", "iban", "mobil",
  ]

  private static let states: Set<String> = [
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS",
    "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY",
    "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV",
    "WI", "WY", "DC", "PR",
  ]
}
