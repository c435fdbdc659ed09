import CTesseract
import Glibc
import Imaging
import Synchronization

/// Owns one `TessBaseAPI`; the one place that calls Tesseract.
///
/// Not thread-safe, as the library is not: one owner at a time. Nothing is ever written to standard
/// error.
@safe
struct TesseractHandle: ~Copyable {
  private let api: OpaquePointer

  /// The version of the library.
  static var libraryVersion: String { unsafe String(cString: TessVersion()) }

  // Tesseract keeps some variables for the whole process and resets them in every initialization;
  // two engines must not be made at once. The number of those that were tried only gives the lock a size.
  private static let initialization = Mutex(0)

  /// Loads the models of some languages.
  ///
  /// - Parameters:
  ///   - directory: Where the models lie; the caller has checked them.
  ///   - languages: Tesseract's names, joined by `+`.
  ///   - variables: Set before the models are loaded, whether or not they could be set later.
  /// - Throws: ``RecognitionError`` when the library does not take the models.
  init(directory: String, languages: String, variables: [String: String]) throws(RecognitionError) {
    let made: OpaquePointer? = unsafe Self.initialization.withLock { engines in
      engines += 1
      // Leptonica has its own messages, in a variable of the process.
      setMsgSeverity(CInt(L_SEVERITY_NONE))
      guard let api = unsafe TessBaseAPICreate() else { return nil }
      let silent = variables.merging(["debug_file": "/dev/null"]) { _, own in own }
      unsafe TessBaseAPISetVariable(api, "debug_file", "/dev/null")
      guard unsafe Self.load(api, directory, languages, silent) else {
        unsafe TessBaseAPIDelete(api)
        return nil
      }
      return unsafe api
    }
    guard let api = unsafe made else {
      throw RecognitionError(
        .languageDamaged,
        "Tesseract cannot load the model \(languages) from \(directory).",
        remedy: "Install its package again, or another language."
      )
    }
    unsafe self.api = api
  }

  deinit {
    unsafe TessBaseAPIEnd(api)
    unsafe TessBaseAPIDelete(api)
  }

  private static func load(
    _ api: OpaquePointer,
    _ directory: String,
    _ languages: String,
    _ variables: [String: String]
  ) -> Bool {
    var names: [UnsafeMutablePointer<CChar>?] = unsafe variables.keys.map { unsafe strdup($0) }
    var values: [UnsafeMutablePointer<CChar>?] = unsafe variables.values.map { unsafe strdup($0) }
    defer {
      for index in unsafe names.indices {
        unsafe free(names[index])
        unsafe free(values[index])
      }
    }
    return unsafe TessBaseAPIInit4(
      api,
      directory,
      languages,
      OEM_LSTM_ONLY,
      nil,
      0,
      &names,
      &values,
      variables.count,
      0
    ) == 0
  }
}

// MARK: - Variables

extension TesseractHandle {
  /// The value of a variable, as it could be set again; nothing when there is no such variable.
  func value(of name: String) -> String? {
    var integer: CInt = 0
    if unsafe TessBaseAPIGetIntVariable(api, name, &integer) != 0 { return String(integer) }
    var boolean: CInt = 0
    if unsafe TessBaseAPIGetBoolVariable(api, name, &boolean) != 0 {
      return boolean == 0 ? "0" : "1"
    }
    var real = 0.0
    if unsafe TessBaseAPIGetDoubleVariable(api, name, &real) != 0 { return String(real) }
    guard let text = unsafe TessBaseAPIGetStringVariable(api, name) else { return nil }
    return unsafe String(cString: text)
  }

  /// Whether a value is one the variable can have; Tesseract ignores others in silence.
  func accepts(_ value: String, for name: String) -> Bool {
    var integer: CInt = 0
    if unsafe TessBaseAPIGetIntVariable(api, name, &integer) != 0 { return CInt(value) != nil }
    if unsafe TessBaseAPIGetBoolVariable(api, name, &integer) != 0 {
      return value.first.map { "TtYy1FfNn0".contains($0) } ?? false
    }
    var real = 0.0
    if unsafe TessBaseAPIGetDoubleVariable(api, name, &real) != 0 { return Double(value) != nil }
    return true
  }

  /// Sets a variable; false when there is none of that name.
  @discardableResult
  mutating func set(_ name: String, to value: String) -> Bool {
    unsafe TessBaseAPISetVariable(api, name, value) != 0
  }
}

// MARK: - Recognition

extension TesseractHandle {
  /// How one call of the library ended.
  enum Outcome {
    case finished
    case interrupted
    case failed
  }

  /// Reads a picture; ``lines(withAlternatives:)`` then has what was found.
  ///
  /// - Parameters:
  ///   - image: The picture; the library copies it. It is read as a whole: for a part, hand over the
  ///     part, as Tesseract 5.3 reads neural models' lines from the wrong rows of a rectangle.
  ///   - mode: Tesseract's page segmentation mode.
  ///   - resolution: Dots per inch to take the picture for.
  ///   - watch: Asked before every line whether to stop, told how far things are in percent.
  /// - Returns: How it ended; results of an interrupted call are to be thrown away.
  mutating func recognize(
    _ image: borrowing LumaImage,
    mode: CInt,
    resolution: CInt,
    watch: RecognitionWatch
  ) -> Outcome {
    // A setting of the calling thread, and engines move between threads. Without it libgomp's teams
    // spin against each other and a busy machine is 10 to 30 times slower.
    omp_set_max_active_levels(0)
    unsafe TessBaseAPISetPageSegMode(api, TessPageSegMode(rawValue: UInt32(mode)))
    let (width, height) = (CInt(image.width), CInt(image.height))
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      unsafe TessBaseAPISetImage(api, pixels.baseAddress, width, height, 1, width)
    }
    unsafe TessBaseAPISetSourceResolution(api, resolution)
    guard let monitor = unsafe TessMonitorCreate() else { return .failed }
    defer { unsafe TessMonitorDelete(monitor) }
    return withExtendedLifetime(watch) {
      unsafe TessMonitorSetCancelThis(monitor, Unmanaged.passUnretained(watch).toOpaque())
      unsafe TessMonitorSetCancelFunc(monitor) { context, _ in
        guard let context = unsafe context else { return false }
        return unsafe Unmanaged<RecognitionWatch>.fromOpaque(context).takeUnretainedValue()
          .shouldStop()
      }
      unsafe TessMonitorSetProgressFunc(monitor) { monitor, _, _, _, _ in
        guard let context = unsafe TessMonitorGetCancelThis(monitor) else { return false }
        unsafe Unmanaged<RecognitionWatch>.fromOpaque(context).takeUnretainedValue()
          .report(enginePercent: Int(TessMonitorGetProgress(monitor)))
        return false
      }
      let status = unsafe TessBaseAPIRecognize(api, monitor)
      if watch.shouldStop() { return .interrupted }
      return status == 0 ? .finished : .failed
    }
  }

  /// Forgets the picture and whatever was learnt from it.
  mutating func clear() {
    unsafe TessBaseAPIClearAdaptiveClassifier(api)
    unsafe TessBaseAPIClear(api)
  }

  /// What the last ``recognize(_:mode:resolution:watch:)`` found, in reading order.
  ///
  /// - Parameter withAlternatives: Whether to collect what else a character might be, for which
  ///   `lstm_choice_mode` was set before.
  /// - Returns: The lines, their words and characters.
  func lines(withAlternatives: Bool) -> [EngineLine] {
    guard let results = unsafe TessBaseAPIGetIterator(api) else { return [] }
    defer { unsafe TessResultIteratorDelete(results) }
    let cursor = unsafe ResultCursor(results: results)
    var lines: [EngineLine] = []
    repeat {
      if cursor.isAtStart(of: RIL_TEXTLINE) { lines.append(cursor.line()) }
      guard !lines.isEmpty else { continue }
      if cursor.isAtStart(of: RIL_WORD) { lines[lines.count - 1].words.append(cursor.word()) }
      let words = lines[lines.count - 1].words.count
      guard words > 0 else { continue }
      if let symbol = cursor.symbol(withAlternatives: withAlternatives) {
        lines[lines.count - 1].words[words - 1].symbols.append(symbol)
      }
    } while cursor.advance()
    // Pictures and rules on a page come as words of white space.
    for index in lines.indices { lines[index].words.removeAll { $0.text.isEmpty } }
    return lines
  }
}

/// A place in the engine's results.
///
/// Lives no longer than the iterator it was made with.
@safe
private struct ResultCursor {
  private let results: OpaquePointer
  private let page: OpaquePointer?

  @unsafe init(results: OpaquePointer) {
    unsafe self.results = results
    unsafe page = TessResultIteratorGetPageIterator(results)
  }

  func advance() -> Bool { unsafe TessResultIteratorNext(results, RIL_SYMBOL) != 0 }

  func isAtStart(of level: TessPageIteratorLevel) -> Bool {
    unsafe TessPageIteratorIsAtBeginningOf(page, level) != 0
  }

  func line() -> EngineLine {
    var line = EngineLine()
    line.text = text(of: RIL_TEXTLINE)
    line.confidence = confidence(of: RIL_TEXTLINE)
    line.box = box(of: RIL_TEXTLINE)
    line.startsBlock = isAtStart(of: RIL_BLOCK)
    line.startsParagraph = isAtStart(of: RIL_PARA)
    var (x1, y1, x2, y2): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    if unsafe TessPageIteratorBaseline(page, RIL_TEXTLINE, &x1, &y1, &x2, &y2) != 0, x2 > x1 {
      line.slope = atan2(Double(y2 - y1), Double(x2 - x1))
    }
    var orientation = ORIENTATION_PAGE_UP
    var direction = WRITING_DIRECTION_LEFT_TO_RIGHT
    var order = TEXTLINE_ORDER_TOP_TO_BOTTOM
    var deskew: Float = 0
    unsafe TessPageIteratorOrientation(page, &orientation, &direction, &order, &deskew)
    line.quarterTurns = Int(orientation.rawValue)
    line.direction =
      switch direction {
      case WRITING_DIRECTION_RIGHT_TO_LEFT: .rightToLeft
      case WRITING_DIRECTION_TOP_TO_BOTTOM: .topToBottom
      default: .leftToRight
      }
    return line
  }

  func word() -> EngineWord {
    EngineWord(
      text: text(of: RIL_WORD),
      confidence: confidence(of: RIL_WORD),
      box: box(of: RIL_WORD),
      language: unsafe TessResultIteratorWordRecognitionLanguage(results).map {
        unsafe String(cString: $0)
      }
    )
  }

  func symbol(withAlternatives: Bool) -> EngineSymbol? {
    let text = text(of: RIL_SYMBOL)
    guard !text.isEmpty else { return nil }
    return EngineSymbol(
      text: text,
      confidence: confidence(of: RIL_SYMBOL),
      box: box(of: RIL_SYMBOL),
      alternatives: withAlternatives ? alternatives(to: text) : []
    )
  }

  private func alternatives(to text: String) -> [RecognizedText] {
    guard let choices = unsafe TessResultIteratorGetChoiceIterator(results) else { return [] }
    defer { unsafe TessChoiceIteratorDelete(choices) }
    var found: [RecognizedText] = []
    repeat {
      guard let choice = unsafe TessChoiceIteratorGetUTF8Text(choices) else { continue }
      let string = unsafe String(cString: choice).composed
      let confidence = unsafe Double(TessChoiceIteratorConfidence(choices)) / 100
      guard !string.isEmpty, string != text, !found.contains(where: { $0.string == string }) else {
        continue
      }
      found.append(RecognizedText(string: string, confidence: min(max(confidence, 0), 1)))
    } while unsafe TessChoiceIteratorNext(choices) != 0
    return found.sorted { $0.confidence > $1.confidence }
  }

  private func text(of level: TessPageIteratorLevel) -> String {
    guard let text = unsafe TessResultIteratorGetUTF8Text(results, level) else { return "" }
    defer { unsafe TessDeleteText(text) }
    return unsafe String(cString: text).trimmed.composed
  }

  private func confidence(of level: TessPageIteratorLevel) -> Double {
    min(max(unsafe Double(TessResultIteratorConfidence(results, level)) / 100, 0), 1)
  }

  private func box(of level: TessPageIteratorLevel) -> EngineBox {
    var (left, top, right, bottom): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    guard unsafe TessPageIteratorBoundingBox(page, level, &left, &top, &right, &bottom) != 0 else {
      return EngineBox()
    }
    return EngineBox(left: Int(left), top: Int(top), right: Int(right), bottom: Int(bottom))
  }
}
