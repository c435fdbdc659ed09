import FoundationEssentials
import Glibc
import Imaging
import Testing

@testable import Recognition

/// A directory of models that is gone when the test is.
final class TemporaryModels {
  let path: String

  var models: TesseractModels { TesseractModels(directories: [path]) }

  /// Copies of the installed English model under some names.
  init(_ codes: [String]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "models-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: path + "/script",
      withIntermediateDirectories: true
    )
    let english = try Self.english
    for code in codes { try add(code, english) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ code: String) -> String { "\(path)/\(code).traineddata" }

  func add(_ code: String, _ data: Data) throws { try data.write(to: URL(filePath: file(code))) }

  static var english: Data {
    get throws {
      let file = TesseractModels().directories.map { $0 + "/eng.traineddata" }
        .first { FileManager.default.fileExists(atPath: $0) }
      return try Data(contentsOf: URL(filePath: try #require(file, "needs tesseract-ocr-eng")))
    }
  }
}

@Suite
struct TesseractModelsTests {
  private func error(_ list: String, _ models: TesseractModels) -> RecognitionError? {
    do throws(RecognitionError) {
      let languages = try TesseractLanguage.list(list, models: models)
      _ = try TesseractRecognizer(
        RecognizerConfiguration(languages: languages.map(\.language)),
        models: models
      )
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["de", "eng+deu", "deu+eng"])
  func `a missing model is named with its package`(list: String) throws {
    let models = try TemporaryModels(["eng"])
    let error = try #require(self.error(list, models.models))
    #expect(error.code == .languageMissing)
    #expect(error.message == "No model for German (deu) in \(models.path).")
    #expect(error.remedy == "Install it: sudo apt-get install tesseract-ocr-deu")
  }

  @Test func `without any model the engine is missing`() throws {
    let models = try TemporaryModels([])
    for place in [models.models, TesseractModels(directories: ["/nonexistent"])] {
      let error = try #require(self.error("en", place))
      #expect(error.code == .engineMissing)
      #expect(error.remedy?.contains("tesseract-ocr-eng") == true)
    }
  }

  @Test(arguments: [
    ("empty", 0), ("three bytes", 3), ("cut in its table", 90), ("cut in half", 2_000_000),
    ("cut near its end", 4_113_000),
  ])
  func `a model that was cut off is damaged`(name: String, size: Int) throws {
    let models = try TemporaryModels(["eng"])
    try models.add("deu", try TemporaryModels.english.prefix(size))
    let error = try #require(self.error("eng+deu", models.models))
    #expect(error.code == .languageDamaged)
    #expect(error.message.contains(models.file("deu")))
    #expect(error.remedy?.contains("tesseract-ocr-deu") == true)
    #expect(models.models.installed.map(\.code) == ["eng"])
  }

  @Test(arguments: [
    "<!DOCTYPE html><html><body>404: Not Found</body></html>", "404", "\u{1}\0\0\0",
  ])
  func `a file that is no model is damaged`(content: String) throws {
    let models = try TemporaryModels([])
    try models.add("deu", Data((content + String(repeating: " ", count: 400)).utf8))
    try models.add("eng", try TemporaryModels.english)
    #expect(error("deu", models.models)?.code == .languageDamaged)
  }

  @Test func `a model whose table leads backwards is damaged`() throws {
    let models = try TemporaryModels([])
    var data = try TemporaryModels.english
    // The offset of the part after the network, before the network's own.
    data[4 + 8 * 18 + 1] = 0
    data[4 + 8 * 18 + 2] = 0
    try models.add("eng", data)
    #expect(error("eng", models.models)?.code == .languageDamaged)
  }

  @Test func `a directory in a model's place is unreadable`() throws {
    let models = try TemporaryModels(["eng"])
    try FileManager.default.createDirectory(
      atPath: models.file("deu"),
      withIntermediateDirectories: true
    )
    #expect(error("deu", models.models)?.code == .languageUnreadable)
  }

  @Test(.enabled(if: getuid() != 0, "skipped: root may read everything"))
  func `a model without the right to read it is unreadable`() throws {
    let models = try TemporaryModels(["eng", "deu"])
    unsafe chmod(models.file("deu"), 0)
    let error = try #require(self.error("deu", models.models))
    #expect(error.code == .languageUnreadable)
    #expect(error.remedy?.contains("chmod") == true)
  }

  @Test func `a model somebody trained is used by its name`() throws {
    let models = try TemporaryModels(["eng", "my_receipts", "script/Latin"])
    #expect(models.models.installed.map(\.code) == ["eng", "script/Latin", "my_receipts"])
    #expect(error("my_receipts", models.models) == nil)
    #expect(error("my_receipts", TesseractModels(directories: ["/nonexistent"])) != nil)
  }

  @Test func `the environment's directory is the only one when it is set`() {
    #expect(
      TesseractModels(environment: ["TESSDATA_PREFIX": "/data"]).directories
        == ["/data", "/data/tessdata"]
    )
    #expect(
      TesseractModels(environment: [:]).directories.contains("/usr/share/tesseract-ocr/5/tessdata")
    )
  }
}
