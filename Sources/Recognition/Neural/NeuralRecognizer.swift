public import Imaging

/// Reads text with neural models (PP-OCRv6 on OpenVINO), offline.
///
/// It reads pictures as a camera makes them better than Tesseract, in the languages its models know.
/// The library and the models are looked for at run time. Make one, keep it, use it for many pictures;
/// it has one owner and blocks while it works, on up to two cores.
public struct NeuralRecognizer: ~Copyable, TextRecognizer {
  /// Which engine and models these are.
  public let engine: RecognitionEngine

  /// What the engine was made for.
  public let configuration: RecognizerConfiguration

  /// What to make Tesseract with where this engine does not work; `nil` where it was asked for by name.
  var substitute: RecognizerConfiguration?

  private let library: NeuralLibrary
  private let languages: NeuralLanguages
  // The pair that was used last; pictures of one request all want the same.
  private var reader: NeuralReader?
  private var options: TesseractOptions?
  private var alternatives = 0

  /// Loads the library.
  ///
  /// - Parameter configuration: A request's ``RecognizeTextRequest/configuration``.
  /// - Throws: ``RecognitionError`` when the library or the models are missing or damaged, or a language
  ///   is not among those the models know.
  public init(_ configuration: RecognizerConfiguration) throws(RecognitionError) {
    try self.init(configuration, directory: .current)
  }

  package init(
    _ configuration: RecognizerConfiguration,
    directory: EngineDirectory,
    models: TesseractModels = TesseractModels()
  ) throws(RecognitionError) {
    var known: [TesseractLanguage] = []
    for language in configuration.languages {
      known.append(try TesseractLanguage(language, models: models))
    }
    guard let languages = NeuralLanguages(known) else {
      let foreign = known.first { !NeuralLanguages.codes.contains($0.code) }
      throw RecognitionError(
        .languageMissing,
        "The neural engine does not read \(foreign?.name ?? "this language").",
        remedy: "Use --engine auto or --engine tesseract."
      )
    }
    guard let files = NeuralFiles(directory) else {
      throw RecognitionError(
        .engineMissing,
        "The neural engine is not installed; looked in \(directory.folders.joined(separator: ", ")).",
        remedy: NeuralFiles.remedy
      )
    }
    library = try NeuralLibrary.shared(files)
    self.languages = languages
    self.configuration = configuration
    engine = Self.engine(library, NeuralFiles.Tier.allCases)
  }

  /// Reads the text of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
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
    try request.check(for: configuration)
    let region = request.regionOfInterest.pixelRect(in: image.size)
    guard min(region.width, region.height) >= Self.smallestSide else {
      watch.finish()
      return []
    }
    let tier = languages.tier(request.recognitionLevel)
    let characters = try library.characters(tier)
    try prepare(tier, characters, request)
    let readings = try reader?.read(image.cropped(to: region), watch: watch) ?? []
    let page = NeuralPage(
      size: image.size,
      origin: region,
      engine: Self.engine(library, [tier]),
      request: request
    )
    let observations = page.observations(readings)
    try watch.check()
    watch.finish()
    return observations
  }

  // Less holds no letter.
  private static let smallestSide = 4

  /// Makes sure that the pair of models a request wants is there and reads what it wants.
  private mutating func prepare(
    _ tier: NeuralFiles.Tier,
    _ characters: CharacterSet,
    _ request: RecognizeTextRequest
  ) throws(RecognitionError) {
    let count = request.maximumCandidateCount > 1 ? Self.alternativeCount : 0
    guard reader?.tier != tier || options != request.tesseract || alternatives != count else {
      return
    }
    (options, alternatives) = (request.tesseract, count)
    let (allowed, denied) = (
      Set(request.tesseract.allowedCharacters), Set(request.tesseract.deniedCharacters)
    )
    let languages = languages
    let numbers = characters.numbers { text in
      languages.allows(text) && (allowed.isEmpty || text.allSatisfy(allowed.contains))
        && !text.contains(where: denied.contains)
    }
    let isAll = numbers.count == characters.texts.count - 1
    let words = configuration.customWords
    reader = nil
    reader = NeuralReader(
      try library.seat(tier),
      characters: characters,
      decoder: CTCDecoder(
        allowed: isAll ? nil : numbers,
        blank: characters.blank,
        alternativeCount: count,
        lexicon: words.isEmpty
          ? nil : Lexicon(words, characters: characters, allowed: isAll ? nil : numbers),
        context: configuration.usesLanguageCorrection
          ? LetterContext(characters: characters, allowed: isAll ? nil : numbers) : nil
      )
    )
  }

  // As many as Tesseract usually gives; a line's candidates need no more.
  private static let alternativeCount = 4

  private static func engine(
    _ library: NeuralLibrary,
    _ tiers: [NeuralFiles.Tier]
  ) -> RecognitionEngine {
    RecognitionEngine(
      name: "neural",
      version: "OpenVINO \(library.version)",
      models: tiers.map { "PP-OCRv6 \($0.rawValue)" }
    )
  }
}
