import Recognition
import Testing

/// Text that must not be taken for content.
@Suite struct ContentSilenceTests {
  @Test(arguments: [
    "", " ", "The quick brown fox jumps over the lazy dog.",
    "Fig. 3 shows e.g. the result, i.e. 42.",
    "end of sentence.The next one begins", "z.B. wie u.a. oder d.h. so", "U.S.A.",
    "Node.js and file.txt",
    "README.md", "v1.2.3", "Version 10.12.20.24", "firmware 2.0.1-rc4", "Part No. 2024-05-12A",
    "AB-2024-05-12", "S/N 0345-221-8890", "Serial No. 0171-2345678", "Model X4711-0815",
    "Art.-Nr. 0815 4711 22", "2024-13-45", "31.02.2024", "99.99.2024", "12.34.56", "1.2.34",
    "DIN EN ISO 9001", "AC 230 V", "DC 12", "US 101 north", "1234567890", "0123456789",
    "123456789012",
    "16:9 display", "scale 1:50", "00:1A:2B:3C:4D:5E", "fe80::1", "3 x 4 = 12", "1/2 cup", "50 %",
    "Kapitel 5.1.2", "§ 12 Abs. 3", "@handle", "a@b", "#4711", "Room 12B", "10 Kunden",
    "march 5 miles", "Boston 02110-1301", "07 06 060481 4", "EAN 2014-2018", "1.67 H",
    "you may 12 times", "12345 Kunden", "20000 Leagues under the Sea",
    "Type 3 Court Street without a code", "x = 0.5 - 10", "32 GB RAM", "1234 5678", "BE 12",
    "OS X 10",
    "4.5.2", "(12) 34", "A4 210", "AA 12 batteries", "1980s", "24/7", "7/8 inch", "IP 10.0.0.1",
    "1,234,567", "3.14159", "0x1F4", "E = mc2", "Nr. 12/2024", "Zeile 12, Spalte 34", "Teil 2-3",
  ])
  func `prose, versions, measures and part numbers hold no content`(line: String) {
    let found = RecognizedContent.all(in: line)
    #expect(found.isEmpty, "in '\(line)': \(found)")
  }

  @Test func `no two pieces of content overlap, and they come in the order of the text`() {
    let line =
      "Tel. 030 901820, ada@example.com, www.example.com, 12.05.2024 14:30, 1.234,56 €, 4111 1111 1111 1111"
    let found = RecognizedContent.all(in: line)
    #expect(
      found.map(\.kind) == [.phone, .email, .url, .date, .currency, .card]
    )
    for (first, second) in zip(found, found.dropFirst()) {
      #expect(first.range.upperBound <= second.range.lowerBound)
    }
  }

  @Test func `characters of several scalars count as one and do not move what follows`() {
    let found = RecognizedContent.all(in: "👩‍👩‍👧 e\u{301} 12.05.2024")
    #expect(found.map(\.range) == [4..<14])
    #expect(found.map(\.text) == ["12.05.2024"])
  }

  @Test func `any line of letters, digits and signs is taken without a fault`() {
    // Every start and end of a line full of marks: what reads past an end would stop the program.
    let marks = Array("+49(0)30-9/01.82@0:1Z9€$<P<«12.5.24T1:3 ISBN DE89 h30 Uhr, 12 rue IL 6270")
    for start in marks.indices {
      for end in start...marks.count {
        let line = String(marks[start..<end])
        for content in RecognizedContent.all(in: line) {
          #expect(content.range.lowerBound >= 0 && content.range.upperBound <= line.count)
          #expect(!content.range.isEmpty)
        }
      }
    }
  }
}
