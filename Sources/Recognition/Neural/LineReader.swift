import Imaging

/// Reads what stands in strips of a picture.
struct LineReader: ~Copyable {
  /// A strip with what stands in it.
  struct Reading {
    /// The strip, in the direction it was read.
    var strip: TextStrip
    /// The characters, blanks among them.
    var symbols: [CTCDecoder.Symbol]
    /// How many steps the strip's length has.
    var steps: Double

    /// The mean of the characters' confidences; 0 when there is none.
    var confidence: Double {
      symbols.isEmpty ? 0 : Double(symbols.reduce(0) { $0 + $1.confidence }) / Double(symbols.count)
    }
  }

  private var request: NeuralRequest
  private let decoder: CTCDecoder
  private let classes: Int
  private var input: [Float] = []

  /// Makes a reader with memory of its own.
  ///
  /// - Parameters:
  ///   - model: The recognition model.
  ///   - characters: The characters it knows.
  ///   - decoder: Which of them may be read.
  /// - Throws: ``RecognitionError`` when memory has run out.
  init(
    _ model: NeuralModel,
    characters: CharacterSet,
    decoder: CTCDecoder
  ) throws(RecognitionError) {
    request = try model.request()
    classes = characters.texts.count
    self.decoder = decoder
  }

  /// Reads one strip.
  ///
  /// - Parameters:
  ///   - strip: The strip.
  ///   - sampler: The picture.
  /// - Returns: What stands in it.
  /// - Throws: ``RecognitionError`` when the model does not fit its characters, or memory has run out.
  mutating func read(
    _ strip: TextStrip,
    from sampler: inout StripSampler
  ) throws(RecognitionError) -> Reading {
    let width = StripSampler.width(of: strip)
    let padded = max((width + Self.multiple - 1) / Self.multiple * Self.multiple, Self.narrowest)
    let area = padded * StripSampler.height
    input = [Float](repeating: 0, count: area * 3)
    unsafe input.withUnsafeMutableBufferPointer { input in
      guard let plane = input.baseAddress else { return }
      unsafe sampler.sample(strip, width: width, to: plane, stride: padded)
      unsafe (plane + area).update(from: plane, count: area)
      unsafe (plane + 2 * area).update(from: plane, count: area)
    }
    let (decoder, classes) = (decoder, classes)
    let result = try unsafe request.run(&input, shape: [1, 3, StripSampler.height, padded]) {
      values,
      shape -> (symbols: [CTCDecoder.Symbol], steps: Int)? in
      guard shape.count == 3, shape[2] == classes else { return nil }
      return unsafe (decoder.decode(values, steps: shape[1], classes: classes), shape[1])
    }
    guard let result else {
      throw RecognitionError(
        .engineFailed,
        "The neural engine's model and its list of characters do not belong together.",
        remedy: NeuralFiles.remedy
      )
    }
    let steps = Double(result.steps) * Double(width) / Double(padded)
    return Reading(strip: strip, symbols: result.symbols, steps: steps)
  }

  // Few widths are few shapes for OpenVINO to prepare for.
  private static let multiple = 32
  private static let narrowest = 96
}
