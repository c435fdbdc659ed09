import Imaging
import Recognition
import TestSupport

/// Reads a picture with an engine made for the request.
func read(
  _ image: LumaImage,
  control: RecognitionControl = RecognitionControl(),
  _ configure: (inout RecognizeTextRequest) -> Void = { _ in }
) throws -> [RecognizedTextObservation] {
  var request = RecognizeTextRequest()
  configure(&request)
  var engine = try TesseractRecognizer(request.configuration)
  return try engine.recognize(image, request: request, control: control)
}

/// The code of the error a piece of work ends with.
func code(_ work: () throws -> Void) -> RecognitionError.Code? {
  do {
    try work()
    return nil
  } catch {
    return (error as? RecognitionError)?.code
  }
}

extension Quadrilateral {
  /// The smallest upright rectangle around it, in the pixels of a picture.
  func box(in size: PixelSize) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (width, height) = (Double(size.width), Double(size.height))
    return (
      (xs.min() ?? 0) * width, (ys.min() ?? 0) * height, (xs.max() ?? 0) * width,
      (ys.max() ?? 0) * height
    )
  }
}

/// Numbers that look random and are the same in every run.
struct RepeatableNoise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 to 255.
  mutating func byte() -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 56)
  }
}
