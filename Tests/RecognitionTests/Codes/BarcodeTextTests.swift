import FoundationEssentials
import Imaging
import Recognition
import Testing

/// What codes are called and how they are printed.
struct BarcodeTextTests {
  private func line(
    _ symbology: BarcodeSymbology,
    _ payload: String?,
    _ data: [UInt8] = []
  ) -> String {
    let bounds = Quadrilateral(
      PixelRect(x: 0, y: 0, width: 1, height: 1),
      in: PixelSize(width: 1, height: 1)
    )
    return BarcodeObservation(
      symbology: symbology,
      payload: payload,
      payloadData: data,
      bounds: bounds,
      confidence: 1
    ).line
  }

  @Test func `a code prints on one line behind its name`() {
    #expect(line(.qr, "https://example.org") == "QR:https://example.org")
    #expect(line(.ean13, "4006381333931") == "EAN13:4006381333931")
    #expect(line(.gs1DataBarExpanded, "(10)12A") == "GS1DATABAREXPANDED:(10)12A")
  }

  @Test func `control characters are escaped, everything else is left as it is`() {
    #expect(line(.qr, "a\r\nb\tc\u{1D}d\u{0}") == "QR:a\\r\\nb\\tc\\u{1d}d\\u{0}")
    #expect(line(.qr, "URL:http\\://ｱé😀 ") == "QR:URL:http\\://ｱé😀 ")
    #expect(line(.qr, "a\u{2028}b\u{85}c") == "QR:a\\u{2028}b\\u{85}c")
  }

  @Test func `bytes that are no text print in Base64`() {
    #expect(line(.dataMatrix, nil, [0, 255]) == "DATAMATRIX:AP8=")
  }

  @Test func `symbologies go by Apple's names, in any case, and by common ones`() {
    #expect(BarcodeSymbology.named("QR") == [.qr])
    #expect(BarcodeSymbology.named("ean-13") == [.ean13])
    #expect(BarcodeSymbology.named("gs1DataBar") == [.gs1DataBar])
    #expect(BarcodeSymbology.named("Code 39") == [.code39])
    #expect(BarcodeSymbology.named("itf") == [.i2of5, .itf14])
    #expect(BarcodeSymbology.named("qrcode") == [.qr])
    #expect(BarcodeSymbology.named("barcode") == nil)
    for symbology in BarcodeSymbology.allCases {
      #expect(BarcodeSymbology.named(symbology.rawValue) == [symbology])
    }
  }

  @Test func `a GS1 message comes apart at its identifiers, not at parentheses of a value`() {
    let data = Array("019001234567890810A(1)\u{1D}3103001750".utf8)
    let text = "(01)90012345678908(10)A(1)(3103)001750"
    #expect(
      GS1Element.elements(of: text, data: data) == [
        GS1Element(identifier: "01", value: "90012345678908"),
        GS1Element(identifier: "10", value: "A(1)"),
        GS1Element(identifier: "3103", value: "001750"),
      ]
    )
    #expect(GS1Element.elements(of: "(01)9", data: Array("029".utf8)) == [])
    #expect(GS1Element.elements(of: "no message", data: Array("no message".utf8)) == [])
  }

  @Test func `an observation survives JSON`() throws {
    let observation = BarcodeObservation(
      symbology: .qr,
      payload: "x",
      payloadData: [120],
      bounds: Quadrilateral(
        PixelRect(x: 0, y: 0, width: 1, height: 1),
        in: PixelSize(width: 2, height: 2)
      ),
      confidence: 0.9
    )
    let data = try JSONEncoder().encode(observation)
    #expect(try JSONDecoder().decode(BarcodeObservation.self, from: data) == observation)
  }
}
