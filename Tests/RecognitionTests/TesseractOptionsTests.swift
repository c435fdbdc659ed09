import Imaging
import Recognition
import TestSupport
import Testing

@Suite
struct TesseractOptionsTests {
  let image: LumaImage

  init() throws { image = try DrawnText().page(["Kxq zvw 88"]) }

  @Test(arguments: [
    ("no_such_thing", "1"), ("edges_max_children_layers", "many"), ("debug_file", "/dev/stderr"),
    ("tessedit_pageseg_mode", "6"), ("load_system_dawg", "perhaps"),
  ])
  func `a variable that cannot be set is named`(name: String, value: String) {
    let error = #expect(throws: RecognitionError.self) {
      try read(image) { $0.tesseract.variables[name] = value }
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains(name) == true)
  }

  @Test func `a variable set for one request is back for the next`() throws {
    var request = RecognizeTextRequest()
    var engine = try TesseractRecognizer(request.configuration)
    let control = RecognitionControl()
    let plain = try engine.recognize(image, request: request, control: control).map(\.candidates)
    request.tesseract.variables = ["tessedit_char_whitelist": "0123456789"]
    let digits = try engine.recognize(image, request: request, control: control)
    #expect(digits.allSatisfy { $0.transcript.allSatisfy { !$0.isLetter } })
    request.tesseract.variables = ["tessedit_char_blacklist": "K", "nonsense": "1"]
    #expect(throws: RecognitionError.self) {
      try engine.recognize(image, request: request, control: control)
    }
    request.tesseract.variables = [:]
    let again = try engine.recognize(image, request: request, control: control).map(\.candidates)
    #expect(again == plain)
  }

  @Test func `a variable for making the engine is part of its configuration`() throws {
    var request = RecognizeTextRequest()
    request.tesseract.variables = ["load_system_dawg": "0", "edges_max_children_layers": "6"]
    #expect(request.configuration.initialVariables == ["load_system_dawg": "0"])
    #expect(request.configuration != RecognizeTextRequest().configuration)
  }

  @Test func `a request for another engine is refused`() throws {
    var engine = try TesseractRecognizer(RecognizeTextRequest().configuration)
    var request = RecognizeTextRequest()
    request.usesLanguageCorrection = false
    let error = #expect(throws: RecognitionError.self) {
      try engine.recognize(image, request: request, control: RecognitionControl())
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `the page can be taken for a single line`() throws {
    let lines = try read(image) { $0.tesseract.pageSegmentationMode = .singleLine }
    #expect(lines.count == 1)
  }

  @Test func `numbers out of range are refused`() {
    #expect(
      code { _ = try read(image) { $0.minimumTextHeightFraction = .nan } } == .invalidArgument
    )
    #expect(code { _ = try read(image) { $0.maximumCandidateCount = 0 } } == .invalidArgument)
    #expect(code { _ = try read(LumaImage(width: 40000, height: 4)) } == .invalidArgument)
  }
}
