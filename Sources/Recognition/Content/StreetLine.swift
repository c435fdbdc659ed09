/// Finds a street with its number.
enum StreetLine {
  /// The last street in a part of a line, close enough to the end to belong to what follows.
  ///
  /// - Returns: Where it stands, or `nil` when there is none.
  static func last(
    in line: CodedLine,
    _ place: Range<Int>,
    style: PostalAddress.StreetStyle
  ) -> Range<Int>? {
    switch style {
    case .german: german(in: line, place)
    case .french: numberFirst(in: line, place, reach: 60) { isFrench(line, $0) }
    case .english: numberFirst(in: line, place, reach: 80) { isEnglish(line, $0) }
    }
  }

  /// `Musterstraße 12a`, `Berliner Str. 5-7`, `Am Markt 3`, right before the postcode.
  private static func german(in line: CodedLine, _ place: Range<Int>) -> Range<Int>? {
    var end = place.upperBound
    while end > place.lowerBound, !line.isAlphanumeric(end - 1) { end -= 1 }
    guard place.upperBound - end <= 4 else { return nil }
    var start = end
    // 12, 12a, 12 a, 5-7
    if line.isLetter(start - 1), !line.isLetter(start - 2) {
      start -= 1
      if line.isBlank(start - 1) { start -= 1 }
    }
    while start > place.lowerBound,
      line.isDigit(start - 1) || line.has(anyOf: ["-", "/"], at: start - 1)
    {
      start -= 1
    }
    guard line.isDigit(start), end - start <= 9, line.isBlank(start - 1) else { return nil }
    return street(in: line, place.lowerBound..<start - 1).map { $0..<end }
  }

  /// Where a German street's name begins that ends here.
  private static func street(in line: CodedLine, _ place: Range<Int>) -> Int? {
    var words: [Range<Int>] = []
    var end = place.upperBound
    while words.count < 4, end > place.lowerBound {
      if line.has(".", at: end - 1) { end -= 1 }
      var start = end
      while start > place.lowerBound, line.isLetter(start - 1) || line.has("-", at: start - 1) {
        start -= 1
      }
      guard start < end else { break }
      words.append(start..<end)
      guard line.isBlank(start - 1) else { break }
      end = start - 1
    }
    guard let last = words.first else { return nil }
    let name = line.string(last).lowercased()
    if let ending = endings.first(where: name.hasSuffix) {
      if name.count > ending.count + 1, line.isCapital(last.lowerBound) { return last.lowerBound }
      // Berliner Straße, Unter den Linden: the words before belong to it while they have capitals.
      let before = words.dropFirst().prefix { line.isCapital($0.lowerBound) }
      return before.prefix(2).last?.lowerBound
    }
    // Am Markt, An der Alster, Zum Hof.
    return words.dropFirst().first { prefixes.contains(line.string($0)) }?.lowerBound
  }

  /// A number and behind it a street of which a test approves.
  private static func numberFirst(
    in line: CodedLine,
    _ place: Range<Int>,
    reach: Int,
    _ isStreet: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    var start = place.upperBound - 1
    while start >= place.lowerBound, place.upperBound - start <= reach {
      defer { start -= 1 }
      guard line.isDigit(start), !line.isAlphanumeric(start - 1), line.endsNumber(before: start)
      else {
        continue
      }
      let end = line.endOfDigits(from: start)
      guard end - start <= 5 else { continue }
      if isStreet(end..<place.upperBound) { return start..<place.upperBound }
    }
    return nil
  }

  /// Whether `, bis rue …` follows a number.
  private static func isFrench(_ line: CodedLine, _ rest: Range<Int>) -> Bool {
    let words = self.words(line, rest).prefix(2).map(\.text)
    guard let first = words.first else { return false }
    let kind = ["bis", "ter", "quater", "b", "t"].contains(first) ? words.dropFirst().first : first
    return kind.map(frenchKinds.contains) ?? false
  }

  /// Whether one to five words with a street's kind at the end follow a number, then the town.
  private static func isEnglish(_ line: CodedLine, _ rest: Range<Int>) -> Bool {
    guard line.isBlank(rest.lowerBound) || line.isLetter(rest.lowerBound) else { return false }
    let words = self.words(line, rest)
    guard let kind = words.prefix(6).firstIndex(where: { englishKinds.contains($0.text) }),
      kind >= 1
    else { return false }
    let name = words[...kind]
    return name.allSatisfy {
      line.isCapital($0.range.lowerBound)
        || ["of", "the", "st", "nd", "rd", "th"].contains($0.text)
    } && zip(name, name.dropFirst()).allSatisfy { $1.range.lowerBound - $0.range.upperBound <= 3 }
  }

  private static func words(_ line: CodedLine, _ range: Range<Int>) -> [CodedLine.Word] {
    var words: [CodedLine.Word] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard line.isLetter(offset) else {
        offset += 1
        continue
      }
      words.append(line.word(at: offset))
      offset = words[words.count - 1].range.upperBound
    }
    return words
  }

  private static let endings = [
    "straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "damm", "ufer",
    "chaussee",
    "steig", "linden", "markt", "promenade", "wall", "graben", "steg", "hof",
  ]

  private static let prefixes: Set<String> = [
    "Am", "An", "Auf", "Im", "In", "Zum", "Zur", "Unter", "Bei", "Hinter", "Vor", "Alter", "Alte",
  ]

  private static let frenchKinds: Set<String> = [
    "rue", "avenue", "av", "boulevard", "bd", "blvd", "place", "pl", "chemin", "ch", "impasse",
    "allée", "allee", "quai", "route", "rte", "cours", "passage", "square", "faubourg", "sentier",
  ]

  private static let englishKinds: Set<String> = [
    "street", "st", "avenue", "ave", "road", "rd", "boulevard", "blvd", "lane", "ln", "drive", "dr",
    "court", "ct", "place", "pl", "square", "sq", "terrace", "way", "highway", "hwy", "parkway",
    "pkwy", "circle", "cir", "trail", "close", "crescent", "gardens", "grove", "hill", "mews",
    "row",
    "walk", "broadway", "quay", "green", "park",
  ]
}
