import Imaging

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
    let detector = try TextDetector(models.0)
    let reader = try LineReader(models.1, characters: characters, decoder: decoder)
    self.tier = tier
    self.detector = detector
    self.reader = reader
  }

  /// Finds and reads the lines of a picture, in no order.
  mutating func read(
    _ image: LumaImage,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [LineReader.Reading] {
    let strips = try detector.strips(in: image)
    try watch.check()
    var sampler = StripSampler(image)
    return try read(strips, from: &sampler, watch: watch)
  }

  private mutating func read(
    _ strips: [TextStrip],
    from sampler: inout StripSampler,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [LineReader.Reading] {
    var readings: [LineReader.Reading] = []
    for strip in strips {
      try watch.check()
      readings.append(try reader.read(strip, from: &sampler))
    }
    return readings
  }
}
