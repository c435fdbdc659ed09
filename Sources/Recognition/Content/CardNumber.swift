/// Finds numbers of payment cards.
enum CardNumber {
  /// Finds card numbers: an issuer's first digits, its length, Luhn's sum.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    DigitGroups.all(in: line).flatMap { run in
      run.parts(ofCount: 14...19).compactMap { part in
        let digits = line.digits(part.range)
        guard isIssued(digits), part.groups.count <= 5, part.groups.allSatisfy({ $0.count >= 3 }),
          let values = CheckDigits.values(digits), CheckDigits.luhn(values)
        else { return nil }
        return line.content(.card, part.range, value: digits, isVerified: true)
      }
    }
  }

  private static func isIssued(_ digits: String) -> Bool {
    guard let four = Int(digits.prefix(4)) else { return false }
    switch digits.count {
    case 14: return (3000...3059).contains(four) || [36, 38, 39].contains(four / 100)
    case 15: return four / 100 == 34 || four / 100 == 37
    case 16:
      return four / 1000 == 4 || (5100...5599).contains(four) || (2221...2720).contains(four)
        || four == 6011 || (6440...6599).contains(four) || (3528...3589).contains(four)
        || four / 100 == 62
    // Maestro and UnionPay print longer ones.
    case 17...19:
      return four / 100 == 62 || [5018, 5020, 5038, 6304, 6759, 6761, 6763].contains(four)
    default: return false
    }
  }
}
