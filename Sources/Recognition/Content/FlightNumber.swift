/// Finds numbers of flights.
enum FlightNumber {
  /// Words that speak of flights.
  private static let names: Set<String> = [
    "flight", "flights", "flug", "flugnummer", "flugnr", "vol", "vols", "flt", "boarding", "gate",
    "airline", "airlines", "departure", "departures", "arrival", "arrivals", "abflug", "ankunft",
    "airport", "flughafen", "aéroport", "carrier", "embarquement",
  ]

  /// Codes that are more often something else where they stand alone: volts, countries, makers.
  private static let ambiguous: Set<String> = [
    "AC", "AM", "AS", "AT", "BE", "DE", "EN", "EU", "IT", "LG", "OK", "OS", "SO", "SN", "TO", "UK",
    "US", "UP", "VS", "WE", "ID", "PC", "AI", "AF", "BR", "CA", "CM", "CX", "EL", "FI", "GA", "HP",
  ]

  /// Finds an airline's code with one to four digits, where the line speaks of flights or has a time;
  /// or where it stands alone, in one word of which nothing else is known.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    var found: [RecognizedContent] = []
    var speaksOfFlights: Bool?
    for start in line.codes.indices
    where !line.isAlphanumeric(start - 1) && line.isAlphanumeric(start) {
      let code = line.string(start..<start + 2)
      guard airlines.contains(code), line.endsNumber(before: start) else { continue }
      let gap = line.isBlank(start + 2) ? start + 3 : start + 2
      let digits = gap..<line.endOfDigits(from: gap)
      guard (1...4).contains(digits.count), line.endsNumber(at: digits.upperBound),
        let number = line.number(digits), number > 0
      else { continue }
      let range = start..<digits.upperBound
      let isBacked = speaksOfFlights ?? (line.mentions(names) || hasTime(line))
      speaksOfFlights = isBacked
      let isWord =
        gap == start + 2 && digits.count >= 3 && !ambiguous.contains(code)
        && line[start].isLetter && line[start + 1].isLetter && line.isAll(range)
      guard isBacked || isWord else { continue }
      found.append(line.content(.flight, range, value: "\(code) \(number)"))
    }
    return found
  }

  /// Whether a time of day stands in the line, as on a board of departures.
  private static func hasTime(_ line: CodedLine) -> Bool {
    line.codes.indices.contains { offset in
      line.isDigit(offset) && !line.isAlphanumeric(offset - 1)
        && line.endOfDigits(from: offset) == offset + 2
        && DayTime.read(line, at: offset, isSure: false) != nil
    }
  }

  /// Airlines by their code of IATA.
  private static let airlines: Set<String> = {
    let list = """
      0B 2B 3U 4U 4Y 5J 6E 7C 8M 9C 9W A3 A5 AA AC AD AF AH AI AK AM AR AS AT AV AY AZ B6 BA BE BG BR BT \
      BX C3 CA CI CM CX CZ D8 DE DL DY EI EK EN EO EL ET EU EW EY F9 FB FI FJ FM FR FZ G3 G9 GA GF GK \
      HA HM HO HU HV HY I2 IB ID IT IZ J2 JL JQ JT JU JX KA KC KE KF KL KM KQ KU LA LG LH LJ LO LS LX \
      LY MD ME MF MH MK MS MU NH NK NT NX NZ OA OD OK OS OU OV OZ PC PG PK PR PS PX QF QR QS RJ RO S7 \
      SA SC SK SN SQ SS SU SV SY TF TG TK TN TO TP TR TS TU TW U2 UA UK UL UN UP UT UX VA VB VJ VN VO \
      VS VT VY W4 W6 W9 WB WE WF WK WN WS WY X3 XQ XZ Y4 YO YW ZB ZG ZH
      """
    return Set(list.split(separator: " ").map(String.init))
  }()
}
