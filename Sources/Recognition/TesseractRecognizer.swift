public import Imaging

/// Reads text with Tesseract, offline, in every language it has a model for.
///
/// Make one, keep it, use it for many pictures: making it loads the models (about a tenth of a
/// second), and what it reads in one picture never depends on those before. It has one owner and
/// blocks while it works, on one core; use several for several pictures at once.
public struct TesseractRecognizer: ~Copyable, TextRecognizer {
  /// Which engine and models these are.
  public let engine: RecognitionEngine

  /// What the engine was made for.
  public let configuration: RecognizerConfiguration

  var handle: TesseractHandle

  /// Loads the models of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: A request's ``RecognizeTextRequest/configuration``.
  ///   - models: Where the models are looked for.
  /// - Throws: ``RecognitionError`` when a language is unknown, missing, damaged or unreadable, or when
  ///   no model is installed at all.
  public init(
    _ configuration: RecognizerConfiguration,
    models: TesseractModels = TesseractModels()
  )
    throws(RecognitionError)
  {
    var languages: [TesseractLanguage] = []
    for language in configuration.languages {
      let found = try TesseractLanguage(language, models: models)
      if !languages.contains(found) { languages.append(found) }
    }
    if languages.isEmpty { languages = try TesseractLanguage.list("eng", models: models) }
    let place = try models.locate(languages)
    let words = CustomWordFile(configuration.customWords)
    handle = try TesseractHandle(
      directory: place.directory,
      languages: languages.map(\.code).joined(separator: "+"),
      variables: configuration.variables(words: words)
    )
    self.configuration = configuration
    engine = RecognitionEngine(
      name: "tesseract",
      version: TesseractHandle.libraryVersion,
      models: zip(languages, place.versions).map { "\($0.code) \($1)".trimmed }
    )
  }

  /// Reads the text of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture, upright, at most 32767 pixels on a side.
  ///   - request: What to read; its ``RecognizeTextRequest/configuration`` must be this engine's.
  ///   - control: Cancels, limits and reports on the work.
  /// - Returns: The lines in reading order; none when the picture holds no text.
  /// - Throws: ``RecognitionError``; cancelled work never returns lines.
  public mutating func recognize(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    control: RecognitionControl
  ) throws(RecognitionError) -> [RecognizedTextObservation] {
    let watch = RecognitionWatch(control)
    try watch.check()
    let region = request.regionOfInterest.pixelRect(in: image.size)
    let page = try read(image, region: region, request: request, watch: watch)
    let builder = ObservationBuilder(size: image.size, engine: engine, request: request)
    let lines = builder.observations(from: page)
    try watch.check()
    watch.finish()
    return lines
  }

  private mutating func read(
    _ image: LumaImage,
    region: PixelRect,
    request: RecognizeTextRequest,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [EngineLine] {
    watch.begin(0..<1)
    let outcome = handle.recognize(
      image,
      region: region,
      mode: 3,
      resolution: 300,
      watch: watch
    )
    defer { handle.clear() }
    switch outcome {
    case .interrupted:
      try watch.check()
      return []
    case .failed:
      throw RecognitionError(
        .engineFailed,
        "Tesseract failed on a picture of \(image.size) pixels."
      )
    case .finished:
      return handle.lines(withAlternatives: request.maximumCandidateCount > 1)
    }
  }
}

extension RecognizerConfiguration {
  /// Tesseract's variables for this configuration, to set while an engine is made.
  func variables(words: borrowing CustomWordFile) -> [String: String] {
    var variables = initialVariables
    if !usesLanguageCorrection {
      for dictionary in ["system", "freq", "unambig", "punc", "number", "bigram"] {
        variables["load_\(dictionary)_dawg"] = "0"
      }
    }
    if let path = words.path { variables["user_words_file"] = path }
    return variables
  }
}
