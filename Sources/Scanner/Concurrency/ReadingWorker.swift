import Capture
import Imaging
import Recognition

/// Owns one engine and one decoder and blocks in them, on a thread of its own.
///
/// The engine is made for the first picture and kept; another configuration replaces it.
actor ReadingWorker {
  private let executor: QueueExecutor
  private var engine: EngineRecognizer?
  private var configuration: RecognizerConfiguration?
  private var decoder = FrameDecoder()
  private var picture = LumaImage(width: 0, height: 0)

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes a worker; the number tells its thread from others in debuggers.
  init(number: Int = 0) {
    executor = QueueExecutor(label: "lectern.reading.\(number)")
  }

  /// Loads the engine and checks the request ahead of the first picture.
  ///
  /// - Throws: ``RecognitionError`` when the engine or a language is missing, or a setting is wrong.
  func prepare(
    for request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text
  ) throws(RecognitionError) {
    if types.codes != nil { _ = try BarcodeReader() }
    guard types.readsText else { return }
    try load(request.configuration)
    try engine?.validate(request)
  }

  private func load(_ wanted: RecognizerConfiguration) throws(RecognitionError) {
    guard configuration != wanted else { return }
    engine = nil
    configuration = nil
    engine = try EngineRecognizer(wanted)
    configuration = wanted
  }

  /// Reads a picture that is upright.
  func read(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    control: RecognitionControl
  ) throws(RecognitionError) -> [RecognizedTextObservation] {
    guard !control.isCancelled else {
      throw RecognitionError(.cancelled, "Recognition was cancelled.")
    }
    try load(request.configuration)
    return try engine?.recognize(image, request: request, control: control) ?? []
  }

  /// Reads what is wanted of a picture that is upright.
  func read(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes,
    control: RecognitionControl
  ) throws(RecognitionError) -> PictureContent {
    let codes: [BarcodeObservation]
    if let wanted = types.codes {
      codes = try BarcodeReader().detect(in: image, request: wanted, control: control)
    } else {
      codes = []
    }
    let lines = types.readsText ? try read(image, request: request, control: control) : []
    return PictureContent(lines: lines, codes: codes)
  }

  /// Decodes and reads a camera's frame.
  ///
  /// - Parameters:
  ///   - frame: The frame as it came.
  ///   - orientation: How the camera is mounted.
  ///   - request: How to read text.
  ///   - types: What to look for.
  ///   - control: Cancels the work.
  /// - Returns: What came of it; never partial results.
  func read(
    _ frame: Frame,
    orientation: ImageOrientation,
    request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    control: RecognitionControl
  ) -> PageReading {
    do {
      try decoder.decode(frame, scale: .full, into: &picture)
      let upright = picture.oriented(orientation)
      let content = try read(upright, request: request, types: types, control: control)
      return PageReading(size: upright.size, outcome: .lines(content.lines), codes: content.codes)
    } catch let error as RecognitionError {
      let isCancelled = error.code == .cancelled
      return PageReading(
        size: frame.layout.size,
        outcome: isCancelled ? .cancelled : .failed(error)
      )
    } catch {
      return PageReading(size: frame.layout.size, outcome: .undecodable("\(error)"))
    }
  }
}

/// What came of one reading of a page.
struct PageReading: Sendable {
  /// The kinds of outcome.
  enum Outcome: Sendable {
    /// The lines, in reading order.
    case lines([RecognizedTextObservation])

    /// The reading was cancelled.
    case cancelled

    /// The frame could not be decoded; the next one will do.
    case undecodable(String)

    /// The engine failed.
    case failed(RecognitionError)
  }

  /// The upright picture's size.
  var size: PixelSize

  /// What came of it.
  var outcome: Outcome

  /// The codes that were read besides the lines.
  var codes: [BarcodeObservation] = []

  /// The reading together with that of another part of the same frame; what did not come to lines counts
  /// for both.
  func joined(with other: PageReading) -> PageReading {
    guard case .lines(let first) = outcome else { return self }
    guard case .lines(let second) = other.outcome else { return other }
    return PageReading(size: size, outcome: .lines(first + second), codes: codes + other.codes)
  }
}

/// What is on a picture.
struct PictureContent: Sendable, Hashable {
  /// The lines, in reading order.
  var lines: [RecognizedTextObservation]

  /// The codes, from top to bottom.
  var codes: [BarcodeObservation]
}
