/// Whether a decoder saw the whole picture.
public enum DecodeCompleteness: Sendable, Hashable {
  /// Every pixel is what was stored. Harmless oddities (stray bytes between markers, padding after
  /// the end) count as complete.
  case complete

  /// Something is missing or wrong, and a picture came out all the same.
  case damaged(DecodeDamage)
}

/// What is wrong with a picture that was decoded nevertheless.
public struct DecodeDamage: Sendable, Hashable {
  /// Whether the coded data end before the picture does.
  public var isTruncated: Bool

  /// How many rows from the top hold picture; those below are the decoder's filling.
  ///
  /// Counted in rows of the decoded picture. `nil` where it cannot be told: damage in the middle,
  /// or a progressive picture, which gets coarser instead of shorter.
  public var decodedRows: Int?

  /// The decoder's own words.
  public var reason: String

  /// Makes a description of damage.
  public init(isTruncated: Bool, decodedRows: Int?, reason: String) {
    self.isTruncated = isTruncated
    self.decodedRows = decodedRows
    self.reason = reason
  }
}
