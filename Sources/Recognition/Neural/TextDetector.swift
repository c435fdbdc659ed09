import Imaging

/// Finds the lines of text in a picture.
struct TextDetector {
  private let request: NeuralRequest
  private let limit: Int

  /// Makes a detector with memory of its own.
  ///
  /// - Parameters:
  ///   - model: The detection model.
  ///   - limit: How many pixels are looked at, at most; time grows with it.
  /// - Throws: ``RecognitionError`` when memory has run out.
  init(_ model: NeuralModel, limit: Int) throws(RecognitionError) {
    request = try model.request()
    self.limit = limit
  }

  /// Finds lines.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - watch: Is asked whether to go on.
  /// - Returns: The strips lines of text fill, in the picture's pixels.
  /// - Throws: ``RecognitionError`` when the work was cancelled, or memory has run out.
  func strips(
    in image: LumaImage,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> [TextStrip] {
    let size = Self.size(for: image.size, limit: limit)
    let reduced = image.resized(to: size, filter: .bilinear)
    var map = [Float](repeating: 0, count: size.area)
    for tile in DetectionTile.tiles(of: size) {
      let part = reduced.cropped(to: tile.rect)
      unsafe try request.start(shape: [1, 3, part.height, part.width]) { input in
        unsafe Self.fill(input, from: part)
      }
      unsafe try request.finish(watch) { values, _ in
        guard values.count >= part.size.area else { return }
        unsafe tile.copyCore(of: values, to: &map, width: size.width)
      }
    }
    let scale = SIMD2(
      Double(image.width) / Double(size.width),
      Double(image.height) / Double(size.height)
    )
    return unsafe map.withUnsafeBufferPointer { map in
      unsafe Self.strips(in: map, size: size, scale: scale)
    }
  }

  // Print in a picture with a smaller side is too small for the model to find single digits.
  private static let shortSide = 736.0
  private static let mostEnlarged = 2.0
  private static let longSide = 1280.0
  // The model works on squares of 32 pixels.
  private static let multiple = 32

  /// The size at which a picture is looked at.
  ///
  /// - Parameters:
  ///   - size: The picture's size.
  ///   - limit: The most pixels.
  /// - Returns: Multiples of 32; a small picture is enlarged, a large one reduced.
  static func size(for size: PixelSize, limit: Int) -> PixelSize {
    let (short, long) = (Double(min(size.width, size.height)), Double(max(size.width, size.height)))
    let enlarged = min(max(shortSide / max(short, 1), 1), mostEnlarged)
    let fitting = (Double(limit) / Double(max(size.area, 1))).squareRoot()
    let factor = min(enlarged, longSide / max(long, 1), fitting)
    func rounded(_ side: Int) -> Int {
      max(Int((Double(side) * factor / Double(multiple)).rounded()), 1) * multiple
    }
    return PixelSize(width: rounded(size.width), height: rounded(size.height))
  }

  /// Puts a picture into the model's input: three equal colours, each with its own mean and spread.
  private static func fill(_ input: UnsafeMutableBufferPointer<Float>, from image: LumaImage) {
    let area = image.size.area
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for (plane, (mean, spread)) in colours.enumerated() {
        let (factor, offset) = (1 / (255 * spread), -mean / spread)
        for index in 0..<area {
          unsafe input[plane &* area &+ index] = Float(pixels[index]) * factor + offset
        }
      }
    }
  }

  // What the models were trained with.
  private static let colours: [(mean: Float, spread: Float)] = [
    (0.485, 0.229), (0.456, 0.224), (0.406, 0.225),
  ]

  private static func strips(
    in map: UnsafeBufferPointer<Float>,
    size: PixelSize,
    scale: SIMD2<Double>
  ) -> [TextStrip] {
    let regions = unsafe TextRegion.find(
      in: map,
      width: size.width,
      height: size.height,
      threshold: threshold
    )
    return regions.compactMap { region in
      guard region.area >= smallestArea, unsafe mean(of: map, in: region, size) >= surety else {
        return nil
      }
      return TextStrip(region, scale: scale)?.grown(by: margin)
    }
  }

  // How likely a place must be text to belong to a line, and a line's average place.
  private static let threshold: Float = 0.3
  private static let surety: Float = 0.55
  private static let smallestArea = 10
  // The model marks the heart of a line; this much of its area by circumference lies around it.
  private static let margin = 1.8

  private static func mean(
    of map: UnsafeBufferPointer<Float>,
    in region: TextRegion,
    _ size: PixelSize
  ) -> Float {
    var sum: Float = 0
    for run in region.runs {
      for x in run.start..<run.end { unsafe sum += map[run.y * size.width + x] }
    }
    return sum / Float(max(region.area, 1))
  }
}
