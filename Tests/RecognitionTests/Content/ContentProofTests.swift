import Recognition
import Testing

/// Numbers with check digits.
@Suite struct ContentProofTests {
  private static func find(
    _ kind: RecognizedContent.Kind,
    in line: String
  ) -> [RecognizedContent] {
    RecognizedContent.all(in: line).filter { $0.kind == kind }
  }

  @Test(arguments: [
    ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
    ("IBAN: GB82WEST12345698765432", "GB82WEST12345698765432"),
    ("FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606"),
    ("CH93 0076 2011 6238 5295 7, Konto", "CH9300762011623852957"),
    ("NL91 ABNA 0417 1643 00", "NL91ABNA0417164300"),
  ])
  func `an account number is proven by its sum`(line: String, value: String) throws {
    let found = Self.find(.iban, in: line)
    #expect(found.map(\.value) == [value])
    #expect(found.allSatisfy { $0.isVerified })
  }

  @Test func `letters read for digits in an account number are put right where the sum proves it`()
  {
    let found = Self.find(.iban, in: "DE89 37O4 0O44 O532 0130 00")
    #expect(found.map(\.value) == ["DE89370400440532013000"])
    #expect(found.map(\.text) == ["DE89 37O4 0O44 O532 0130 00"])
    // A bank's letters: zero read for O.
    #expect(Self.find(.iban, in: "NL91 A8NA 0417 1643 00").map(\.value) == ["NL91ABNA0417164300"])
  }

  @Test(arguments: [
    "DE89 3704 0044 0532 0130 01", "DE89 3704 0044 0532 0130 0", "XX89 3704 0044 0532 0130 00",
    "DE89 3704 0044 0532 0130 000",
  ])
  func `an account number with a wrong sum, length or country is none`(line: String) {
    #expect(Self.find(.iban, in: line).isEmpty)
  }

  @Test(arguments: [
    ("4111 1111 1111 1111", "4111111111111111"), ("Card 378282246310005", "378282246310005"),
    ("5555-5555-5555-4444", "5555555555554444"),
  ])
  func `a card's number is proven by Luhn's sum`(line: String, value: String) {
    let found = Self.find(.card, in: line)
    #expect(found.map(\.value) == [value])
    #expect(found.allSatisfy { $0.isVerified })
  }

  @Test(arguments: [
    "4111 1111 1111 1112", "1111 1111 1111 1117", "41111111111111110", "X4111111111111111",
  ])
  func `digits that no issuer gives out, or with a wrong sum, are no card`(line: String) {
    #expect(Self.find(.card, in: line).isEmpty)
  }

  @Test(arguments: [
    ("ISBN 978-3-16-148410-0", "9783161484100"), ("ISBN-10: 3-16-148410-X", "316148410X"),
    ("ISBN 0-306-40615-2", "0306406152"), ("9780306406157", "9780306406157"),
  ])
  func `a book's number is proven by its sum`(line: String, value: String) {
    #expect(Self.find(.isbn, in: line).map(\.value) == [value])
  }

  @Test(arguments: [
    "ISBN 978-3-16-148410-1", "ISBN-10: 3-16-148410-1", "0-306-40615-2 without the word",
  ])
  func `a book's number with a wrong sum, or ten digits without the word, is none`(line: String) {
    #expect(Self.find(.isbn, in: line).isEmpty)
  }

  @Test(arguments: [
    ("4 006381 333931", "4006381333931"), ("EAN 4006381333931", "4006381333931"),
    ("0 36000 29145 2", "036000291452"), ("GTIN: 96385074", "96385074"),
  ])
  func `an article's number is proven by its sum and by what it is called or how it is set`(
    line: String,
    value: String
  ) {
    #expect(Self.find(.ean, in: line).map(\.value) == [value])
  }

  @Test(arguments: ["4 006381 333932", "Order 96385074", "Nr. 4006381333931 lies here"])
  func `other numbers are no articles`(line: String) {
    #expect(Self.find(.ean, in: line).isEmpty)
  }

  @Test(
    arguments: [
      ("1Z 999 AA1 01 2345 6784", "UPS 1Z999AA10123456784"),
      ("UPS: 1Z999AA10123456784.", "UPS 1Z999AA10123456784"),
      ("1Z999AA1O123456784", "UPS 1Z999AA10123456784"),
      ("RR 123 456 785 DE", "UPU RR123456785DE"), ("CE473124829DE", "UPU CE473124829DE"),
      ("9400 1000 0000 0000 0000 06", "USPS 9400100000000000000006"),
      ("FedEx 986578788855", "FedEx 986578788855"),
      ("Tracking 9865 7878 8855", "FedEx 986578788855"),
      ("0034 0434 1610 9401 5902", "DHL 00340434161094015902"),
      ("DHL 1234567891", "DHL 1234567891"),
    ]
  )
  func `a parcel's number names its carrier and is proven by its check digit`(
    line: String,
    value: String
  ) {
    let found = Self.find(.tracking, in: line)
    #expect(found.map(\.value) == [value], "\(RecognizedContent.all(in: line))")
    #expect(found.allSatisfy { $0.isVerified })
  }

  @Test(arguments: [
    "1Z999AA10123456785", "RR123456786DE", "986578788855", "123456789012", "12 3456 7890 12 34",
  ])
  func `numbers of the same length that nothing proves are no parcels`(line: String) {
    #expect(Self.find(.tracking, in: line).isEmpty)
  }

  @Test(arguments: [
    "L898902C36UTO7408122F1204159ZE184226B<<<<<10", "I<UTOD231458907<<<<<<<<<<<<<<<",
    "7408122F1204159UTO<<<<<<<<<<<6", "D231458907UTO7408122F1204159<<<<<<<6",
  ])
  func `a passport's or card's line of numbers is proven by its digits`(line: String) {
    let found = Self.find(.mrz, in: line)
    #expect(found.map(\.value) == [line])
    #expect(found.allSatisfy { $0.isVerified })
  }

  @Test func `a line with names has no digits to prove it, a wrong digit leaves one unproven`() {
    let names = Self.find(.mrz, in: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<")
    #expect(names.map(\.isVerified) == [false])
    let wrong = Self.find(.mrz, in: "L898902C36UTO7408122F1204158ZE184226B<<<<<10")
    #expect(wrong.map(\.isVerified) == [false])
    let corrected = Self.find(.mrz, in: "L898902C36UTO74O8122F12O4159ZE184226B<<<<<1O")
    #expect(corrected.map(\.value) == ["L898902C36UTO7408122F1204159ZE184226B<<<<<10"])
    #expect(corrected.map(\.isVerified) == [true])
  }
}
