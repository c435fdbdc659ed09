import Imaging

/// Reads what stands in strips of a picture.
struct LineReader {
  /// A strip with what stands in it.
  struct Reading {
    /// The strip, in the direction it was read.
    var strip: TextStrip
    /// The characters, blanks among them.
    var symbols: [CTCDecoder.Symbol]
    /// How many steps the strip's length has.
    var steps: Double
    /// The texts of the characters by their number.
    var characters: CharacterSet

    /// The mean of the characters' confidences; 0 when there is none.
    var confidence: Double {
      symbols.isEmpty ? 0 : Double(symbols.reduce(0) { $0 + $1.confidence }) / Double(symbols.count)
    }
  }

  /// A strip on its way through the model.
  private struct Work {
    var index: Int
    var strip: TextStrip
    var width: Int
    var padded: Int
  }

  private let lanes: Turnstile<[NeuralRequest]>
  private let decoder: CTCDecoder
  private let characters: CharacterSet

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - lanes: What runs the recognition model, one for each line to be read at the same time.
  ///   - characters: The characters it knows.
  ///   - decoder: Which of them may be read.
  init(_ lanes: Turnstile<[NeuralRequest]>, characters: CharacterSet, decoder: CTCDecoder) {
    self.lanes = lanes
    self.characters = characters
    self.decoder = decoder
  }

  /// Reads strips.
  ///
  /// - Parameters:
  ///   - strips: The strips.
  ///   - sampler: The picture.
  ///   - watch: Is asked whether to go on, and told how far the work is.
  /// - Returns: What stands in each, in the same order.
  /// - Throws: ``RecognitionError`` when the work was cancelled, the model does not fit its characters, or
  ///   memory has run out.
  func read(
    _ strips: [TextStrip],
    from sampler: inout StripSampler,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [Reading] {
    guard !strips.isEmpty else { return [] }
    return try lanes.use(watch) { (lanes) throws(RecognitionError) -> [Reading] in
      try read(strips, on: lanes, from: &sampler, watch: watch)
    }
  }

  private func read(
    _ strips: [TextStrip],
    on lanes: [NeuralRequest],
    from sampler: inout StripSampler,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [Reading] {
    var readings = strips.map {
      Reading(strip: $0, symbols: [], steps: 1, characters: characters)
    }
    var works = [Work?](repeating: nil, count: lanes.count)
    for index in 0..<strips.count + lanes.count {
      let lane = index % lanes.count
      if let work = works[lane] {
        readings[work.index] = try finish(work, on: lanes[lane], watch)
        watch.report(Double(index) / Double(strips.count + lanes.count))
        works[lane] = nil
      }
      guard index < strips.count else { continue }
      try watch.check()
      works[lane] = try start(index, strips[index], on: lanes[lane], from: &sampler)
    }
    return readings
  }

  private func start(
    _ index: Int,
    _ strip: TextStrip,
    on lane: NeuralRequest,
    from sampler: inout StripSampler
  ) throws(RecognitionError) -> Work {
    let width = StripSampler.width(of: strip)
    let padded = Self.padded(width)
    unsafe try lane.start(shape: [1, 3, StripSampler.height, padded]) { input in
      guard let plane = input.baseAddress else { return }
      let area = padded * StripSampler.height
      unsafe sampler.sample(strip, width: width, to: plane, stride: padded)
      unsafe (plane + area).update(from: plane, count: area)
      unsafe (plane + 2 * area).update(from: plane, count: area)
    }
    return Work(index: index, strip: strip, width: width, padded: padded)
  }

  private func finish(
    _ work: Work,
    on lane: NeuralRequest,
    _ watch: RecognitionWatch
  ) throws(RecognitionError) -> Reading {
    let result = unsafe try lane.finish(watch) { values, shape -> ([CTCDecoder.Symbol], Int)? in
      guard shape.count == 3, shape[2] == characters.texts.count else { return nil }
      return unsafe (
        decoder.decode(values, steps: shape[1], classes: characters.texts.count), shape[1]
      )
    }
    guard let (symbols, steps) = result else {
      throw RecognitionError(
        .engineFailed,
        "The neural engine's model and its list of characters do not belong together.",
        remedy: NeuralFiles.remedy
      )
    }
    return Reading(
      strip: work.strip,
      symbols: symbols,
      steps: Double(steps) * Double(work.width) / Double(work.padded),
      characters: characters
    )
  }

  /// The width of the model's input for a strip so wide; what is left of it stays grey.
  ///
  /// OpenVINO keeps what it prepared for each width, which takes up to 2 MB, so that there are few: each at
  /// most an eighth or so wider than what it is for.
  private static func padded(_ width: Int) -> Int {
    let multiple =
      switch width {
      case ...320: 32
      case ...640: 64
      case ...1280: 128
      default: 256
      }
    return max((width + multiple - 1) / multiple * multiple, narrowest)
  }

  private static let narrowest = 96
}
