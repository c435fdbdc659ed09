import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import Recognition

@Suite(
  .enabled(
    if: NeuralEngine.isInstalled,
    "the neural engine is missing: make engines, and set LECTERN_ENGINE_DIR"
  )
)
struct NeuralRecognizerTests {
  private func read(
    _ image: LumaImage,
    control: RecognitionControl = RecognitionControl(),
    _ configure: (inout RecognizeTextRequest) -> Void = { _ in }
  ) throws -> [RecognizedTextObservation] {
    var request = RecognizeTextRequest()
    request.engine = .neural
    request.recognitionLevel = .fast
    configure(&request)
    var engine = try NeuralRecognizer(request.configuration)
    return try engine.recognize(image, request: request, control: control)
  }

  private let lines = ["Invoice 4711 from Leeds", "Please pay 19.50 today", "Thank you"]

  @Test(arguments: RecognizeTextRequest.RecognitionLevel.allCases)
  func `drawn lines are read in order with words and engine`(
    level: RecognizeTextRequest.RecognitionLevel
  ) throws {
    let found = try read(DrawnText().page(lines)) { $0.recognitionLevel = level }
    #expect(found.map(\.transcript) == lines)
    #expect(found.map { $0.words.map(\.text).joined(separator: " ") } == lines)
    #expect(found.allSatisfy { $0.engine.name == "neural" && $0.confidence > 0.8 })
  }

  @Test func `a sum is read with what it is for, columns of words are not joined`() throws {
    let text = try DrawnText()
    var image = LumaImage(width: 900, height: 260, filledWith: 255)
    text.draw("Green tea", into: &image, x: 60, y: 40)
    text.draw("12.50", into: &image, x: 440, y: 40)
    text.draw("Black coffee", into: &image, x: 60, y: 120)
    text.draw("3.80", into: &image, x: 440, y: 120)
    text.draw("left words", into: &image, x: 60, y: 200)
    text.draw("right words", into: &image, x: 440, y: 200)
    let found = try read(image).map(\.transcript)
    #expect(found == ["Green tea 12.50", "Black coffee 3.80", "left words", "right words"])
  }

  @Test func `bounds lie around the ink and characters inside their word`() throws {
    var image = LumaImage(width: 640, height: 200, filledWith: 255)
    let ink = try DrawnText().draw("Hello world", into: &image, x: 60, y: 80)
    let line = try #require(read(image).first)
    let box = line.bounds.box(in: image.size)
    let left = try #require(ink.first)
    let right = try #require(ink.last)
    #expect(abs(box.left - Double(left.x)) < 12)
    #expect(abs(box.right - Double(right.maxX)) < 12)
    #expect(line.words.count == 2)
    for word in line.words {
      let outer = word.bounds.box(in: image.size)
      for symbol in word.symbols {
        let inner = symbol.bounds.box(in: image.size)
        #expect(inner.left >= outer.left - 1 && inner.right <= outer.right + 1)
      }
    }
  }

  @Test(arguments: [ImageOrientation.down, .left, .right])
  func `a page that lies turned is read all the same`(orientation: ImageOrientation) throws {
    let found = try read(DrawnText().page(lines).oriented(orientation))
    #expect(found.map(\.transcript) == lines)
  }

  @Test func `a region keeps other lines out and coordinates in the whole picture`() throws {
    let page = try DrawnText().page(lines)
    let found = try read(page) { request in
      request.regionOfInterest =
        NormalizedRect(x: 0, y: 0.5, width: 1, height: 0.5) ?? .fullImage
    }
    #expect(found.last?.transcript == lines.last)
    #expect(found.allSatisfy { $0.bounds.topLeft.y >= 0.5 })
  }

  @Test func `other readings are distinct and begin with the best`() throws {
    let found = try read(DrawnText().page(lines)) { $0.maximumCandidateCount = 5 }
    for line in found {
      #expect(line.candidates.count <= 5)
      #expect(Set(line.candidates.map(\.string)).count == line.candidates.count)
    }
  }

  @Test func `only allowed characters are read`() throws {
    let found = try read(DrawnText().page(["4711 and 0815"])) {
      $0.tesseract.allowedCharacters = "0123456789"
    }
    #expect(found.allSatisfy { $0.transcript.allSatisfy { $0.isNumber || $0 == " " } })
    #expect(found.first?.transcript.contains("4711") == true)
  }

  @Test(arguments: Textless.allCases, RecognizeTextRequest.RecognitionLevel.allCases)
  func `a picture without text has no lines`(
    picture: Textless,
    level: RecognizeTextRequest.RecognitionLevel
  ) throws {
    let control = RecognitionControl()
    let found = try read(picture.image, control: control) { $0.recognitionLevel = level }
    #expect(found.map(\.transcript) == [])
    #expect(control.progress == 1)
  }

  @Test func `words of the user's own leave the choice of the engine as it is`() throws {
    var request = RecognizeTextRequest()
    request.customWords = ["Mirelli"]
    #expect(try EngineRecognizer(request.configuration).engine.name == "neural")
    let found = try read(DrawnText().page(["Mirella, SN 8K2Q7"])) {
      $0.customWords = ["Mirelli"]
    }
    #expect(found.map(\.transcript) == ["Mirella, SN 8K2Q7"])
  }

  @Test func `cancelled work gives no lines and the engine reads the next picture`() throws {
    let page = try DrawnText().page(lines)
    var request = RecognizeTextRequest()
    request.engine = .neural
    var engine = try NeuralRecognizer(request.configuration)
    let late = RecognitionControl(timeLimit: .milliseconds(1))
    #expect(
      code { _ = try engine.recognize(page, request: request, control: late) } == .timedOut
    )
    let cancelled = RecognitionControl()
    cancelled.cancel()
    #expect(
      code { _ = try engine.recognize(page, request: request, control: cancelled) } == .cancelled
    )
    let found = try engine.recognize(page, request: request, control: RecognitionControl())
    #expect(found.map(\.transcript) == lines)
  }
}

struct NeuralEngineChoiceTests {
  @Test func `a neural engine that is asked for and missing says how to get it`() {
    let directory = EngineDirectory(program: "", override: "/nothing/is/here")
    let configuration = RecognizerConfiguration(engine: .neural)
    let error = #expect(throws: RecognitionError.self) {
      _ = try NeuralRecognizer(configuration, directory: directory)
    }
    #expect(error?.code == .engineMissing)
    #expect(error?.remedy?.contains("make build") == true)
  }

  @Test func `a language the models do not know is refused by name`() {
    let thai = Locale.Language(components: .init(languageCode: .init("th")))
    let error = #expect(throws: RecognitionError.self) {
      _ = try NeuralRecognizer(RecognizerConfiguration(engine: .neural, languages: [thai]))
    }
    #expect(error?.code == .languageMissing)
    #expect(error?.message.contains("Thai") == true)
  }

  @Test func `what only Tesseract has chooses Tesseract`() throws {
    var request = RecognizeTextRequest()
    request.tesseract.pageSegmentationMode = .singleLine
    #expect(request.configuration.engine == .tesseract)
    #expect(try EngineRecognizer(request.configuration).engine.name == "tesseract")
  }

  @Test func `the characters of Latin languages leave full-width signs out`() throws {
    let languages = try #require(NeuralLanguages(TesseractLanguage.list("en,de")))
    #expect(languages.allows("ß") && languages.allows("€") && !languages.allows("："))
    #expect(try NeuralLanguages(TesseractLanguage.list("en,ru")) == nil)
  }
}
