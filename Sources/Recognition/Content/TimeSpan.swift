/// Reads durations.
enum TimeSpan {
  /// Reads `90 minutes`, `1 h 30 min`, `2 Tage`, `3,5 Stunden`.
  static func read(_ line: CodedLine, at start: Int) -> CalendarDate.Finding? {
    guard line.isDigit(start), line.endsNumber(before: start) else { return nil }
    var days = ""
    var time = ""
    var lastRank = -1
    var offset = start
    var end = start
    // Larger units come first; what does not is another duration.
    while let part = part(line, at: offset), part.rank > lastRank {
      if part.rank >= CalendarNames.firstTimeRank {
        time += part.text
      } else {
        days += part.text
      }
      lastRank = part.rank
      end = part.end
      offset = line.skipBlanks(from: end)
    }
    guard end > start else { return nil }
    let value = "P\(days)\(time.isEmpty ? "" : "T\(time)")"
    return CalendarDate.Finding(range: start..<end, value: value)
  }

  private static func part(
    _ line: CodedLine,
    at start: Int
  ) -> (text: String, rank: Int, end: Int)? {
    var end = line.endOfDigits(from: start)
    guard end > start, end - start <= 5 else { return nil }
    var number = line.string(start..<end)
    if line.has(anyOf: [",", "."], at: end), line.isDigit(end + 1) {
      let rest = end + 1..<line.endOfDigits(from: end + 1)
      guard rest.count <= 2 else { return nil }
      number += "." + line.string(rest)
      end = rest.upperBound
    }
    let word = line.word(at: line.skipBlanks(from: end))
    // A capital H stands for other things, such as a rate of tax.
    guard let unit = CalendarNames.units[word.text], !line.isAlphanumeric(word.range.upperBound),
      word.range.count > 1 || !line.isCapital(word.range.lowerBound)
    else { return nil }
    return (number + unit.letter, unit.rank, word.range.upperBound)
  }
}
