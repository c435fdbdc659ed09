/// How many readings without a character one reading with it outweighs.
///
/// Readers lose characters far more often than they invent them, the more so the narrower the
/// character; blanks alone they invent. The values are rounded from per-frame readings of 1350 clips
/// of identity documents whose text is known: where the share of readings that have a character
/// passes 1 / (1 + worth), the character was more likely there than not. Halving or doubling any one
/// of them raises the error by less than 4 %, and values learned without the document types they are
/// tried on do as well.
enum GlyphWorth {
  /// The worth of a character.
  ///
  /// - Parameters:
  ///   - kind: What the character is.
  ///   - before: What stands before it, blanks aside.
  ///   - after: What stands after it, blanks aside.
  /// - Returns: The number of readings; more than 1 where sightings are to be believed.
  static func worth(
    of kind: GlyphTable.Kind,
    between before: GlyphTable.Kind,
    and after: GlyphTable.Kind
  ) -> Double {
    let isInNumber = before == .digit && after == .digit
    let isInWord = before.isLetter && after.isLetter
    switch kind {
    case .none: return 1
    case .blank: return blank(before, after)
    // Dates, prices and times: the point between two digits is what is lost most.
    case .point: return isInNumber ? 8 : 3
    case .sign: return isInNumber ? 4 : 1.5
    case .digit: return isInWord ? 2 : 4
    case .stroke: return isInNumber ? 1.4 : 7
    case .round: return isInNumber ? 4 : 2.8
    case .letter: return isInNumber ? 1.4 : 2.8
    }
  }

  /// Widely spaced digits and the white around punctuation are taken for blanks.
  private static func blank(_ before: GlyphTable.Kind, _ after: GlyphTable.Kind) -> Double {
    if before.isLetter || after.isLetter { return 1.5 }
    return before == .digit && after == .digit ? 0.8 : 0.5
  }
}
