/// Finds numbers of parcels: UPS, FedEx, USPS, DHL, the postal services' common form, Amazon.
///
/// A check digit of one in ten or eleven is no proof for a number of twelve digits: those need a word
/// in the line that speaks of parcels or names the carrier. Numbers without check digits (DPD, GLS,
/// Hermes and others) are not found; Amazon's `TBA` is told by its letters.
enum ParcelNumber {
  private static let names: Set<String> = [
    "tracking", "track", "parcel", "shipment", "sendung", "sendungsnummer", "sendungsnr", "paket",
    "paketnummer", "waybill", "awb", "suivi", "colis", "identcode", "leitcode", "trk",
    "consignment",
  ]

  /// Finds numbers of parcels.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    return lettered(in: line) + numbers(in: line)
  }

  /// `1Z` of UPS, two letters, nine digits and a country of the postal services, `TBA` of Amazon.
  private static func lettered(in line: CodedLine) -> [RecognizedContent] {
    var found: [RecognizedContent] = []
    for start in line.codes.indices
    where line.isAlphanumeric(start) && !line.isAlphanumeric(start - 1) {
      let next =
        ups(in: line, at: start) ?? postal(in: line, at: start) ?? amazon(in: line, at: start)
      if let next, !(found.last?.range.overlaps(next.range) ?? false) { found.append(next) }
    }
    return found
  }

  private static func ups(in line: CodedLine, at start: Int) -> RecognizedContent? {
    guard line.has(anyOf: ["1", "I", "l"], at: start), line.has(anyOf: ["Z", "z"], at: start + 1),
      let range = extent(of: 18, in: line, from: start)
    else { return nil }
    let form = LookAlike.classes("n1a1c6n10")
    let read = line.string(range).utf8.filter(\.isLetterOrDigit)
    let value = String(decoding: zip(read, form).map { LookAlike.read($0, as: $1) }, as: UTF8.self)
    guard CheckDigits.ups(value.dropFirst(2)) else { return nil }
    return line.content(.tracking, range, value: "UPS \(value)", isVerified: true)
  }

  private static func postal(in line: CodedLine, at start: Int) -> RecognizedContent? {
    guard line[start].isCapital, line[start + 1].isCapital,
      let range = extent(of: 13, in: line, from: start)
    else { return nil }
    let text = String(line.string(range).filter { !$0.isWhitespace && $0 != "-" })
    let digits = text.dropFirst(2).dropLast(2)
    guard text.suffix(2).allSatisfy({ ("A"..."Z").contains($0) }),
      let values = CheckDigits.values(digits), CheckDigits.upu(values)
    else { return nil }
    return line.content(.tracking, range, value: "UPU \(text)", isVerified: true)
  }

  private static func amazon(in line: CodedLine, at start: Int) -> RecognizedContent? {
    guard line.string(start..<start + 3) == "TBA" else { return nil }
    let end = line.endOfDigits(from: start + 3)
    guard end - start == 15, line.endsNumber(at: end) else { return nil }
    let range = start..<end
    return line.content(.tracking, range, value: "Amazon \(line.string(range))")
  }

  private static func extent(of count: Int, in line: CodedLine, from start: Int) -> Range<Int>? {
    var offset = start
    var seen = 0
    while seen < count {
      if line[offset] < 0x80, line.isAlphanumeric(offset) {
        seen += 1
      } else if !line.isBlank(offset) || !line.isAlphanumeric(offset + 1) {
        return nil
      }
      offset += 1
    }
    return line.endsNumber(at: offset) ? start..<offset : nil
  }

  private static func numbers(in line: CodedLine) -> [RecognizedContent] {
    let words = Set(line.words.map(\.text))
    return DigitGroups.all(in: line).flatMap { run in
      run.parts(ofCount: 10...34).compactMap { part in
        let digits = line.digits(part.range)
        guard let values = CheckDigits.values(digits),
          let carrier = carrier(of: digits, values, words: words)
        else { return nil }
        return line.content(.tracking, part.range, value: "\(carrier) \(digits)", isVerified: true)
      }
    }
  }

  /// Whose number it is, if the sum is right and what else is known of it suffices.
  private static func carrier(of digits: String, _ values: [Int], words: Set<String>) -> String? {
    let isNamed = !words.isDisjoint(with: names)
    let isFedEx = words.contains("fedex")
    let isDHL = !words.isDisjoint(with: ["dhl", "identcode", "leitcode", "post"])
    switch values.count {
    case 20 where digits.hasPrefix("00") && CheckDigits.gs1(Array(values[2...])):
      // A shipping container's code of GS1; Germany's parcels begin so.
      return digits.hasPrefix("0034") || isDHL ? "DHL" : "SSCC"
    case 20...22 where (91...95).contains(values[0] * 10 + values[1]) && CheckDigits.gs1(values):
      return "USPS"
    // 420 and the postcode stand before the same number on labels.
    case 30, 34:
      let inner = Array(values.suffix(22))
      let isZIP = digits.hasPrefix("420") && (91...95).contains(inner[0] * 10 + inner[1])
      return isZIP && CheckDigits.gs1(inner) ? "USPS" : nil
    case 15 where (isFedEx || isNamed) && CheckDigits.gs1(values):
      return "FedEx"
    case 12 where isDHL && CheckDigits.deutschePost(values),
      14 where isDHL && CheckDigits.deutschePost(values):
      return "DHL"
    case 12 where (isFedEx || isNamed) && CheckDigits.fedExExpress(values):
      return "FedEx"
    case 10 where isDHL && CheckDigits.dhlExpress(values):
      return "DHL"
    default:
      return nil
    }
  }
}
