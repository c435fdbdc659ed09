/// What a part of a line's text is: an address of the web, a date, a sum of money.
///
/// The text stays as it was read; ``value`` is what it means. Both come from the text alone: nothing is
/// looked up, and what could mean two things has no value.
public struct RecognizedContent: Sendable, Hashable, Codable {
  /// The kinds of content that are found.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// An address of the web, with or without its scheme. The value has a scheme, `https` where none
    /// stands in the text, and a host in small letters.
    case url

    /// An address of electronic mail. The value has its domain in small letters.
    case email

    /// A telephone number. The value is `+` and digits where the country is written or follows from
    /// the form (North America), else the digits as they are dialed inside the country.
    case phone

    /// A date, a time of day or a duration. The value is ISO 8601: `2024-05-12`, `2024-05`, `14:30`,
    /// `2024-05-12T14:30`, `PT90M`; `--05-12` for a day without a year. `05/06/2024` has none unless the
    /// line's language puts the day first. Two digits of a year from 50 on are of the last century.
    case date

    /// A sum of money. The value is the ISO code and the amount with a decimal point: `EUR 1234.50`; `$`
    /// alone counts as USD, `¥` as JPY.
    case currency

    /// The number of a flight. The value is the airline's IATA code and the number: `LH 441`. Needs a
    /// word or a time in the line that speaks of flights, as such numbers look like any part number.
    case flight

    /// The number of a parcel. The value is the carrier and the number: `UPS 1Z…`; `UPU` for the postal
    /// services' common form.
    case tracking

    /// A postal address that stands in one line, street to town: of the United States, the United
    /// Kingdom, Germany and France, in the forms written there most. The value is the address with its
    /// parts between commas. One over several lines, and one without street or postcode, is not found.
    case address

    /// An international bank account number. The value has no blanks.
    case iban

    /// The number of a payment card. The value has no blanks.
    case card

    /// The number of a book. The value has no hyphens; 10 or 13 characters as it stands.
    case isbn

    /// The number of an article, EAN-13, EAN-8 or UPC-A. The value has no blanks.
    case ean

    /// A line of the machine-readable zone of a passport, card or visa. The value is the line without
    /// blanks.
    case mrz
  }

  /// What it is.
  public var kind: Kind

  /// Where it stands in the line's text, as offsets of characters.
  public var range: Range<Int>

  /// The text as it was read.
  public var text: String

  /// What it means, in the form that ``Kind`` says; `nil` when it could mean two things.
  public var value: String?

  /// Whether a check digit proves that it was read right.
  ///
  /// Only then may ``value`` differ from the text by more than its form: an `O` where a zero belongs.
  public var isVerified: Bool

  /// Makes a piece of content.
  public init(
    kind: Kind,
    range: Range<Int>,
    text: String,
    value: String?,
    isVerified: Bool = false
  ) {
    self.kind = kind
    self.range = range
    self.text = text
    self.value = value
    self.isVerified = isVerified
  }

  /// Finds all content of a line.
  ///
  /// A pure function; a line of ordinary length takes some hundredths of a millisecond.
  ///
  /// - Parameters:
  ///   - text: One line.
  ///   - language: The language it is written in as a BCP-47 name, which may say what a date means.
  /// - Returns: In the order of the text; no two overlap.
  public static func all(in text: String, language: String? = nil) -> [RecognizedContent] {
    let line = CodedLine(text)
    guard line.mayHaveContent else { return [] }
    let dates = DateOrder(language: language)
    // What is told most surely goes first; what overlaps it is part of it, or a mistake.
    let scanners: [(CodedLine) -> [RecognizedContent]] = [
      MachineReadableZone.find, WebAddress.findMail, WebAddress.find, BankAccount.find,
      BookNumber.find, ParcelNumber.find, CardNumber.find, ArticleNumber.find, PostalAddress.find,
      MoneyAmount.find, { CalendarDate.find(in: $0, order: dates) }, PhoneNumber.find,
      FlightNumber.find,
    ]
    var found: [RecognizedContent] = []
    for scan in scanners {
      for content in scan(line)
      where !found.contains(where: { $0.range.overlaps(content.range) }) {
        found.append(content)
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
