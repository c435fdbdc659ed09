/// Finds postal addresses that stand in one line, from street to town.
///
/// It goes by the postcode: what stands around it tells the country, and the street with its number has
/// to be where that country writes it.
enum PostalAddress {
  /// The towns that follow or precede a postcode, and where the street is looked for.
  struct Locality {
    /// Where the town and its postcode stand together.
    var range: Range<Int>

    /// How the street is written.
    var style: StreetStyle
  }

  /// How a country writes a street with its number.
  enum StreetStyle {
    /// `Musterstraße 12`.
    case german

    /// `12 rue de la Paix`.
    case french

    /// `12 Main St`.
    case english
  }

  /// Finds addresses.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits, line.count >= 16 else { return [] }
    var found: [RecognizedContent] = []
    var lower = 0
    for offset in line.codes.indices
    where offset >= lower && line.isAlphanumeric(offset) && !line.isAlphanumeric(offset - 1) {
      for locality in Postcode.localities(in: line, at: offset)
      where locality.range.lowerBound >= lower {
        let place = lower..<locality.range.lowerBound
        guard let street = StreetLine.last(in: line, place, style: locality.style) else { continue }
        let range = street.lowerBound..<locality.range.upperBound
        found.append(line.content(.address, range, value: value(line, range)))
        lower = range.upperBound
        break
      }
    }
    return found
  }

  /// The text with its parts between commas, whatever stood between them.
  private static func value(_ line: CodedLine, _ range: Range<Int>) -> String {
    var value = ""
    var offset = range.lowerBound
    while offset < range.upperBound {
      var next = offset
      while next < range.upperBound, line.isBlank(next) || isDivider(line, next) { next += 1 }
      if next == offset {
        value += line.string(offset..<offset + 1)
        offset += 1
      } else {
        value += (offset..<next).contains { isDivider(line, $0) } ? ", " : " "
        offset = next
      }
    }
    return value
  }

  private static func isDivider(_ line: CodedLine, _ offset: Int) -> Bool {
    if line.has(anyOf: [",", "·", "•", "|", ";"], at: offset) { return true }
    return line.has(anyOf: ["-", "–", "*"], at: offset) && line.isBlank(offset - 1)
      && line.isBlank(offset + 1)
  }
}
