/// Finds numbers of articles, as they stand under a barcode or behind their name.
enum ArticleNumber {
  private static let names: Set<String> = ["ean", "gtin", "upc", "barcode", "jan"]

  /// Finds EAN-13, EAN-8 and UPC-A with a right sum; one number in ten has that by chance, so that the
  /// line must say what it is, or the groups must be those under a barcode.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    let isNamed = line.mentions(names)
    return DigitGroups.all(in: line).compactMap { run in
      let digits = line.digits(run.range)
      let isAlone = line.isAll(run.range)
      let isPrinted =
        switch run.lengths {
        case [1, 6, 6], [1, 5, 5, 1]: true
        case [13]: isAlone
        default: false
        }
      // Two years with a hyphen between are eight digits too.
      guard [8, 12, 13].contains(run.count), run.lengths != [4, 4], isNamed || isPrinted && isAlone,
        let values = CheckDigits.values(digits), CheckDigits.gs1(values)
      else { return nil }
      return line.content(.ean, run.range, value: digits, isVerified: true)
    }
  }
}
