import Recognition
import Testing

/// What each kind of content is told by, and what it means.
@Suite struct ContentTests {
  /// A line with what must be found in it.
  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var text: String
    var value: String?
    var language: String?

    init(_ line: String, _ text: String, _ value: String?, language: String? = nil) {
      self.line = line
      self.text = text
      self.value = value
      self.language = language
    }

    var testDescription: String { line }
  }

  private func expect(
    _ test: Case,
    _ kind: RecognizedContent.Kind,
    isVerified: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    let all = RecognizedContent.all(in: test.line, language: test.language)
    let found = all.filter { $0.kind == kind && $0.text == test.text }
    #expect(found.count == 1, "in '\(test.line)': \(all)", sourceLocation: location)
    guard let first = found.first else { return }
    #expect(first.value == test.value, "in '\(test.line)'", sourceLocation: location)
    #expect(first.isVerified == isVerified, "in '\(test.line)'", sourceLocation: location)
    let part = test.line.dropFirst(first.range.lowerBound).prefix(first.range.count)
    #expect(String(part) == test.text, "the range is not the text's", sourceLocation: location)
  }

  @Test(arguments: [
    Case(
      "See https://Example.com/Path?q=1#top.",
      "https://Example.com/Path?q=1#top",
      "https://example.com/Path?q=1#top"
    ),
    Case("(http://example.org/a_(b))", "http://example.org/a_(b)", "http://example.org/a_(b)"),
    Case("www.müller-gmbh.de", "www.müller-gmbh.de", "https://www.müller-gmbh.de"),
    Case("Mehr unter bahn.de/aktuell, dort", "bahn.de/aktuell", "https://bahn.de/aktuell"),
    Case("visit example.com today", "example.com", "https://example.com"),
    Case("WWW.EXAMPLE.CO.UK", "WWW.EXAMPLE.CO.UK", "https://www.example.co.uk"),
    Case(
      "http://192.168.1.1:8080/setup",
      "http://192.168.1.1:8080/setup",
      "http://192.168.1.1:8080/setup"
    ),
    Case("youtu.be/dQw4w9WgXcQ", "youtu.be/dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ"),
    Case("die Seite post.at/paket", "post.at/paket", "https://post.at/paket"),
  ])
  func `an address of the web is found with or without its scheme`(test: Case) {
    expect(test, .url)
  }

  @Test(arguments: [
    Case(
      "Mail: Ada.Lovelace+x@Example.COM.",
      "Ada.Lovelace+x@Example.COM",
      "Ada.Lovelace+x@example.com"
    ),
    Case("info@müller.de | Tel. 030 123456", "info@müller.de", "info@müller.de"),
    Case("<jean@exemple.fr>", "jean@exemple.fr", "jean@exemple.fr"),
    Case("mailto:a_b@mail.example.co.uk", "a_b@mail.example.co.uk", "a_b@mail.example.co.uk"),
  ])
  func `an address of mail keeps its name and has its domain in small letters`(test: Case) {
    expect(test, .email)
  }

  @Test(
    arguments: [
      Case("Call +49 (0)30 901820-0", "+49 (0)30 901820-0", "+49309018200"),
      Case("+1 212-555-0123", "+1 212-555-0123", "+12125550123"),
      Case("(212) 555-0123", "(212) 555-0123", "+12125550123"),
      Case("1-800-555-0199", "1-800-555-0199", "+18005550199"),
      Case("212.555.0123 ext. 5", "212.555.0123", "+12125550123"),
      Case("0049 30 901820", "0049 30 901820", "+4930901820"),
      Case("Tel.: 030 / 90 18 20", "030 / 90 18 20", "030901820"),
      Case("01 23 45 67 89", "01 23 45 67 89", "0123456789"),
      Case("Tél. 01.23.45.67.89", "01.23.45.67.89", "0123456789"),
      Case("+33 1 23 45 67 89", "+33 1 23 45 67 89", "+33123456789"),
      Case("020 7946 0958", "020 7946 0958", "02079460958"),
      Case("Mobil 0171-1234567", "0171-1234567", "01711234567"),
      Case("Phone 555-0123", "555-0123", "5550123"),
      Case("Tel.-Nr.: 06221/54-0", "06221/54-0", "06221540"),
      Case("+44 20 7946 0958", "+44 20 7946 0958", "+442079460958"),
    ]
  )
  func `a telephone number has its country's code where that is known`(test: Case) {
    expect(test, .phone)
  }

  @Test(arguments: [
    Case("Date: 2024-05-12", "2024-05-12", "2024-05-12"),
    Case("vom 12.05.2024 an", "12.05.2024", "2024-05-12"),
    Case("1.3.2024", "1.3.2024", "2024-03-01"),
    Case("31.12.99", "31.12.99", "1999-12-31"),
    Case("geb. 12.08.64", "12.08.64", "1964-08-12"),
    Case("Berlin, 12. 05. 2024", "12. 05. 2024", "2024-05-12"),
    Case("13/05/2024", "13/05/2024", "2024-05-13"),
    Case("05/13/2024", "05/13/2024", "2024-05-13"),
    Case("05/06/2024", "05/06/2024", nil),
    Case("05/06/2024", "05/06/2024", "2024-06-05", language: "fr"),
    Case("05/06/2024", "05/06/2024", "2024-05-06", language: "en-US"),
    Case("07/07/24", "07/07/24", "2024-07-07"),
    Case("12 May 2024", "12 May 2024", "2024-05-12"),
    Case("on May 12th, 2024 at noon", "May 12th, 2024", "2024-05-12"),
    Case("12. März 2024", "12. März 2024", "2024-03-12"),
    Case("le 1er mai 2024", "1er mai 2024", "2024-05-01"),
    Case("3 août 2024", "3 août 2024", "2024-08-03"),
    Case("12-May-2024", "12-May-2024", "2024-05-12"),
    Case("Sept. 3, 2024", "Sept. 3, 2024", "2024-09-03"),
    Case("in May 2024", "May 2024", "2024-05"),
    Case("Dec. 24", "Dec. 24", "--12-24"),
    Case("29.02.2024", "29.02.2024", "2024-02-29"),
  ])
  func `a date is ISO's where it can mean only one day`(test: Case) {
    expect(test, .date)
  }

  @Test(arguments: [
    Case("at 14:30", "14:30", "14:30"),
    Case("2:30 pm", "2:30 pm", "14:30"),
    Case("12 a.m.", "12 a.m.", "00:00"),
    Case("14.30 Uhr", "14.30 Uhr", "14:30"),
    Case("um 9 Uhr", "9 Uhr", "09:00"),
    Case("14h30", "14h30", "14:30"),
    Case("open 9:00 – 17:30", "9:00", "09:00"),
    Case("2024-05-12T14:30:05Z", "2024-05-12T14:30:05Z", "2024-05-12T14:30:05Z"),
    Case("12.05.2024, 14:30 Uhr", "12.05.2024, 14:30 Uhr", "2024-05-12T14:30"),
    Case("May 12, 2024 at 2:30 PM", "May 12, 2024 at 2:30 PM", "2024-05-12T14:30"),
    Case("takes 90 minutes", "90 minutes", "PT90M"),
    Case("1 h 30 min", "1 h 30 min", "PT1H30M"),
    Case("3,5 Stunden", "3,5 Stunden", "PT3.5H"),
    Case("2 Tage", "2 Tage", "P2D"),
    Case("1 year 6 months", "1 year 6 months", "P1Y6M"),
  ])
  func `times and durations are dates too, and a date with its time is one`(test: Case) {
    expect(test, .date)
  }

  @Test(arguments: [
    Case("Total $1,234.56", "$1,234.56", "USD 1234.56"),
    Case("Summe 1.234,56 €", "1.234,56 €", "EUR 1234.56"),
    Case("1 234,56 €", "1 234,56 €", "EUR 1234.56"),
    Case("CHF 1'234.50", "CHF 1'234.50", "CHF 1234.50"),
    Case("12,- €", "12,- €", "EUR 12"),
    Case("£3.50", "£3.50", "GBP 3.50"),
    Case("EUR 1.234", "EUR 1.234", "EUR 1234"),
    Case("¥1000", "¥1000", "JPY 1000"),
    Case("5 Euro", "5 Euro", "EUR 5"),
    Case("US$ 5.00", "US$ 5.00", "USD 5.00"),
    Case("CA$20", "CA$20", "CAD 20"),
    Case("-12,50 €", "-12,50 €", "EUR -12.50"),
    Case("€0,99/kg", "€0,99", "EUR 0.99"),
    Case("1.234.567,89 EUR", "1.234.567,89 EUR", "EUR 1234567.89"),
  ])
  func `a sum of money is a code and an amount with a point`(test: Case) {
    expect(test, .currency)
  }

  @Test(arguments: [
    Case("Flight LH 441 to Houston", "LH 441", "LH 441"),
    Case("Flug LH0441", "LH0441", "LH 441"),
    Case("10:25 BA2490 LONDON", "BA2490", "BA 2490"),
    Case("U2 8501 Gate B12", "U2 8501", "U2 8501"),
    Case("KL1234", "KL1234", "KL 1234"),
  ])
  func `a flight is an airline's code and a number where the line speaks of flying`(test: Case) {
    expect(test, .flight)
  }

  @Test(arguments: [
    Case(
      "Musterstraße 12, 12345 Berlin",
      "Musterstraße 12, 12345 Berlin",
      "Musterstraße 12, 12345 Berlin"
    ),
    Case(
      "Muster GmbH · Berliner Str. 5-7 · 60311 Frankfurt am Main",
      "Berliner Str. 5-7 · 60311 Frankfurt am Main",
      "Berliner Str. 5-7, 60311 Frankfurt am Main"
    ),
    Case(
      "Am Markt 3a, D-28195 Bremen",
      "Am Markt 3a, D-28195 Bremen",
      "Am Markt 3a, D-28195 Bremen"
    ),
    Case(
      "Bahnhofstrasse 1, CH-8001 Zürich",
      "Bahnhofstrasse 1, CH-8001 Zürich",
      "Bahnhofstrasse 1, CH-8001 Zürich"
    ),
    Case(
      "12 rue de la Paix, 75002 Paris",
      "12 rue de la Paix, 75002 Paris",
      "12 rue de la Paix, 75002 Paris"
    ),
    Case(
      "5 bis, avenue Foch 69006 Lyon",
      "5 bis, avenue Foch 69006 Lyon",
      "5 bis, avenue Foch 69006 Lyon"
    ),
    Case(
      "123 Main St, Springfield, IL 62704",
      "123 Main St, Springfield, IL 62704",
      "123 Main St, Springfield, IL 62704"
    ),
    Case(
      "1600 Pennsylvania Avenue NW, Washington, DC 20500-0003",
      "1600 Pennsylvania Avenue NW, Washington, DC 20500-0003",
      "1600 Pennsylvania Avenue NW, Washington, DC 20500-0003"
    ),
    Case(
      "10 Downing Street, London SW1A 2AA",
      "10 Downing Street, London SW1A 2AA",
      "10 Downing Street, London SW1A 2AA"
    ),
  ])
  func `an address reaches from the street to the town`(test: Case) {
    expect(test, .address)
  }
}
