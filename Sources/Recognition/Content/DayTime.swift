/// Reads times of day.
enum DayTime {
  /// Reads `14:30`, `14:30:05`, `2:30 pm`, `2 p.m.`, `14.30 Uhr`, `14 Uhr`, `14h30`.
  ///
  /// A single digit for the hour needs more than a colon: scales and ratios are written so.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - start: Where the hour begins.
  ///   - isSure: Whether a date right before says that a time is meant.
  /// - Returns: The time, or `nil` when none stands there.
  static func read(_ line: CodedLine, at start: Int, isSure: Bool) -> CalendarDate.Finding? {
    guard line.isDigit(start), isSure || line.endsNumber(before: start),
      !line.has(":", at: start - 1)
    else { return nil }
    let hours = start..<line.endOfDigits(from: start)
    guard hours.count <= 2, let hour = line.number(hours), hour < 24 else { return nil }
    var end = hours.upperBound
    let mark = line[end]
    var minute: Int?
    var second: Int?
    if [0x3A, 0x2E, 0x68, 0x48].contains(mark), line.isDigit(end + 1) {
      let digits = end + 1..<line.endOfDigits(from: end + 1)
      guard digits.count == 2, let number = line.number(digits), number < 60 else { return nil }
      minute = number
      end = digits.upperBound
      if mark == 0x3A, line.has(":", at: end), line.isDigit(end + 1) {
        let digits = end + 1..<line.endOfDigits(from: end + 1)
        guard digits.count == 2, let number = line.number(digits), number < 60 else { return nil }
        second = number
        end = digits.upperBound
      }
    }
    let half = self.half(line, at: end)
    let hourWord = half == nil ? clockWord(line, at: end) : nil
    let isHour = mark == 0x68 && minute != nil
    let isColon = mark == 0x3A && minute != nil
    let isBacked =
      isSure || hours.count == 2 || hasTimeBefore(line, start) || isRange(line, at: end)
    guard half != nil || hourWord != nil || isHour || isColon && isBacked else { return nil }
    if half != nil, hour == 0 || hour > 12 { return nil }
    let zone = isSure ? zone(line, at: end) : nil
    end = half?.end ?? hourWord ?? zone?.end ?? end
    guard line.endsNumber(at: end), !line.has(":", at: end) || !line.isAlphanumeric(end + 1) else {
      return nil
    }
    let full = half.map { hour % 12 + ($0.isAfternoon ? 12 : 0) } ?? hour
    let value = [full, minute ?? 0].map(CalendarDate.twoDigits).joined(separator: ":")
    let seconds = second.map { ":" + CalendarDate.twoDigits($0) } ?? ""
    return CalendarDate.Finding(range: start..<end, value: value + seconds + (zone?.text ?? ""))
  }

  /// `am`, `p.m.` and their end.
  private static func half(_ line: CodedLine, at end: Int) -> (isAfternoon: Bool, end: Int)? {
    let start = line.skipBlanks(from: end)
    let first = line[start] | 0x20
    guard first == 0x61 || first == 0x70, start - end <= 1 else { return nil }
    let hasDot = line.has(".", at: start + 1)
    let second = start + (hasDot ? 2 : 1)
    guard line[second] | 0x20 == 0x6D, !line.isAlphanumeric(second + 1) else { return nil }
    let isDotted = hasDot && line.has(".", at: second + 1)
    return (first == 0x70, second + (isDotted ? 2 : 1))
  }

  /// The end of `Uhr` or `o'clock`.
  private static func clockWord(_ line: CodedLine, at end: Int) -> Int? {
    let word = line.word(at: line.skipBlanks(from: end))
    if word.text == "uhr" { return word.range.upperBound }
    let clock = line.word(at: word.range.upperBound + 1)
    return word.text == "o" && clock.text == "clock" ? clock.range.upperBound : nil
  }

  /// The zone of an ISO time: `Z` or `+02:00`.
  private static func zone(_ line: CodedLine, at end: Int) -> (text: String, end: Int)? {
    if line.has("Z", at: end) { return ("Z", end + 1) }
    guard line.has(anyOf: ["+", "-"], at: end), line.endOfDigits(from: end + 1) == end + 3,
      line.has(":", at: end + 3), line.endOfDigits(from: end + 4) == end + 6
    else { return nil }
    return (line.string(end..<end + 6), end + 6)
  }

  private static func hasTimeBefore(_ line: CodedLine, _ start: Int) -> Bool {
    line.words(before: start).first.map(CalendarNames.beforeTime.contains) ?? false
  }

  /// Whether another time follows behind a dash: opening hours.
  private static func isRange(_ line: CodedLine, at end: Int) -> Bool {
    var offset = line.skipBlanks(from: end)
    guard line.has(anyOf: ["-", "–", "—"], at: offset) else { return false }
    offset = line.skipBlanks(from: offset + 1)
    let digits = line.endOfDigits(from: offset)
    return (1...2).contains(digits - offset) && line.has(":", at: digits)
      && line.isDigit(digits + 1)
  }
}
