import FoundationEssentials
import Imaging
import Recognition
import Testing

/// The real reader on pictures that `Tests/Fixtures/make-codes` makes.
@Suite(
  .enabled(if: BarcodeReader.version != nil, "skipped: no code reader; make engines builds it")
)
struct BarcodeReaderTests {
  private static let onPage: [BarcodeSymbology: String] = [
    .qr: "https://example.org/lectern", .ean13: "4006381333931", .upca: "036000291452",
    .ean8: "96385074", .upce: "04252614", .code128: "Lectern-128", .code39: "LECTERN 39",
    .code93: "LECTERN93", .itf14: "12345678901231", .i2of5: "2718281828", .codabar: "A31415926B",
    .gs1DataBar: "20012345678909", .gs1DataBarLimited: "09501101530010",
    .gs1DataBarExpanded: "(01)90012345678908(3103)001750(10)A(1)", .dataMatrix: "Data Matrix",
    .aztec: "Aztec Code", .pdf417: "PDF417", .microQR: "MICRO QR", .telepen: "Telepen",
    .microPDF417: "MicroPDF417", .rectangularMicroQR: "rMQR", .code39FullASCII: "full/ascii",
  ]

  private static func picture(_ name: String) throws -> LumaImage {
    let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/\(here)/Fixtures/\(name)")))
    return try StillDecoder().decode(bytes, named: name).image
  }

  private static func payloads(_ codes: [BarcodeObservation]) -> [BarcodeSymbology: String] {
    Dictionary(codes.map { ($0.symbology, $0.payload ?? "") }) { $0 + " and " + $1 }
  }

  @Test(arguments: [RecognizeTextRequest.RecognitionLevel.fast, .accurate])
  func `every kind of code on a page is read once, by its name`(
    level: RecognizeTextRequest.RecognitionLevel
  ) throws {
    var request = DetectBarcodesRequest()
    request.recognitionLevel = level
    let codes = try BarcodeReader().detect(in: Self.picture("codes-page.png"), request: request)
    #expect(Self.payloads(codes) == Self.onPage)
    #expect(codes.allSatisfy { (0.9...1).contains($0.confidence) })
  }

  @Test(arguments: [ImageOrientation.right, .down, .left])
  func `a page that lies on a side or upside down reads the same, corners turned with it`(
    orientation: ImageOrientation
  ) throws {
    let page = try Self.picture("codes-page.png")
    let upright = try BarcodeReader().detect(in: page)
    let turned = try BarcodeReader().detect(in: page.oriented(orientation))
    #expect(Self.payloads(turned) == Self.onPage)
    for code in upright {
      let other = try #require(turned.first { $0.payload == code.payload })
      let expected = orientation.upright(code.bounds)
      for (one, two) in zip(other.bounds.corners, expected.corners) {
        #expect(abs(one.x - two.x) < 0.02 && abs(one.y - two.y) < 0.02, "\(code.symbology)")
      }
    }
  }

  @Test func `a request for one kind leaves the others out`() throws {
    var request = DetectBarcodesRequest()
    request.symbologies = [.ean13]
    let codes = try BarcodeReader().detect(in: Self.picture("codes-page.png"), request: request)
    // Whoever has no use for UPC-A gets it as the EAN-13 that it is.
    #expect(codes.map(\.payload) == ["4006381333931", "0036000291452"])
  }

  @Test func `a region of interest leaves out what lies outside, and keeps the picture's places`()
    throws
  {
    let page = try Self.picture("codes-page.png")
    let all = try BarcodeReader().detect(in: page)
    var request = DetectBarcodesRequest()
    request.regionOfInterest = try #require(NormalizedRect(x: 0, y: 0, width: 0.13, height: 0.1))
    let codes = try BarcodeReader().detect(in: page, request: request)
    #expect(codes.map(\.payload) == ["https://example.org/lectern"])
    let whole = try #require(all.first { $0.symbology == .qr })
    #expect(abs(codes[0].bounds.topLeft.x - whole.bounds.topLeft.x) < 0.005)
    #expect(abs(codes[0].bounds.bottomRight.y - whole.bounds.bottomRight.y) < 0.005)
  }

  @Test func `bytes that are no text come as bytes`() throws {
    let codes = try BarcodeReader().detect(in: Self.picture("code-binary.png"))
    #expect(codes.map(\.payload) == [nil])
    #expect(codes.first?.payloadData == [0x00, 0xFF, 0x80, 0x01, 0xFE])
    #expect(codes.first?.line == "QR:AP+AAf4=")
  }

  @Test func `a code that is too small and blurred for one look is found by another`() throws {
    let picture = try Self.picture("code-small.png")
    var request = DetectBarcodesRequest()
    request.recognitionLevel = .fast
    #expect(try BarcodeReader().detect(in: picture, request: request).isEmpty)
    request.recognitionLevel = .accurate
    let codes = try BarcodeReader().detect(in: picture, request: request)
    #expect(codes.map(\.payload) == ["4006381333931"])
    // The turned look's places are the picture's again.
    let bounds = try #require(codes.first).bounds
    #expect((0.0...0.25).contains(bounds.topLeft.x) && (0.2...0.75).contains(bounds.topLeft.y))
  }

  @Test func `light on dark is read, and said`() throws {
    var page = try Self.picture("codes-page.png")
    page.withMutablePixels { for index in $0.indices { $0[index] = 255 - $0[index] } }
    let codes = try BarcodeReader().detect(in: page)
    let code = try #require(codes.first { $0.symbology == .qr })
    #expect(code.payload == Self.onPage[.qr] && code.isColorInverted)
  }

  @Test(arguments: Textless.allCases)
  func `what is no code gives no payload`(picture: Textless) throws {
    #expect(try BarcodeReader().detect(in: picture.image).isEmpty)
  }

  @Test func `a cancelled detection gives no codes`() throws {
    let control = RecognitionControl()
    control.cancel()
    let page = try Self.picture("codes-page.png")
    let error = #expect(throws: RecognitionError.self) {
      try BarcodeReader().detect(in: page, control: control)
    }
    #expect(error?.code == .cancelled)
  }
}
