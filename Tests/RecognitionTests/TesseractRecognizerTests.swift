import Imaging
import Recognition
import TestSupport
import Testing

@Suite
struct TesseractRecognizerTests {
  let drawn: DrawnText

  init() throws { drawn = try DrawnText() }

  @Test(arguments: RecognizeTextRequest.RecognitionLevel.allCases)
  func `a printed line is read right, with its confidence and engine`(
    level: RecognizeTextRequest.RecognitionLevel
  ) throws {
    let lines = try read(drawn.page(["SWIFT VISION 2468"])) { $0.recognitionLevel = level }
    #expect(lines.map(\.transcript) == ["SWIFT VISION 2468"])
    let line = try #require(lines.first)
    #expect((0.8...1).contains(line.confidence))
    #expect(line.words.map(\.text) == ["SWIFT", "VISION", "2468"])
    #expect(line.candidates.count == 1)
    #expect(line.language == "en")
    #expect(line.direction == .leftToRight)
    #expect(line.position == TextPosition(block: 1, paragraph: 1, line: 1))
    #expect(line.engine.name == "tesseract")
    #expect(line.engine.version.hasPrefix("5."))
    #expect(line.engine.models.first?.hasPrefix("eng 4.") == true)
  }

  @Test func `the boxes of characters lie on their ink`() throws {
    var image = LumaImage(width: 500, height: 120, filledWith: 255)
    let ink = drawn.draw("Reading NOTES 24", into: &image, x: 60, y: 40)
    let line = try #require(try read(image).first)
    let symbols = line.words.flatMap(\.symbols)
    #expect(symbols.map(\.text).joined() == "ReadingNOTES24")
    try #require(symbols.count == ink.count)
    for (symbol, glyph) in zip(symbols, ink) {
      let box = symbol.bounds.box(in: image.size)
      let middle = Double(glyph.x) + Double(glyph.width) / 2
      #expect(box.left <= middle && middle <= box.right, "\(symbol.text)")
      #expect(abs(box.left - Double(glyph.x)) < 8 && abs(box.right - Double(glyph.maxX)) < 8)
      #expect(abs(box.bottom - Double(glyph.maxY)) < 8)
    }
    let bounds = line.bounds.box(in: image.size)
    #expect(abs(bounds.left - Double(ink[0].x)) < 4)
    #expect(abs(bounds.right - Double(ink[ink.count - 1].maxX)) < 4)
  }

  @Test func `the corners of a line that leans follow it`() throws {
    var image = LumaImage(width: 760, height: 200, filledWith: 255)
    drawn.draw("Corners follow the baseline of a line", into: &image, x: 60, y: 60, slope: 0.06)
    let line = try #require(try read(image).first)
    let (left, right) = (line.bounds.topLeft, line.bounds.topRight)
    let slope = (right.y - left.y) * 200 / ((right.x - left.x) * 760)
    #expect(abs(slope - 0.06) < 0.02)
    let height = (line.bounds.bottomLeft.y - left.y) * 200
    #expect(height < 45, "an upright box around it would be about 60 pixels high")
  }

  @Test(arguments: RecognizeTextRequest.RecognitionLevel.allCases)
  func `columns are read one after the other`(level: RecognizeTextRequest.RecognitionLevel) throws {
    let left = [
      "The morning boat left early", "with nine boxes of apples", "and a letter for Anna",
      "which nobody had opened", "since the third of June",
    ]
    let right = [
      "In the harbour office two", "clerks were counting coins", "and writing down names",
      "of everyone who had come", "to ask about the winter",
    ]
    var image = LumaImage(width: 1000, height: 320, filledWith: 255)
    for row in left.indices {
      drawn.draw(left[row], into: &image, x: 40, y: 40 + 44 * row)
      drawn.draw(right[row], into: &image, x: 560, y: 40 + 44 * row)
    }
    let lines = try read(image) { $0.recognitionLevel = level }
    #expect(lines.map(\.transcript) == left + right)
    #expect(lines.map(\.position) == lines.map(\.position).sorted())
  }

  @Test func `only what lies in the region is reported, in the whole picture's coordinates`() throws
  {
    var image = LumaImage(width: 600, height: 400, filledWith: 255)
    drawn.draw("outside above", into: &image, x: 60, y: 60)
    drawn.draw("inside the region", into: &image, x: 60, y: 200)
    drawn.draw("outside below", into: &image, x: 60, y: 320)
    for level in RecognizeTextRequest.RecognitionLevel.allCases {
      let lines = try read(image) { request in
        request.recognitionLevel = level
        request.regionOfInterest =
          NormalizedRect(x: 0, y: 0.4, width: 1, height: 0.3) ?? .fullImage
      }
      #expect(lines.map(\.transcript) == ["inside the region"])
      let box = try #require(lines.first?.bounds.box(in: image.size))
      #expect(box.top > 195 && box.bottom < 240)
    }
  }

  @Test func `text under the smallest height is left out, larger text is not`() throws {
    var image = LumaImage(width: 900, height: 500, filledWith: 255)
    drawn.draw("LARGE PRINT", into: &image, x: 60, y: 60, scale: 3)
    drawn.draw("small print under it", into: &image, x: 60, y: 300)
    func texts(_ fraction: Double) throws -> [String] {
      try read(image) { $0.minimumTextHeightFraction = fraction }.map(\.transcript)
    }
    #expect(try texts(0) == ["LARGE PRINT", "small print under it"])
    #expect(try texts(0.08) == ["LARGE PRINT"])
    #expect(try texts(0.5) == [])
  }

  @Test func `a reduced picture gives places in the picture it was made from`() throws {
    var image = LumaImage(width: 1200, height: 400, filledWith: 255)
    let ink = drawn.draw("POSTER", into: &image, x: 100, y: 100, scale: 6)
    let lines = try read(image) { $0.minimumTextHeightFraction = 0.25 }
    #expect(lines.map(\.transcript) == ["POSTER"])
    let box = try #require(lines.first?.bounds.box(in: image.size))
    #expect(abs(box.left - Double(ink[0].x)) < 8 && abs(box.top - Double(ink[0].y)) < 8)
    #expect(abs(box.right - Double(ink[5].maxX)) < 8)
  }

  @Test func `candidates are distinct, descend, and begin with the reading itself`() throws {
    var image = drawn.page(["Il1 O0 S5 rn m"])
    var noise = RepeatableNoise(seed: 3)
    for y in 0..<image.height {
      for x in 0..<image.width {
        image[x, y] = UInt8(min(Int(image[x, y]) * 3 / 4 + noise.byte() / 3, 255))
      }
    }
    let plain = try #require(try read(image).first)
    let line = try #require(try read(image) { $0.maximumCandidateCount = 5 }.first)
    #expect(line.transcript == plain.transcript)
    #expect((2...5).contains(line.candidates.count))
    #expect(Set(line.candidates.map(\.string)).count == line.candidates.count)
    #expect(line.candidates.map(\.confidence) == line.candidates.map(\.confidence).sorted(by: >))
    #expect(plain.candidates.count == 1)
    #expect(plain.words.flatMap(\.symbols).allSatisfy { $0.alternatives.isEmpty })
  }

  @Test func `characters can be allowed and denied, for one request only`() throws {
    let image = drawn.page(["Room 1048 Floor 25"])
    var request = RecognizeTextRequest()
    var engine = try TesseractRecognizer(request.configuration)
    func text() throws -> String {
      try engine.recognize(image, request: request, control: RecognitionControl())
        .map(\.transcript).joined()
    }
    let plain = try text()
    #expect(plain == "Room 1048 Floor 25")
    request.tesseract.allowedCharacters = "0123456789"
    #expect(try text().allSatisfy { $0.isNumber || $0 == " " })
    request.tesseract.allowedCharacters = ""
    request.tesseract.deniedCharacters = "4"
    #expect(try !text().contains("4"))
    request.tesseract.deniedCharacters = ""
    #expect(try text() == plain)
  }

  @Test func `what is read does not depend on what was read before`() throws {
    let pages = [
      drawn.page(["First page of text", "with Kxqjvw in it"]), drawn.page(["Kxqjvv 88812"]),
      drawn.page(["Another page", "altogether: 55 pieces"]),
    ]
    let request = RecognizeTextRequest()
    var engine = try TesseractRecognizer(request.configuration)
    func result(_ page: LumaImage) throws -> [[RecognizedText]] {
      try engine.recognize(page, request: request, control: RecognitionControl()).map(\.candidates)
    }
    let first = try result(pages[0])
    for round in 0..<6 { _ = try result(pages[round % 3]) }
    #expect(try result(pages[0]) == first)
  }

  @Test func `text in dim and uneven light is read by accurate`() throws {
    let words = [
      "Light falls off to the right", "and the print is faint there", "until it is gone",
    ]
    var image = drawn.page(words)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let light = max(230 - 215 * x / image.width, 15)
        image[x, y] = UInt8(light * (100 + 155 * Int(image[x, y]) / 255) / 255)
      }
    }
    #expect(try read(image) { $0.recognitionLevel = .fast }.map(\.transcript) != words)
    #expect(try read(image) { $0.recognitionLevel = .accurate }.map(\.transcript) == words)
  }

  @Test func `light letters on a dark ground are read`() throws {
    let image = drawn.page(["NIGHT SERVICE 22 TO 6"], paper: 20, ink: 235)
    #expect(try read(image).map(\.transcript) == ["NIGHT SERVICE 22 TO 6"])
  }

  @Test func `umlauts come out composed`() throws {
    let image = drawn.page(["Straße für Übermut"])
    var request = RecognizeTextRequest()
    request.recognitionLanguages = try TesseractLanguage.list("deu").map(\.language)
    guard TesseractModels().installed.contains(where: { $0.code == "deu" }) else { return }
    var engine = try TesseractRecognizer(request.configuration)
    let lines = try engine.recognize(image, request: request, control: RecognitionControl())
    #expect(
      lines.map { Array($0.transcript.unicodeScalars) } == [
        Array("Straße für Übermut".unicodeScalars)
      ]
    )
    #expect(lines.first?.language == "de")
  }
}
