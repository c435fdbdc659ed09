/// Groups of digits with one blank, hyphen or nothing between, as long numbers are printed.
struct DigitGroups: Sendable {
  /// Where each group stands.
  var groups: [Range<Int>]

  /// Where the groups stand together.
  var range: Range<Int> {
    (groups.first?.lowerBound ?? 0)..<(groups.last?.upperBound ?? 0)
  }

  /// How many digits each group has.
  var lengths: [Int] { groups.map(\.count) }

  /// How many digits there are.
  var count: Int { groups.reduce(0) { $0 + $1.count } }

  /// All runs of groups of a line; letters, dots and signs beside a run belong to another number, so
  /// that it is left out.
  static func all(in line: CodedLine) -> [DigitGroups] {
    var runs: [DigitGroups] = []
    var offset = 0
    while offset < line.count {
      guard line.isDigit(offset) else {
        offset += 1
        continue
      }
      var groups: [Range<Int>] = []
      let start = offset
      while true {
        let end = line.endOfDigits(from: offset)
        groups.append(offset..<end)
        offset = end
        guard line.isBlank(end) || line.has("-", at: end), line.isDigit(end + 1) else { break }
        offset = end + 1
      }
      if line.endsNumber(before: start), line.endsNumber(at: offset) {
        runs.append(DigitGroups(groups: groups))
      }
      // What is glued to letters is no number of its own.
      while line.isAlphanumeric(offset) { offset += 1 }
    }
    return runs
  }

  /// Every way to take groups in a row that have a number of digits together.
  func parts(ofCount wanted: ClosedRange<Int>) -> [DigitGroups] {
    var parts: [DigitGroups] = []
    for first in groups.indices {
      var count = 0
      for last in first..<groups.count {
        count += groups[last].count
        if count > wanted.upperBound { break }
        if wanted.contains(count) { parts.append(DigitGroups(groups: Array(groups[first...last]))) }
      }
    }
    return parts
  }
}

extension CodedLine {
  /// Whether a number that ends before this offset is not part of something longer.
  func endsNumber(at offset: Int) -> Bool {
    if isAlphanumeric(offset) { return false }
    return
      !(has(anyOf: [".", ",", "/", "-", ":", "_", "@"], at: offset) && isAlphanumeric(offset + 1))
  }

  /// Whether a number that begins at this offset is not part of something longer.
  func endsNumber(before offset: Int) -> Bool {
    if isAlphanumeric(offset - 1) { return false }
    return
      !(has(anyOf: [".", ",", "/", "-", "_", "@"], at: offset - 1) && isAlphanumeric(offset - 2))
  }

  /// Whether nothing else stands in the line.
  func isAll(_ range: Range<Int>) -> Bool {
    !codes.indices.contains { !range.contains($0) && isAlphanumeric($0) }
  }

  /// Whether one of these words, in small letters, stands in the line.
  func mentions(_ names: Set<String>) -> Bool {
    words.contains { names.contains($0.text) }
  }
}
