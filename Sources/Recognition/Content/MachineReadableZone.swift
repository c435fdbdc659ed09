/// Finds lines of the machine-readable zone of passports, cards and visas (ICAO 9303).
enum MachineReadableZone {
  /// A field whose digit stands right behind it, by where it begins and ends.
  private typealias Field = Range<Int>

  /// Finds a zone's line; a line that is one holds nothing else.
  ///
  /// Zeros and ones read as letters where only digits stand are put right when every check digit of
  /// the line proves it.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.count >= 28,
      line.codes.contains(where: { $0 == 0x3C || $0 == 0xAB }) || line.hasDigits,
      let zone = zone(line)
    else { return [] }
    let first = line.codes.indices.first { !line.isBlank($0) } ?? 0
    let last = line.codes.indices.last { !line.isBlank($0) } ?? 0
    let range = first..<last + 1
    if let value = proven(zone) {
      return [line.content(.mrz, range, value: text(value), isVerified: true)]
    }
    guard isNames(zone) || isData(zone) else { return [] }
    return [line.content(.mrz, range, value: text(zone))]
  }

  /// The line's capitals, digits and fillers, if it has nothing else and a zone's length.
  private static func zone(_ line: CodedLine) -> [UInt8]? {
    var bytes: [UInt8] = []
    for code in line.codes {
      switch code {
      case 0x30...0x39, 0x41...0x5A, 0x3C: bytes.append(UInt8(code))
      // Two fillers look like the quotation mark of French.
      case 0xAB: bytes += [0x3C, 0x3C]
      case 0x20: continue
      default: return nil
      }
    }
    return [30, 36, 44].contains(bytes.count) ? bytes : nil
  }

  /// The line with what it proves put right, or `nil` when a check digit is wrong.
  private static func proven(_ zone: [UInt8]) -> [UInt8]? {
    switch zone.count {
    case 30: identityCard(zone)
    case 36: shortDocument(zone)
    default: passport(zone)
    }
  }

  /// The second line of a passport or of a visa of its size.
  private static func passport(_ zone: [UInt8]) -> [UInt8]? {
    let read = digits(zone, at: [9...9, 13...19, 21...27, 43...43])
    guard checks(read, [0..<9, 13..<19, 21..<27]) else { return nil }
    let personal = CheckDigits.icao(read[28..<42])
    // A personal number that is not there may have a filler for its digit; a visa has no such digits.
    let all = CheckDigits.icao(read[0..<10] + read[13..<20] + read[21..<43])
    let isPassport = all == read[43] && (personal == read[42] || read[42] == 0x3C)
    return isPassport || isDigitFree(zone[28..<44]) ? read : nil
  }

  /// The second line of a document of medium size.
  private static func shortDocument(_ zone: [UInt8]) -> [UInt8]? {
    let read = digits(zone, at: [9...9, 13...19, 21...27, 35...35])
    guard checks(read, [0..<9, 13..<19, 21..<27]) else { return nil }
    let all = CheckDigits.icao(read[0..<10] + read[13..<20] + read[21..<35])
    return all == read[35] ? read : nil
  }

  /// The first or second line of a card; the sum over both is not told by one.
  private static func identityCard(_ zone: [UInt8]) -> [UInt8]? {
    let second = digits(zone, at: [0...6, 8...14, 29...29])
    if checks(second, [0..<6, 8..<14]), [0x4D, 0x46, 0x3C].contains(second[7]) { return second }
    let first = digits(zone, at: [14...14])
    let isCard = [0x49, 0x41, 0x43, 0x50].contains(zone[0])
    return isCard && checks(first, [5..<14]) ? first : nil
  }

  private static func checks(_ zone: [UInt8], _ fields: [Field]) -> Bool {
    fields.allSatisfy { field in
      let digit = zone[field.upperBound]
      return (0x30...0x39).contains(digit) && CheckDigits.icao(zone[field]) == digit
    }
  }

  private static func digits(_ zone: [UInt8], at places: [ClosedRange<Int>]) -> [UInt8] {
    var read = zone
    for place in places.joined() where zone[place] != 0x3C {
      read[place] = LookAlike.read(zone[place], as: .digit)
    }
    return read
  }

  /// Whether the rest of a visa's line is free of digits that would have to fit.
  private static func isDigitFree(_ part: ArraySlice<UInt8>) -> Bool {
    part.allSatisfy { $0 == 0x3C }
  }

  /// Whether it is the line with the names: a letter for the document first, two fillers between names.
  private static func isNames(_ zone: [UInt8]) -> Bool {
    let fillers = zone.count { $0 == 0x3C }
    let hasDouble = zip(zone, zone.dropFirst()).contains { $0 == 0x3C && $1 == 0x3C }
    let isDocument = zone.count == 30 || [0x50, 0x56, 0x49, 0x41, 0x43].contains(zone[0])
    return hasDouble && fillers >= 3 && isDocument && !zone.contains { (0x30...0x39).contains($0) }
  }

  /// Whether it looks like a line of numbers although its digits do not fit.
  private static func isData(_ zone: [UInt8]) -> Bool {
    zone.count { $0 == 0x3C } >= 2 && zone.count { (0x30...0x39).contains($0) } >= 12
  }

  private static func text(_ zone: [UInt8]) -> String { String(decoding: zone, as: UTF8.self) }
}
