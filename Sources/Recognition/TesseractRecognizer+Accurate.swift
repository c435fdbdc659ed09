import Imaging

extension TesseractRecognizer {
  /// Reads a picture as it is and, where that looks incomplete, once more with the light evened out.
  ///
  /// The second pass takes the picture for one block of text: without shadows its lines are found
  /// where layout analysis loses them. The reading with more text in it wins.
  mutating func readAccurately(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [EngineLine] {
    let mode = request.tesseract.pageSegmentationMode
    watch.begin(0..<0.45)
    let first = Reading(
      try pass(image, mode: mode ?? .automatic, request: request, watch: watch)
    )
    try watch.check()
    let even = LightNormalizer.normalize(image)
    guard Self.deservesSecondPass(first, InkMap(even)) else { return first.lines }
    watch.begin(0.5..<1)
    let second = Reading(
      try pass(even, mode: mode ?? .singleBlock, request: request, watch: watch)
    )
    return Self.better(first, second).lines
  }

  private static func better(_ first: Reading, _ second: Reading) -> Reading {
    guard second.amount > 0 else { return first }
    // Taken for one block, columns are read across; otherwise the evened picture has the better
    // order, so that it also wins when it is a little behind.
    let handicap = first.hasColumns && !first.isTorn ? 1 / 1.15 : 1.05
    return second.amount * handicap > first.amount ? second : first
  }

  /// Whether a first reading leaves something to be found.
  private static func deservesSecondPass(_ reading: Reading, _ ink: InkMap) -> Bool {
    guard ink.density > 0.0003 else { return false }
    if reading.amount <= 0 { return ink.density < 0.15 }
    return reading.meanConfidence < 0.9 || reading.isTorn
      || ink.share(outside: reading) > 0.08
  }
}

extension LumaImage {
  /// A part of the picture; itself for the whole.
  func cropped(to rect: PixelRect) -> LumaImage {
    guard rect.width < width || rect.height < height else { return self }
    var part: [UInt8] = []
    part.reserveCapacity(rect.width * rect.height)
    for y in rect.y..<rect.maxY {
      part.append(contentsOf: pixels[y * width + rect.x..<y * width + rect.maxX])
    }
    return LumaImage(width: rect.width, height: rect.height, pixels: part)
  }
}
