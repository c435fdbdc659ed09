import Imaging

/// Finds the lines of text in a picture.
struct TextDetector: ~Copyable {
  private var request: NeuralRequest
  private var input: [Float] = []

  /// The longer side a picture is reduced to before it is looked at, in pixels.
  static let longSide = 1280

  /// Makes a detector with memory of its own.
  init(_ model: NeuralModel) throws(RecognitionError) {
    request = try model.request()
  }

  /// Finds lines.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - longSide: The longer side the picture is reduced to.
  /// - Returns: The strips lines of text fill, in the picture's pixels.
  mutating func strips(
    in image: LumaImage,
    longSide: Int = TextDetector.longSide
  ) throws(RecognitionError) -> [TextStrip] {
    let size = Self.size(for: image.size, longSide: longSide)
    fill(from: image.resized(to: size, filter: .bilinear))
    let scale = SIMD2(
      Double(image.width) / Double(size.width),
      Double(image.height) / Double(size.height)
    )
    return unsafe try request.run(&input, shape: [1, 3, size.height, size.width]) {
      values,
      _ in
      guard values.count >= size.area else { return [] }
      return unsafe Self.strips(in: values, size: size, scale: scale)
    }
  }

  // The model works on squares of 32 pixels.
  private static let multiple = 32

  private static func size(for size: PixelSize, longSide: Int) -> PixelSize {
    let factor = min(1, Double(longSide) / Double(max(size.width, size.height, 1)))
    func rounded(_ side: Int) -> Int {
      max(Int((Double(side) * factor / Double(multiple)).rounded()), 1) * multiple
    }
    return PixelSize(width: rounded(size.width), height: rounded(size.height))
  }

  /// Puts a picture into the model's input: three equal colours, each with its own mean and spread.
  private mutating func fill(from image: LumaImage) {
    let area = image.size.area
    if input.count != area * 3 { input = [Float](repeating: 0, count: area * 3) }
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe image.pixels.withUnsafeBufferPointer { pixels in
        for (plane, (mean, spread)) in Self.colours.enumerated() {
          let (factor, offset) = (1 / (255 * spread), -mean / spread)
          for index in 0..<area {
            unsafe input[plane &* area &+ index] = Float(pixels[index]) * factor + offset
          }
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
  private static let margin = 1.6

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
