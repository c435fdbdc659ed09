/// Finds international bank account numbers (ISO 13616).
enum BankAccount {
  /// Finds account numbers whose sum is right, also where letters and digits that look alike were taken
  /// for one another: each country says where which of them stand, and the sum proves it.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    guard line.hasDigits else { return [] }
    var found: [RecognizedContent] = []
    for start in line.codes.indices
    where line[start].isCapital && line[start + 1].isCapital && !line.isAlphanumeric(start - 1) {
      guard let format = formats[line.string(start..<start + 2)],
        let range = extent(of: 4 + format.count, in: line, from: start)
      else { continue }
      let read = line.string(range).utf8.filter { $0.isLetterOrDigit }
      let value = corrected(read, to: [.letter, .letter, .digit, .digit] + format)
      guard CheckDigits.iban(value) else { continue }
      found.append(line.content(.iban, range, value: value, isVerified: true))
    }
    return found
  }

  /// The part of a line from a place on that has so many letters and digits, with single blanks.
  private static func extent(of count: Int, in line: CodedLine, from start: Int) -> Range<Int>? {
    var offset = start
    var seen = 0
    while seen < count {
      if line[offset] < 0x80, line.isAlphanumeric(offset) {
        seen += 1
      } else if !(line.isBlank(offset) || line.has("-", at: offset))
        || !line.isAlphanumeric(offset + 1)
      {
        return nil
      }
      offset += 1
    }
    return line.isAlphanumeric(offset) ? nil : start..<offset
  }

  private static func corrected(_ read: [UInt8], to format: [LookAlike.Class]) -> String {
    String(decoding: zip(read, format).map { LookAlike.read($0, as: $1) }, as: UTF8.self)
  }

  /// What stands where behind country and check digits.
  private static let formats: [String: [LookAlike.Class]] = table.split(separator: " ")
    .reduce(into: [:]) { formats, entry in
      let parts = entry.split(separator: ":")
      guard parts.count == 2 else { return }
      for country in parts[0].split(separator: ",") {
        formats[String(country)] = LookAlike.classes(String(parts[1]))
      }
    }

  /// Countries and the form of their numbers: n digits, a letters, c either.
  private static let table = """
    DE,RS,ME:n18 XK,AT,EE,LT,BA:n16 CH,LI:n5c12 FR,MC:n10c11n2 GB,IE:a4n14 NL:a4n10 BE:n12 ES:n20 \
    IT,SM:a1n10c12 PT,LY:n21 LU:n3c13 PL:n24 CZ,SK,SE,TN:n20 HU:n24 SI:n15 HR:n17 MK:n3c10n2 \
    AL,CY:n8c16 GR:n7c16 MT:a4n5c18 RO:a4c16 BG:a4n6c8 DK,FI,FO,GL,SD:n14 NO:n11 IS:n22 LV:a4c13 \
    TR:n6c16 UA:n6c19 GE:a2n16 MD:c20 KZ:n3c13 AZ:a4c20 IL,AE,TL:n19 SA:n2c18 QA,PS:a4c21 KW:a4c22 \
    BH:a4c14 JO:a4n4c18 LB:n4c20 EG:n25 MU:a4n19a3 PK:a4c16 BR:n23a1c1 DO:c4n20 CR:n18 GT:c24 \
    VG:a4n16 AD:n8c12 GI:a4c15 BY:c4n4c16 IQ:a4n15 SV:a4n20 SC:a4n20a3 ST:n21 VA:n18 LC:a4c24 MR:n23
    """
}
