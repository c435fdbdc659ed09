import Imaging
import Recognition
import TestSupport
import Testing

@Suite
struct CustomWordsTests {
  private static let words = ["Mirelli", "Wembrill", "Zelmira", "Brivolo", "Harlunde", "Ivelline"]

  /// The words, out of focus.
  private static func pictures() throws -> [LumaImage] {
    let drawn = try DrawnText()
    return words.flatMap { word in
      (2...3).map { reach in drawn.page([word]).blurred(reach: reach) }
    }
  }

  @Test func `words of the user's own are read where they would be misread`() throws {
    let pictures = try Self.pictures()
    func right(_ configure: (inout RecognizeTextRequest) -> Void) throws -> Int {
      var request = RecognizeTextRequest()
      request.recognitionLevel = .fast
      request.tesseract.pageSegmentationMode = .singleLine
      configure(&request)
      var engine = try TesseractRecognizer(request.configuration)
      var count = 0
      for picture in pictures {
        let lines = try engine.recognize(picture, request: request, control: RecognitionControl())
        if lines.contains(where: { Self.words.contains($0.transcript) }) { count += 1 }
      }
      return count
    }
    let without = try right { _ in }
    let with = try right { $0.customWords = Self.words }
    #expect(with > without)
  }

  @Test func `without language correction custom words are ignored`() throws {
    var request = RecognizeTextRequest()
    request.usesLanguageCorrection = false
    let bare = request.configuration
    request.customWords = ["Mirelli"]
    #expect(request.configuration == bare)
    let page = try DrawnText().page(["SN 8K2Q7 Mirelli"])
    #expect(
      try read(page) { $0.usesLanguageCorrection = false }.first?.transcript == "SN 8K2Q7 Mirelli"
    )
  }
}

extension LumaImage {
  /// The mean over the square around each pixel.
  func blurred(reach: Int) -> LumaImage {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        var (sum, count) = (0, 0)
        for row in max(y - reach, 0)...min(y + reach, height - 1) {
          for column in max(x - reach, 0)...min(x + reach, width - 1) {
            sum += Int(self[column, row])
            count += 1
          }
        }
        result[x, y] = UInt8(sum / count)
      }
    }
    return result
  }
}
