/// Reads dates with the name of a month.
enum WrittenDate {
  /// Reads `12 May 2024`, `May 12th, 2024`, `12. Mai 2024`, `1er mai 2024`, `12-May-2024`, `May 2024`.
  static func read(_ line: CodedLine, at start: Int) -> CalendarDate.Finding? {
    line.isDigit(start) ? dayFirst(line, at: start) : monthFirst(line, at: start)
  }

  private static func dayFirst(_ line: CodedLine, at start: Int) -> CalendarDate.Finding? {
    guard line.endsNumber(before: start) else { return nil }
    let digits = start..<line.endOfDigits(from: start)
    guard digits.count <= 2, let day = line.number(digits), (1...31).contains(day) else {
      return nil
    }
    var offset = skipOrdinal(line, digits.upperBound)
    if line.has(".", at: offset) { offset += 1 }
    offset = line.has("-", at: offset) ? offset + 1 : line.skipBlanks(from: offset)
    if line.word(at: offset).text == "of" { offset = line.skipBlanks(from: offset + 2) }
    guard let month = month(line, at: offset) else { return nil }
    return withYear(line, from: start, day: day, month: month, isSure: isName(line, at: offset))
  }

  private static func monthFirst(_ line: CodedLine, at start: Int) -> CalendarDate.Finding? {
    guard let month = month(line, at: start), isName(line, at: start) else { return nil }
    let next = line.skipBlanks(from: month.end)
    guard next > month.end || line.has("-", at: next) else { return nil }
    let digits = next..<line.endOfDigits(from: next)
    if digits.count == 4, let year = line.number(digits), (1900...2100).contains(year),
      line.endsNumber(at: digits.upperBound)
    {
      let value = "\(year)-\(CalendarDate.twoDigits(month.number))"
      return CalendarDate.Finding(range: start..<digits.upperBound, value: value)
    }
    guard (1...2).contains(digits.count), line.isCapital(start), let day = line.number(digits),
      (1...31).contains(day)
    else { return nil }
    let end = skipOrdinal(line, digits.upperBound)
    return withYear(
      line,
      from: start,
      day: day,
      month: (month.number, end),
      isSure: true
    )
  }

  private static func withYear(
    _ line: CodedLine,
    from start: Int,
    day: Int,
    month: (number: Int, end: Int),
    isSure: Bool
  ) -> CalendarDate.Finding? {
    var offset = month.end
    if line.has(anyOf: [",", "-"], at: offset) { offset += 1 }
    offset = line.skipBlanks(from: offset)
    let digits = offset..<line.endOfDigits(from: offset)
    if digits.count == 4, line.endsNumber(at: digits.upperBound), let year = line.number(digits),
      (1900...2100).contains(year)
    {
      guard let value = CalendarDate.iso(year: year, month: month.number, day: day) else {
        return nil
      }
      return CalendarDate.Finding(range: start..<digits.upperBound, value: value)
    }
    guard isSure, line.endsNumber(at: month.end),
      CalendarDate.iso(year: 2000, month: month.number, day: day) != nil
    else { return nil }
    let value = "--\(CalendarDate.twoDigits(month.number))-\(CalendarDate.twoDigits(day))"
    return CalendarDate.Finding(range: start..<month.end, value: value)
  }

  private static func month(_ line: CodedLine, at start: Int) -> (number: Int, end: Int)? {
    let word = line.word(at: start)
    guard word.range.count >= 3, let number = CalendarNames.months[word.text] else { return nil }
    let hasDot = word.range.count <= 4 && line.has(".", at: word.range.upperBound)
    return (number, word.range.upperBound + (hasDot ? 1 : 0))
  }

  /// Whether a month's name is one without a year behind it: `may` and `mars` are words.
  private static func isName(_ line: CodedLine, at start: Int) -> Bool {
    line.isCapital(start) || !CalendarNames.alsoWords.contains(line.word(at: start).text)
  }

  private static func skipOrdinal(_ line: CodedLine, _ offset: Int) -> Int {
    let word = line.word(at: offset)
    return ["st", "nd", "rd", "th", "er"].contains(word.text) ? word.range.upperBound : offset
  }
}
