/// Finds numbers of books.
enum BookNumber {
  /// Finds ISBN-13 by prefix and sum, ISBN-10 by sum behind the word ISBN.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    var found: [RecognizedContent] = []
    for run in DigitGroups.all(in: line) {
      for part in run.parts(ofCount: 13...13) {
        let digits = line.digits(part.range)
        guard digits.hasPrefix("978") || digits.hasPrefix("979"),
          let values = CheckDigits.values(digits), CheckDigits.gs1(values)
        else { continue }
        found.append(line.content(.isbn, part.range, value: digits, isVerified: true))
      }
    }
    for word in line.words where word.text == "isbn" {
      if let short = tenDigits(in: line, after: word.range.upperBound),
        !found.contains(where: { $0.range.overlaps(short.range) })
      {
        found.append(short)
      }
    }
    return found
  }

  private static func tenDigits(in line: CodedLine, after end: Int) -> RecognizedContent? {
    var start = end
    // ISBN-10: 3-16-148410-0
    if line.has("-", at: start), line.string(start + 1..<start + 3) == "10" { start += 3 }
    while start < line.count, !line.isAlphanumeric(start), start - end < 8 { start += 1 }
    var offset = start
    var seen = ""
    while seen.count < 10 {
      if line.isDigit(offset) || seen.count == 9 && line.has(anyOf: ["X", "x"], at: offset) {
        seen += line.string(offset..<offset + 1).uppercased()
      } else if !(line.isBlank(offset) || line.has("-", at: offset)) {
        return nil
      }
      offset += 1
    }
    guard !line.isAlphanumeric(offset), CheckDigits.isbn10(seen) else { return nil }
    return line.content(.isbn, start..<offset, value: seen, isVerified: true)
  }
}
