import Imaging

/// A pair of models at work: finds the lines of a picture and reads them.
struct NeuralReader {
  /// Which pair it is.
  var tier: NeuralFiles.Tier { seat.station.tier }

  private let seat: NeuralStation.Seat
  private let reader: LineReader

  /// Takes a place at a pair of models.
  ///
  /// - Parameters:
  ///   - seat: The place.
  ///   - characters: The characters the models know.
  ///   - decoder: Which of them may be read, and what is preferred.
  init(_ seat: NeuralStation.Seat, characters: CharacterSet, decoder: CTCDecoder) {
    self.seat = seat
    reader = LineReader(seat.station.lanes, characters: characters, decoder: decoder)
  }

  /// Finds and reads the lines of a picture, in no order.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - watch: Is asked before each line whether to go on.
  /// - Returns: What was read, texture that looks like text included.
  /// - Throws: ``RecognitionError``
  func read(
    _ image: LumaImage,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [LineReader.Reading] {
    let found = try seat.station.detector.use(watch) { (detector) throws(RecognitionError) in
      try detector.strips(in: image, watch: watch)
    }
    let strips = TextStrip.evened(TextStrip.aligned(found))
    try watch.check()
    var sampler = StripSampler(image)
    watch.begin(0.2..<0.25)
    // The longest lines tell best which way up the page is, and are worth most while others wait.
    let sorted = strips.sorted { $0.ratio > $1.ratio }
    let isReversed = try isReversed(Array(sorted.prefix(Self.sample)), &sampler, watch)
    watch.begin(0.25..<0.95)
    let turned = isReversed ? sorted.map(\.reversed) : sorted
    var readings = try reader.read(turned, from: &sampler, watch: watch)
    // A line across the others may have its beginning at either end.
    let across = readings.indices.filter {
      turned[$0].isLevel != turned[0].isLevel && readings[$0].confidence < Self.sure
    }
    let others = try reader.read(
      across.map { turned[$0].reversed },
      from: &sampler,
      watch: watch
    )
    for (index, other) in zip(across, others) where other.confidence > readings[index].confidence {
      readings[index] = other
    }
    return readings
  }

  // How many lines say which way up a page is, and how sure one is that is read the right way round.
  private static let sample = 3
  private static let sure = 0.85

  /// Whether lines are read better from their other end: the page is upside down.
  private func isReversed(
    _ strips: [TextStrip],
    _ sampler: inout StripSampler,
    _ watch: RecognitionWatch
  ) throws(RecognitionError) -> Bool {
    var gain = 0.0
    for strip in strips {
      let readings = try reader.read([strip], from: &sampler, watch: watch)
      // One line that is read well is enough to know.
      guard let reading = readings.first,
        reading.confidence < Self.sure || reading.symbols.count < 4
      else { return false }
      let others = try reader.read([strip.reversed], from: &sampler, watch: watch)
      gain += (others.first?.confidence ?? 0) - reading.confidence
    }
    return gain > 0.05 * Double(strips.count)
  }
}
