public import Imaging

/// The engine a request chooses.
public enum EngineRecognizer: ~Copyable, TextRecognizer {
  /// Tesseract.
  case tesseract(TesseractRecognizer)

  /// The neural engine.
  case neural(NeuralRecognizer)

  /// Loads the engine a configuration chooses.
  ///
  /// - Parameter configuration: A request's ``RecognizeTextRequest/configuration``.
  /// - Throws: ``RecognitionError`` when the engine or a language is missing or damaged. A neural engine
  ///   that cannot be loaded is an error only where it was asked for by name.
  public init(_ configuration: RecognizerConfiguration) throws(RecognitionError) {
    switch configuration.engine {
    case .tesseract:
      self = .tesseract(try TesseractRecognizer(configuration))
    case .neural:
      self = .neural(try NeuralRecognizer(configuration))
    case .auto:
      if var neural = try? NeuralRecognizer(configuration) {
        neural.substitute = configuration
        self = .neural(neural)
      } else {
        self = .tesseract(try TesseractRecognizer(configuration))
      }
    }
  }

  /// Which engine and models these are.
  public var engine: RecognitionEngine {
    switch self {
    case .tesseract(let recognizer): recognizer.engine
    case .neural(let recognizer): recognizer.engine
    }
  }

  /// Reads the text of a picture; see ``TextRecognizer/recognize(_:request:control:)``.
  ///
  /// A neural engine that was not asked for by name and does not work on this machine gives way to
  /// Tesseract, for this picture and for good.
  public mutating func recognize(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    control: RecognitionControl
  ) throws(RecognitionError) -> [RecognizedTextObservation] {
    switch consume self {
    case .tesseract(var recognizer):
      do throws(RecognitionError) {
        let lines = try recognizer.recognize(image, request: request, control: control)
        self = .tesseract(recognizer)
        return lines
      } catch {
        self = .tesseract(recognizer)
        throw error
      }
    case .neural(var recognizer):
      let (failure, substitute): (RecognitionError, RecognizerConfiguration?)
      do throws(RecognitionError) {
        let lines = try recognizer.recognize(image, request: request, control: control)
        self = .neural(recognizer)
        return lines
      } catch {
        (failure, substitute) = (error, recognizer.substitute)
        self = .neural(recognizer)
      }
      guard let substitute, failure.code == .engineFailed else { throw failure }
      var tesseract = try TesseractRecognizer(substitute)
      let lines = try tesseract.recognize(image, request: request, control: control)
      self = .tesseract(tesseract)
      return lines
    }
  }

  /// Makes sure that a request can be obeyed, so that a wrong setting is found before any picture.
  ///
  /// - Parameter request: A request of this engine's configuration.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument`.
  public mutating func validate(_ request: RecognizeTextRequest) throws(RecognitionError) {
    switch consume self {
    case .tesseract(var recognizer):
      do throws(RecognitionError) {
        try recognizer.validate(request)
        self = .tesseract(recognizer)
      } catch {
        self = .tesseract(recognizer)
        throw error
      }
    case .neural(let recognizer):
      self = .neural(recognizer)
      try request.check(for: request.configuration)
    }
  }
}
