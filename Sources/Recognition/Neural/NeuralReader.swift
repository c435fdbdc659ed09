import Imaging

extension NeuralFiles.Tier {
  /// How many pixels of a picture are looked at, at most.
  ///
  /// A pass over so many takes some 200 MB with the tiny model.
  fileprivate var pixels: Int { self == .tiny ? 850_000 : 1_200_000 }
}

/// A pair of models at work: finds the lines of a picture and reads them.
struct NeuralReader: ~Copyable {
  /// Which pair it is.
  let tier: NeuralFiles.Tier

  private var detector: TextDetector
  private var reader: LineReader

  /// Makes room for a pair of models.
  init(
    _ tier: NeuralFiles.Tier,
    library: NeuralLibrary,
    decoder: CTCDecoder,
    characters: CharacterSet
  ) throws(RecognitionError) {
    let models = (
      try library.model(.detection, tier), try library.model(.recognition, tier)
    )
    let detector = try TextDetector(models.0, limit: tier.pixels)
    let reader = try LineReader(models.1, characters: characters, decoder: decoder)
    self.tier = tier
    self.detector = detector
    self.reader = reader
  }

  /// Finds and reads the lines of a picture, in no order.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - watch: Is asked before each line whether to go on.
  /// - Returns: What was read, texture that looks like text included.
  /// - Throws: ``RecognitionError``
  mutating func read(
    _ image: LumaImage,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [LineReader.Reading] {
    let strips = TextStrip.aligned(try detector.strips(in: image))
    try watch.check()
    var sampler = StripSampler(image)
    // The longest lines tell best which way up the page is.
    let order = strips.indices.sorted { strips[$0].ratio > strips[$1].ratio }
    let isReversed = try isReversed(order.prefix(Self.sample).map { strips[$0] }, &sampler)
    var readings: [LineReader.Reading] = []
    for (count, index) in order.enumerated() {
      try watch.check()
      watch.begin(0.2 + 0.8 * Double(count) / Double(order.count)..<1)
      let strip = isReversed ? strips[index].reversed : strips[index]
      var reading = try reader.read(strip, from: &sampler)
      if strip.isLevel != strips[order[0]].isLevel, reading.confidence < Self.sure {
        // A line across the others may have its beginning at either end.
        let other = try reader.read(strip.reversed, from: &sampler)
        if other.confidence > reading.confidence { reading = other }
      }
      readings.append(reading)
    }
    return readings
  }

  // How many lines say which way up a page is, and how sure one is that is read the right way round.
  private static let sample = 3
  private static let sure = 0.85

  /// Whether lines are read better from their other end: the page is upside down.
  private mutating func isReversed(
    _ strips: [TextStrip],
    _ sampler: inout StripSampler
  ) throws(RecognitionError) -> Bool {
    var gain = 0.0
    for strip in strips {
      let reading = try reader.read(strip, from: &sampler)
      // One line that is read well is enough to know.
      guard reading.confidence < Self.sure || reading.symbols.count < 4 else { return false }
      gain += try reader.read(strip.reversed, from: &sampler).confidence - reading.confidence
    }
    return gain > 0.05 * Double(strips.count)
  }
}
