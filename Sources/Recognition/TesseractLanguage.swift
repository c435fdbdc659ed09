public import FoundationEssentials

/// A language, or a script, Tesseract has a model for.
public struct TesseractLanguage: Sendable, Hashable, Codable, Identifiable {
  /// Tesseract's name: `eng`, `chi_sim`, `script/Latin`; the model is the file `CODE.traineddata`.
  public let code: String

  /// The BCP-47 name: `en`, `zh-Hans`, `und-Latn`.
  public let identifier: String

  /// The English name.
  public let name: String

  /// Tesseract's name, which is unique.
  public var id: String { code }

  init(code: String, identifier: String, name: String) {
    self.code = code
    self.identifier = identifier
    self.name = name
  }

  /// A model that is in no list, such as one somebody trained: its name is all that is known.
  init(unlisted code: String) {
    self.init(code: code, identifier: "und-x-\(code)", name: code)
  }

  /// The Debian package that holds the model; `nil` for a model Debian does not have.
  public var debianPackage: String? {
    guard Self.byCode[code] != nil else { return nil }
    guard code.hasPrefix("script/") else {
      return "tesseract-ocr-" + code.split(separator: "_").joined(separator: "-")
    }
    let script =
      switch code {
      case "script/Fraktur": "frak"
      case "script/Vietnamese": "viet"
      default: identifier.split(separator: "-").dropFirst().first.map { $0.lowercased() } ?? ""
      }
    return "tesseract-ocr-script-" + script + (code.hasSuffix("_vert") ? "-vert" : "")
  }

  /// The language as requests take it.
  ///
  /// Models with no BCP-47 name of their own (vertical Japanese, old Spanish, a script) carry
  /// Tesseract's name as the language code, which every initializer here accepts.
  public var language: Locale.Language {
    let tags = identifier.split(separator: "-").map(String.init)
    guard tags[0] != "und", !tags.contains("x"), tags.count <= 2 else {
      return Locale.Language(components: .init(languageCode: .init(code)))
    }
    return Locale.Language(
      components: .init(
        languageCode: .init(tags[0]),
        script: tags.count > 1 ? .init(tags[1]) : nil
      )
    )
  }
}
