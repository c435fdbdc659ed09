/// Finds sums of money.
enum MoneyAmount {
  private struct Amount {
    var range: Range<Int>
    var value: String
  }

  /// Finds amounts with a currency's sign, code or name before or behind them: `$1,234.56`,
  /// `1.234,56 €`, `CHF 1'234.50`, `12,- €`, `5 Euro`.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    var found: [RecognizedContent] = []
    var offset = 0
    while offset < line.count {
      guard line.isDigit(offset), line.endsAmount(before: offset) else {
        offset += 1
        continue
      }
      if let money = money(in: line, at: offset, after: found.last?.range.upperBound ?? 0) {
        found.append(money)
        offset = money.range.upperBound
      } else {
        while line.isDigit(offset) { offset += 1 }
      }
    }
    return found
  }

  private static func money(
    in line: CodedLine,
    at start: Int,
    after last: Int
  ) -> RecognizedContent? {
    let before = Currency.before(start, in: line).flatMap { $0.range.lowerBound >= last ? $0 : nil }
    guard let amount = amount(in: line, at: start, prefers: before?.code) else { return nil }
    // What stands before the number wins: in "$5 €" the second sign belongs to what follows.
    guard let currency = before ?? Currency.after(amount.range.upperBound, in: line) else {
      return nil
    }
    var lower = min(currency.range.lowerBound, start)
    let hasSign = line.has(anyOf: ["-", "−"], at: lower - 1) && !line.isAlphanumeric(lower - 2)
    let signInside = line.has(anyOf: ["-", "−"], at: start - 1) && lower < start
    if hasSign { lower -= 1 }
    let upper = max(currency.range.upperBound, amount.range.upperBound)
    guard !line.isAlphanumeric(upper), !line.has("/", at: upper) || !line.isDigit(upper + 1) else {
      return nil
    }
    let sign = hasSign || signInside ? "-" : ""
    return line.content(
      .currency,
      lower..<upper,
      value: "\(currency.code) \(sign)\(amount.value)"
    )
  }

  /// Reads a number with separators; the last one is the decimal's unless three digits follow it as
  /// they follow the thousands'.
  private static func amount(
    in line: CodedLine,
    at start: Int,
    prefers currency: String?
  ) -> Amount? {
    var groups = [start..<line.endOfDigits(from: start)]
    var marks: [UInt32] = []
    var end = groups[0].upperBound
    while marks.count < 5 {
      let mark = line[end]
      let isBlank = line.isBlank(end)
      guard isBlank || [0x2E, 0x2C, 0x27, 0x2019].contains(mark), line.isDigit(end + 1) else {
        break
      }
      let next = end + 1..<line.endOfDigits(from: end + 1)
      // Blanks and apostrophes divide thousands only.
      if isBlank || mark == 0x27 || mark == 0x2019 {
        guard next.count == 3, groups[0].count <= 3,
          marks.allSatisfy({ $0 == (isBlank ? 0x20 : mark) })
        else { break }
      }
      marks.append(isBlank ? 0x20 : mark)
      groups.append(next)
      end = next.upperBound
    }
    guard
      let split = split(
        groups,
        marks,
        prefersPoint: ["USD", "GBP", "JPY"].contains(currency ?? "")
      )
    else { return nil }
    var value = groups[..<split].map { line.string($0) }.joined()
    value = String(value.drop { $0 == "0" })
    if value.isEmpty { value = "0" }
    if split < groups.count { value += "." + line.string(groups[split]) }
    // 12,- and 12,– stand for a round sum.
    if split == groups.count, line.has(anyOf: [",", "."], at: end),
      line.has(anyOf: ["-", "–", "—"], at: end + 1)
    {
      end += 2
      while line.has(anyOf: ["-", "–"], at: end) { end += 1 }
    }
    return Amount(range: start..<end, value: value)
  }

  /// How many of the groups stand before the decimal point; `nil` when it is no amount.
  private static func split(
    _ groups: [Range<Int>],
    _ marks: [UInt32],
    prefersPoint: Bool
  ) -> Int? {
    guard let last = marks.last, let lastGroup = groups.last else { return groups.count }
    let thousands = marks.dropLast()
    let areThousands = groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    let isDecimal =
      lastGroup.count <= 2
      || lastGroup.count == 3 && last == 0x2E && marks.count == 1 && prefersPoint
    if isDecimal {
      guard last == 0x2E || last == 0x2C, areThousands, !thousands.contains(last),
        Set(thousands).count <= 1
      else { return nil }
      return groups.count - 1
    }
    guard lastGroup.count == 3, areThousands, Set(marks).count == 1, groups[0].count <= 3 else {
      return nil
    }
    return groups.count
  }
}

extension CodedLine {
  /// Whether a number may begin here: not inside a word, nor behind a separator of its own.
  fileprivate func endsAmount(before offset: Int) -> Bool {
    if isDigit(offset - 1) { return false }
    if has(anyOf: [".", ",", "'", "/", ":"], at: offset - 1) { return !isAlphanumeric(offset - 2) }
    return true
  }
}
