public import FoundationEssentials

extension TesseractLanguage {
  /// Finds the model for a name a person writes: BCP-47 (`pt-BR`, `zh-Hans`) or Tesseract's (`por`).
  ///
  /// A region chooses the script where it decides it (`zh-TW` is traditional Chinese) and is
  /// otherwise without effect. A name in no list is looked for among the installed models, so that a
  /// model somebody trained can be used by its file's name.
  ///
  /// - Parameters:
  ///   - name: The name; capitals do not matter, `_` may stand for `-`.
  ///   - models: Where to look for models that are in no list.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument` for an unknown name.
  public init(
    named name: String,
    models: TesseractModels = TesseractModels()
  )
    throws(RecognitionError)
  {
    if let exact = Self.byCode[name] {
      self = exact
    } else if TesseractModels.isFileName(name), models.hasModel(code: name) {
      self.init(unlisted: name)
    } else if let similar = Self.match(tag: name) ?? Self.match(code: name) {
      self = similar
    } else {
      throw RecognitionError(
        .invalidArgument,
        "\"\(name)\" is no language Lectern knows.",
        remedy: "See the installed ones with: lectern languages"
      )
    }
  }

  /// Finds the model for a language.
  ///
  /// - Parameters:
  ///   - language: The language, as BCP-47 or with Tesseract's name for its language code.
  ///   - models: Where to look for models that are in no list.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument` for an unknown language.
  public init(
    _ language: Locale.Language,
    models: TesseractModels = TesseractModels()
  )
    throws(RecognitionError)
  {
    try self.init(named: LanguageSubtags(language).name, models: models)
  }

  /// Reads a list as options write it: `en,de`, `eng+deu`, `zh-Hans`.
  ///
  /// - Parameters:
  ///   - list: Names separated by `,` or `+`; the most important first. Repetitions are dropped.
  ///   - models: Where to look for models that are in no list.
  /// - Returns: At least one language.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument` for an unknown name or none.
  public static func list(
    _ list: String,
    models: TesseractModels = TesseractModels()
  )
    throws(RecognitionError) -> [TesseractLanguage]
  {
    var languages: [TesseractLanguage] = []
    for part in list.split(whereSeparator: { $0 == "," || $0 == "+" || $0 == " " }) {
      let language = try TesseractLanguage(named: String(part), models: models)
      if !languages.contains(language) { languages.append(language) }
    }
    guard !languages.isEmpty else {
      throw RecognitionError(
        .invalidArgument,
        "The list of languages is empty.",
        remedy: "Name at least one, such as en; see: lectern languages"
      )
    }
    return languages
  }

  /// The language to read when none is asked for: the locale's if its model is here, else English.
  ///
  /// - Parameters:
  ///   - environment: `LC_ALL`, `LC_MESSAGES` and `LANG`; the first that is set decides.
  ///   - models: Which models are here.
  /// - Returns: One language.
  public static func preferred(
    environment: [String: String],
    models: TesseractModels = TesseractModels()
  ) -> TesseractLanguage {
    let english = TesseractLanguage(code: "eng", identifier: "en", name: "English")
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // `sr_RS.UTF-8@latin`: the encoding says nothing, the modifier may name the script.
    guard let locale, let base = locale.split(whereSeparator: { $0 == "." || $0 == "@" }).first
    else { return english }
    let isLatin = locale.hasSuffix("@latin")
    let parts = base.split(separator: "_").map(String.init)
    let tag = isLatin ? "\(parts[0])-Latn" : parts.joined(separator: "-")
    guard let match = match(tag: tag), models.hasModel(code: match.code) else { return english }
    return match
  }

  private static func match(code: String) -> TesseractLanguage? {
    all.first { $0.code.lowercased() == code.lowercased() }
  }

  private static func match(tag: String) -> TesseractLanguage? {
    let wanted = LanguageSubtags(tag: tag)
    if let exact = all.first(where: { $0.identifier.lowercased() == wanted.tag }) { return exact }
    guard !wanted.hasExtension, wanted.isUnderstood else { return nil }
    let family = all.filter { row in
      let subtags = LanguageSubtags(tag: row.identifier)
      return subtags.language == wanted.language && !subtags.hasExtension
    }
    return family.first { LanguageSubtags(tag: $0.identifier).script == wanted.impliedScript }
      ?? (wanted.script == nil || family.count == 1 ? family.first : nil)
  }
}
