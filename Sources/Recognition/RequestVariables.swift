/// What a request sets in the engine, and takes back afterwards.
struct RequestVariables {
  /// Names and values, in a fixed order.
  let values: [(name: String, value: String)]

  /// Collects the variables of a request.
  ///
  /// - Throws: ``RecognitionError`` with the code `invalidArgument` for a variable that has a property
  ///   of its own or must stay as it is.
  init(_ request: RecognizeTextRequest) throws(RecognitionError) {
    let options = request.tesseract
    for (name, reason) in Self.reserved where options.variables[name] != nil {
      throw RecognitionError(.invalidArgument, "The variable \(name) cannot be set: \(reason).")
    }
    var variables = options.variables.filter { !TesseractOptions.isInitial($0.key) }
    if !options.allowedCharacters.isEmpty {
      variables["tessedit_char_whitelist"] = options.allowedCharacters
    }
    if !options.deniedCharacters.isEmpty {
      variables["tessedit_char_blacklist"] = options.deniedCharacters
    }
    if request.maximumCandidateCount > 1 { variables["lstm_choice_mode"] = "2" }
    values = variables.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  private static let reserved = [
    (name: "debug_file", reason: "Lectern keeps the engine silent"),
    (name: "tessedit_pageseg_mode", reason: "the page segmentation mode has an option of its own"),
  ]
}

extension TesseractHandle {
  /// Sets variables.
  ///
  /// - Parameter variables: Names and values; when one is refused, none stays set.
  /// - Returns: The values they had, to be given to ``restore(_:)``.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument` for an unknown name or a value the
  ///   variable cannot have.
  mutating func apply(_ variables: RequestVariables) throws(RecognitionError) -> [(String, String)]
  {
    var previous: [(String, String)] = []
    for (name, value) in variables.values {
      do {
        previous.append((name, try check(value, for: name)))
      } catch {
        restore(previous)
        throw error
      }
      set(name, to: value)
    }
    return previous
  }

  /// Sets variables back.
  mutating func restore(_ previous: [(String, String)]) {
    for (name, value) in previous { set(name, to: value) }
  }

  /// Makes sure that a variable can have a value.
  ///
  /// - Returns: The value it has now.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument`.
  @discardableResult
  func check(_ value: String, for name: String) throws(RecognitionError) -> String {
    guard let present = self.value(of: name) else {
      throw RecognitionError(
        .invalidArgument,
        "Tesseract has no variable \"\(name)\".",
        remedy: "See them with: tesseract --print-parameters"
      )
    }
    guard accepts(value, for: name) else {
      throw RecognitionError(
        .invalidArgument,
        "Tesseract's variable \(name) cannot be \"\(value)\".",
        remedy: "See what it takes with: tesseract --print-parameters"
      )
    }
    return present
  }
}
