import Imaging
import Recognition
import TestSupport
import Testing

@Test func `the engine writes nothing to standard error, not even when the process ends`()
  async throws
{
  let result = try await #require(
    processExitsWith: .success,
    observing: [\.standardErrorContent]
  ) {
    var request = RecognizeTextRequest()
    var engine = try TesseractRecognizer(request.configuration)
    let page = try DrawnText().page(["Text between", "empty pictures"])
    for image in [Textless.white.image, page, Textless.noise.image, Textless.tiny.image] {
      for level in RecognizeTextRequest.RecognitionLevel.allCases {
        request.recognitionLevel = level
        _ = try engine.recognize(image, request: request, control: RecognitionControl())
      }
    }
    request.tesseract.variables["no_such_thing"] = "1"
    _ = try? engine.recognize(page, request: request, control: RecognitionControl())
  }
  #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
}
