/// Finds dates, times of day and durations.
enum CalendarDate {
  /// A date or a time as it was found.
  struct Finding {
    /// Where it stands.
    var range: Range<Int>

    /// What it means.
    var value: String?
  }

  /// Finds dates, times and durations; a date and the time behind it are one.
  static func find(in line: CodedLine, order: DateOrder) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    var dates: [Finding] = []
    var times: [Finding] = []
    func followsDate(_ offset: Int) -> Bool {
      dates.last.map { offset - $0.range.upperBound < 6 } ?? false
    }
    var offset = 0
    while offset < line.count {
      guard line.isAlphanumeric(offset), !line.isAlphanumeric(offset - 1) else {
        offset += 1
        continue
      }
      if let date = NumericDate.read(line, at: offset, order) ?? WrittenDate.read(line, at: offset)
      {
        dates.append(date)
        offset = date.range.upperBound
        // ISO 8601 puts a T between date and time.
        if line.has("T", at: offset), let time = DayTime.read(line, at: offset + 1, isSure: true) {
          times.append(time)
          offset = time.range.upperBound
        }
      } else if let duration = TimeSpan.read(line, at: offset) {
        times.append(duration)
        offset = duration.range.upperBound
      } else if let time = DayTime.read(line, at: offset, isSure: followsDate(offset)) {
        times.append(time)
        offset = time.range.upperBound
      } else {
        offset += 1
      }
    }
    return joined(dates, times, in: line).map { line.content(.date, $0.range, value: $0.value) }
  }

  /// Joins each date with the time that follows it at once.
  private static func joined(
    _ dates: [Finding],
    _ times: [Finding],
    in line: CodedLine
  ) -> [Finding] {
    var times = times
    var findings: [Finding] = []
    for date in dates {
      let next = times.firstIndex { time in
        time.range.lowerBound >= date.range.upperBound
          && isJoint(line, date.range.upperBound..<time.range.lowerBound)
          && !(time.value?.hasPrefix("P") ?? true)
      }
      guard let next else {
        findings.append(date)
        continue
      }
      let time = times.remove(at: next)
      let value = date.value.flatMap { day in time.value.map { "\(day)T\($0)" } }
      let isWhole = date.value?.count == 10
      if isWhole || date.value == nil {
        findings.append(
          Finding(range: date.range.lowerBound..<time.range.upperBound, value: value)
        )
      } else {
        findings += [date, time]
      }
    }
    return findings + times
  }

  private static func isJoint(_ line: CodedLine, _ gap: Range<Int>) -> Bool {
    guard gap.count <= 5 else { return false }
    let letters = line.string(gap).filter(\.isLetter).lowercased()
    return ["", "t", "at", "um", "à", "ab"].contains(letters)
      && !gap.contains { line.has(anyOf: ["–", "/", "|", ";"], at: $0) }
  }

  /// A date in ISO 8601, if there is such a day.
  static func iso(year: Int, month: Int, day: Int) -> String? {
    let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...days[month - 1]).contains(day),
      (1000...9999).contains(year)
    else { return nil }
    return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
  }

  /// The year that two digits mean: papers bear births of the last century and ends of this one's first
  /// half.
  static func century(_ year: Int) -> Int { year < 50 ? 2000 + year : 1900 + year }

  /// A number below 100 with a leading zero.
  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
