/// Reads dates written in digits.
enum NumericDate {
  /// Reads `2024-05-12`, `2024/05/12`, `12.05.2024`, `12.05.24`, `12/05/2024`, `12-05-2024`.
  ///
  /// Two digits of a year count behind two of day and month only, and between hyphens never: versions
  /// and part numbers look like that.
  static func read(
    _ line: CodedLine,
    at start: Int,
    _ order: DateOrder
  ) -> CalendarDate.Finding? {
    guard line.endsNumber(before: start) else { return nil }
    let first = start..<line.endOfDigits(from: start)
    let mark = line[first.upperBound]
    guard [0x2D, 0x2E, 0x2F].contains(mark) else { return nil }
    let second = part(line, after: first.upperBound, mark: mark, spaced: mark == 0x2E)
    guard line[second.upperBound] == mark else { return nil }
    let third = part(line, after: second.upperBound, mark: mark, spaced: mark == 0x2E)
    let end = third.upperBound
    guard line.endsNumber(at: end) || line.has("T", at: end), (1...2).contains(second.count),
      let a = line.number(first), let b = line.number(second), let c = line.number(third)
    else { return nil }
    if first.count == 4 {
      guard third.count == 2, second.count == 2, (1900...2100).contains(a),
        let value = CalendarDate.iso(year: a, month: b, day: c)
      else { return nil }
      return CalendarDate.Finding(range: start..<end, value: value)
    }
    guard (1...2).contains(first.count) else { return nil }
    let isShort = third.count == 2
    guard isShort ? first.count == 2 && second.count == 2 && mark != 0x2D : third.count == 4 else {
      return nil
    }
    let year = isShort ? CalendarDate.century(c) : c
    guard (1900...2100).contains(year) else { return nil }
    let dayFirst = CalendarDate.iso(year: year, month: b, day: a)
    let monthFirst = CalendarDate.iso(year: year, month: a, day: b)
    // Dots are written where the day comes first.
    if mark == 0x2E {
      return dayFirst.map { CalendarDate.Finding(range: start..<end, value: $0) }
    }
    let value: String?
    switch (dayFirst, monthFirst) {
    case (nil, nil): return nil
    case (let day?, nil): value = day
    case (nil, let month?): value = month
    case (let day?, let month?):
      value = day == month || order == .dayFirst ? day : order == .monthFirst ? month : nil
    }
    return CalendarDate.Finding(range: start..<end, value: value)
  }

  private static func part(
    _ line: CodedLine,
    after place: Int,
    mark: UInt32,
    spaced: Bool
  ) -> Range<Int> {
    let start = spaced && line.isBlank(place + 1) ? place + 2 : place + 1
    return start..<line.endOfDigits(from: start)
  }
}
