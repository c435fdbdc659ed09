import Imaging
import Recognition
import TestSupport
import Testing

@Suite
struct SheetReadingTests {
  let drawn: DrawnText
  static let lines = [
    "The morning boat left early", "with nine boxes of apples", "and a letter for Anna",
    "which nobody had opened", "since the third of June",
  ]

  init() throws { drawn = try DrawnText() }

  @Test func `a sheet seen from the side under a lamp is read, and its words lie where they are`()
    throws
  {
    var sheet = try #require(
      DrawnSheet(
        drawn.page(Self.lines, paper: 220),
        at: [SIMD2(300, 60), SIMD2(1090, 170), SIMD2(960, 660), SIMD2(170, 470)],
        size: PixelSize(width: 1280, height: 720),
        desk: 70
      )
    )
    sheet.shade(to: 0.4)
    let found = try read(sheet.picture)
    #expect(found.map(\.transcript) == Self.lines)
    for (index, line) in found.enumerated() {
      // The page's lines start at 40, 30 and are 40 apart.
      let top: Int = 44 + 40 * index
      let start = sheet.placed(SIMD2(41, Double(top)))
      let left = (line.bounds.topLeft.x + line.bounds.bottomLeft.x) / 2 * 1280
      let middle = (line.bounds.topLeft.y + line.bounds.bottomLeft.y) / 2 * 720
      #expect(abs(left - start.x) < 10 && abs(middle - start.y) < 10, "\(line.transcript)")
    }
  }

  @Test func `a label's dark head is read too, though its light part looks like the whole sheet`()
    throws
  {
    let label = drawn.page(Self.lines, paper: 220)
    var head = LumaImage(width: label.width, height: 60, filledWith: 255)
    drawn.draw("TURBINE CONTROL UNIT", into: &head, x: 40, y: 16)
    var whole = LumaImage(width: label.width, height: label.height + 60, filledWith: 24)
    for y in 0..<whole.height {
      for x in 0..<whole.width {
        whole[x, y] = y < 60 ? 24 + (255 - head[x, y]) / 5 * 4 : label[x, y - 60]
      }
    }
    let sheet = try #require(
      DrawnSheet(
        whole,
        at: [SIMD2(200, 60), SIMD2(1090, 110), SIMD2(1060, 660), SIMD2(170, 600)],
        size: PixelSize(width: 1280, height: 720),
        desk: 24
      )
    )
    let found = try read(sheet.picture).map(\.transcript)
    #expect(found == ["TURBINE CONTROL UNIT"] + Self.lines)
  }

  @Test(arguments: [
    (ImageOrientation.down, "upside down"), (.right, "on one side"), (.left, "on the other side"),
  ])
  func `a page that lies on its side or upside down is read`(
    orientation: ImageOrientation,
    name: String
  ) throws {
    let image = drawn.page(Self.lines).oriented(orientation)
    #expect(try read(image).map(\.transcript) == Self.lines, "\(name)")
  }

  @Test(arguments: [-0.35, 0.2])
  func `a page that leans is read`(radians: Double) throws {
    let page = drawn.page(Self.lines)
    let direction = SIMD2(1 - radians * radians / 2, radians)
    let length = (direction * direction).sum().squareRoot()
    let (width, height) = (Double(page.width), Double(page.height))
    let toMiddle = Homography(scale: SIMD2(1, 1), offset: SIMD2(-400, -300))
    let back = Homography(scale: SIMD2(1, 1), offset: SIMD2(width / 2, height / 2))
    let turned = toMiddle.then(Homography(turningTo: direction / length)).then(back)
    let image = page.warped(to: PixelSize(width: 800, height: 600), from: turned)
    #expect(try read(image).map(\.transcript) == Self.lines)
  }

  @Test(arguments: [0.35, 4.0])
  func `small and huge print is read`(scale: Double) throws {
    let page = drawn.page(Self.lines)
    let size = PixelSize(
      width: Int(Double(page.width) * scale),
      height: Int(Double(page.height) * scale)
    )
    #expect(try read(page.resized(to: size)).map(\.transcript) == Self.lines)
  }

  private func read(_ image: LumaImage) throws -> [RecognizedTextObservation] {
    let request = RecognizeTextRequest()
    var recognizer = try TesseractRecognizer(request.configuration)
    return try recognizer.recognize(image, request: request, control: RecognitionControl())
  }
}
