import FoundationEssentials
import Testing

@testable import Recognition

@Suite
struct TesseractLanguageTests {
  @Test(arguments: [
    ("en", "eng"), ("eng", "eng"), ("EN", "eng"), ("en-GB", "eng"), ("de", "deu"), ("ger", "deu"),
    ("pt-BR", "por"), ("zh-Hans", "chi_sim"), ("zh", "chi_sim"), ("zh-TW", "chi_tra"),
    ("zh_Hant", "chi_tra"), ("sr", "srp"), ("sr-Latn", "srp_latn"), ("sr-Latn-RS", "srp_latn"),
    ("nb", "nor"), ("he", "heb"), ("iw", "heb"), ("az-Cyrl", "aze_cyrl"), ("fil", "fil"),
    ("jpn_vert", "jpn_vert"), ("script/Latin", "script/Latin"), ("und-Latn", "script/Latin"),
    ("de-Latf", "frk"), ("en-Latn-US", "eng"),
  ])
  func `a name is understood`(name: String, code: String) throws {
    #expect(try TesseractLanguage(named: name).code == code)
  }

  @Test(arguments: ["", "xx", "klingon", "../../etc/passwd", "osd", "x-old"])
  func `an unknown name is refused with a hint`(name: String) {
    let error = #expect(throws: RecognitionError.self) { try TesseractLanguage(named: name) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.description.contains("lectern languages") == true)
  }

  @Test(arguments: ["en,de", "eng+deu", "en, de", "en+de,en"])
  func `a list is split and repetitions are dropped`(list: String) throws {
    #expect(try TesseractLanguage.list(list).map(\.code) == ["eng", "deu"])
  }

  @Test(arguments: ["", ",", "en,xx"])
  func `a list with nothing or something unknown in it is refused`(list: String) {
    #expect(throws: RecognitionError.self) { try TesseractLanguage.list(list) }
  }

  @Test func `every language survives the way through a request`() throws {
    for language in TesseractLanguage.all {
      #expect(try TesseractLanguage(language.language) == language)
      #expect(try TesseractLanguage(named: language.code) == language)
    }
    #expect(TesseractLanguage.all.count == 160)
    #expect(Set(TesseractLanguage.all.map(\.identifier)).count == 160)
  }

  @Test(arguments: [
    ("eng", "tesseract-ocr-eng"), ("chi_sim_vert", "tesseract-ocr-chi-sim-vert"),
    ("script/HanS_vert", "tesseract-ocr-script-hans-vert"),
    ("script/Fraktur", "tesseract-ocr-script-frak"),
    ("script/Vietnamese", "tesseract-ocr-script-viet"),
    ("script/Japanese", "tesseract-ocr-script-jpan"),
  ])
  func `the Debian package is named`(code: String, package: String) throws {
    #expect(try TesseractLanguage(named: code).debianPackage == package)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "deu"), (["LANG": "de_DE.UTF-8", "LC_ALL": "en_US.UTF-8"], "eng"),
    (["LC_MESSAGES": "de", "LANG": "en_US"], "deu"), (["LANG": "C"], "eng"),
    (["LANG": "C.UTF-8"], "eng"), ([:], "eng"), (["LANG": "fr_FR"], "eng"),
    (["LC_ALL": "", "LANG": "sr_RS@latin"], "srp_latn"),
  ])
  func `the locale's language is preferred where it is installed`(
    environment: [String: String],
    code: String
  ) throws {
    let models = try TemporaryModels(["eng", "deu", "srp_latn"])
    #expect(
      TesseractLanguage.preferred(environment: environment, models: models.models).code == code
    )
  }
}
