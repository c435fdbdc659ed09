import Imaging
import Recognition
import Testing

/// Which readings of several looks count.
struct BarcodeEvidenceTests {
  private static let place = PixelRect(x: 100, y: 100, width: 200, height: 60)
  private static let elsewhere = PixelRect(x: 100, y: 400, width: 200, height: 60)

  private func payloads(_ looks: [[CodeReading]]) -> [String] {
    var evidence = BarcodeEvidence()
    for look in looks { evidence.add(look) }
    return evidence.readings.compactMap(\.reading.payload)
  }

  @Test func `a code without a check counts when two looks agree`() {
    let code = CodeReading(.code39, "A1", in: Self.place, lineCount: 20)
    #expect(payloads([[code]]) == [])
    #expect(payloads([[code], [CodeReading(.code39, "A7", in: Self.place, lineCount: 9)]]) == [])
    #expect(payloads([[code], [], [code]]) == ["A1"])
  }

  @Test func `the cut-off reading of a code never counts, however often it is made`() {
    let part = CodeReading(.i2of5, "005361", in: Self.place, lineCount: 9)
    let whole = CodeReading(.i2of5, "0053611912", in: Self.place, lineCount: 9)
    #expect(payloads([[part], [part], [part, whole]]) == [])
    #expect(payloads([[part], [whole], [part], [whole], [whole]]) == ["0053611912"])
  }

  @Test func `a code with error correction counts at once`() {
    #expect(payloads([[], [CodeReading(.qr, "x", in: Self.place, lineCount: 0)]]) == ["x"])
  }

  @Test func `an EAN that only a second look found needs another that agrees`() {
    let code = CodeReading(.ean13, "4006381333931", in: Self.place, lineCount: 9)
    #expect(payloads([[code]]) == ["4006381333931"])
    #expect(payloads([[], [code]]) == [])
    #expect(payloads([[], [code], [code]]) == ["4006381333931"])
    let hardly = CodeReading(.ean13, "4006381333931", in: Self.place, lineCount: 2)
    #expect(payloads([[], [hardly], [hardly]]) == [])
  }

  @Test func `of two readings of one place the better founded counts`() {
    let right = CodeReading(.ean13, "4006381333931", in: Self.place, lineCount: 40)
    let wrong = CodeReading(.ean13, "4112234738478", in: Self.place, lineCount: 4)
    let other = CodeReading(.ean13, "9780201310054", in: Self.elsewhere, lineCount: 4)
    #expect(
      payloads([[], [wrong, other], [wrong, right, other], [right]])
        == ["9780201310054", "4006381333931"]
    )
    let part = CodeReading(.i2of5, "9004", in: Self.place, lineCount: 90)
    let whole = CodeReading(.code128, "FGGQ6D1", in: Self.place, lineCount: 3)
    #expect(payloads([[part, whole], [part]]) == ["FGGQ6D1"])
  }

  @Test func `the same code twice on a page is two codes, its upper and lower half is one`() {
    let upper = CodeReading(.upce, "04963406", in: Self.place, lineCount: 2)
    let lower = CodeReading(.upce, "04963406", in: Self.place, lineCount: 14)
    let twin = CodeReading(.upce, "04963406", in: Self.elsewhere, lineCount: 9)
    #expect(payloads([[upper, lower, twin]]) == ["04963406", "04963406"])
  }

  @Test func `nothing more is looked for once all that was read counts`() {
    var evidence = BarcodeEvidence()
    #expect(!evidence.isClear)
    evidence.add([CodeReading(.qr, "x", in: Self.place, lineCount: 0)])
    #expect(evidence.isClear)
    evidence.add([CodeReading(.codabar, "A1B", in: Self.elsewhere, lineCount: 5)])
    #expect(!evidence.isClear)
  }
}
