public import FoundationEssentials

/// What an engine is made for: the part of a request that cannot change afterwards.
///
/// Making an engine costs about a tenth of a second, so a pool keeps engines by this key. Two requests
/// with equal configurations can share one engine; everything else in them may differ.
public struct RecognizerConfiguration: Sendable, Hashable {
  /// Which engine reads.
  public var engine: EngineChoice

  /// The languages, the most important first.
  public var languages: [Locale.Language]

  /// Whether the engine's dictionaries are loaded.
  public var usesLanguageCorrection: Bool

  /// Words to prefer over similar ones; empty while ``usesLanguageCorrection`` is off.
  public var customWords: [String]

  /// Tesseract's variables that only count while an engine is made.
  public var initialVariables: [String: String]

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - engine: Which engine reads.
  ///   - languages: The languages, the most important first.
  ///   - usesLanguageCorrection: Whether the engine's dictionaries are loaded.
  ///   - customWords: Words to prefer; dropped when there is no language correction.
  ///   - initialVariables: Tesseract's variables that only count while an engine is made.
  public init(
    engine: EngineChoice = .auto,
    languages: [Locale.Language] = RecognizeTextRequest().recognitionLanguages,
    usesLanguageCorrection: Bool = true,
    customWords: [String] = [],
    initialVariables: [String: String] = [:]
  ) {
    self.engine = engine
    self.languages = languages
    self.usesLanguageCorrection = usesLanguageCorrection
    self.customWords = usesLanguageCorrection ? customWords : []
    self.initialVariables = initialVariables
  }
}

extension RecognizeTextRequest {
  /// What an engine must be made for to serve this request.
  public var configuration: RecognizerConfiguration {
    RecognizerConfiguration(
      engine: engine == .auto && tesseract.isTesseractOnly ? .tesseract : engine,
      languages: recognitionLanguages,
      usesLanguageCorrection: usesLanguageCorrection,
      customWords: customWords,
      initialVariables: tesseract.variables.filter { TesseractOptions.isInitial($0.key) }
    )
  }

  /// The languages that can be read on this machine now, by whichever engine; Vision's
  /// `supportedRecognitionLanguages`.
  public var supportedRecognitionLanguages: [TesseractLanguage] {
    let installed = TesseractModels().installed
    guard NeuralEngine.isInstalled else { return installed }
    let more = NeuralEngine.languages.filter { !installed.contains($0) }
    return (installed + more).sorted { ($0.name, $0.code) < ($1.name, $1.code) }
  }
}

extension TesseractOptions {
  /// Whether something is set that only Tesseract has.
  var isTesseractOnly: Bool { pageSegmentationMode != nil || !variables.isEmpty }

  /// Whether a variable only counts while an engine is made.
  ///
  /// Tesseract accepts such a variable later and ignores it in silence.
  static func isInitial(_ name: String) -> Bool { initialNames.contains(name) }

  private static let initialNames: Set<String> = [
    "ambigs_debug_level", "language_model_ngram_on", "language_model_use_sigmoidal_certainty",
    "load_bigram_dawg", "load_freq_dawg", "load_number_dawg", "load_punc_dawg", "load_system_dawg",
    "load_unambig_dawg", "log_level", "tessedit_init_config_only", "tessedit_ocr_engine_mode",
    "user_patterns_file", "user_patterns_suffix", "user_words_file", "user_words_suffix",
  ]
}
