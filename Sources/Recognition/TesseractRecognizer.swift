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
    defer { withExtendedLifetime(words) {} }
    let handle = try TesseractHandle(
      directory: place.directory,
      languages: languages.map(\.code).joined(separator: "+"),
      variables: configuration.variables(words: words)
    )
    for (name, value) in configuration.initialVariables {
      try handle.check(value, for: name)
    }
    self.handle = handle
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
    try check(image.size, request)
    let factor = request.reduction(for: image.size)
    let picture = factor > 1 ? image.reduced(toLongSide: image.longSide / factor) : image
    let region = request.regionOfInterest.pixelRect(in: picture.size)
    guard min(region.width, region.height) >= Self.smallestSide else {
      watch.finish()
      return []
    }
    let previous = try handle.apply(RequestVariables(request))
    defer { handle.restore(previous) }
    let reading = try read(picture.cropped(to: region), request: request, watch: watch)
    let enlarged = Homography(
      scale: SIMD2(Double(factor), Double(factor)),
      offset: SIMD2(Double(region.x * factor), Double(region.y * factor))
    )
    let builder = ObservationBuilder(
      size: image.size,
      engine: engine,
      request: request,
      origin: reading.origin.then(enlarged)
    )
    let observations = builder.observations(from: reading.lines)
    try watch.check()
    watch.finish()
    return observations
  }

  // Less holds no letter, and Tesseract complains about it.
  private static let smallestSide = 4
  // Tesseract counts pixels in 16 bits.
  private static let largestSide = 32767

  private func check(_ size: PixelSize, _ request: RecognizeTextRequest) throws(RecognitionError) {
    try request.check(for: configuration)
    guard max(size.width, size.height) <= Self.largestSide else {
      throw RecognitionError(
        .invalidArgument,
        "A picture of \(size) pixels is too large for Tesseract.",
        remedy: "Make it smaller: a side may have \(Self.largestSide) pixels."
      )
    }
  }
}

extension TesseractRecognizer {
  /// Reads a picture the way the request's level asks for.
  private mutating func read(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> Reading {
    guard request.recognitionLevel == .fast else {
      return try readAccurately(image, request: request, watch: watch)
    }
    watch.begin(0..<1)
    let mode = request.tesseract.pageSegmentationMode ?? .automatic
    return try pass(PageView(image), mode: mode, request: request, watch: watch)
  }

  /// Reads a view of the picture once.
  mutating func pass(
    _ view: PageView,
    mode: TesseractOptions.PageSegmentationMode,
    request: RecognizeTextRequest,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> Reading {
    let outcome = handle.recognize(
      view.image,
      mode: CInt(mode.rawValue),
      resolution: Self.resolution,
      watch: watch
    )
    defer { handle.clear() }
    switch outcome {
    case .interrupted:
      try watch.check()
      return Reading([], origin: view.origin)
    case .failed:
      throw RecognitionError(
        .engineFailed,
        "Tesseract failed on a picture of \(view.image.size) pixels."
      )
    case .finished:
      let lines = handle.lines(withAlternatives: request.maximumCandidateCount > 1)
      return Reading(lines, origin: view.origin)
    }
  }

  // Whatever the file claims: a camera's picture has no resolution, and a result must not depend on
  // a number nobody set on purpose. Tesseract uses it to tell gaps between columns.
  private static let resolution: CInt = 300
}

extension RecognizeTextRequest {
  /// How many times smaller the picture may be read without losing text of the smallest height.
  ///
  /// A line 32 pixels high, with letters of half that, is read as well as a larger one in less time.
  fileprivate func reduction(for size: PixelSize) -> Int {
    min(max(Int(minimumTextHeightFraction * Double(size.height)) / 32, 1), 16)
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
