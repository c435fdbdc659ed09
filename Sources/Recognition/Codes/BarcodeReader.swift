public import Imaging

/// Reads codes in pictures.
///
/// Synchronous, one owner; detecting blocks. The library behind it is loaded at run time.
public struct BarcodeReader: ~Copyable {
  /// The library's version, such as `3.1.1`; `nil` when it cannot be loaded.
  public static var version: String? { try? ZXingLibrary.shared.get().version }

  /// The library as an engine; its version is empty when it cannot be loaded.
  public static var engine: RecognitionEngine {
    RecognitionEngine(name: "zxing-cpp", version: version ?? "", models: [])
  }

  private let library: ZXingLibrary

  /// Loads the library where that has not happened yet.
  ///
  /// - Throws: ``RecognitionError`` that says how to get the library when it is missing.
  public init() throws(RecognitionError) {
    library = try ZXingLibrary.shared.get()
  }

  /// Finds the codes of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
  ///   - request: Which codes, where, and how hard to try.
  ///   - control: Cancels the work between two looks.
  /// - Returns: The codes from top to bottom; none when the picture holds none. A fast request also
  ///   returns codes without a check digit that only one look has read: more than one frame decides.
  /// - Throws: ``RecognitionError``; cancelled work never returns codes.
  public func detect(
    in image: LumaImage,
    request: DetectBarcodesRequest = DetectBarcodesRequest(),
    control: RecognitionControl = RecognitionControl()
  ) throws(RecognitionError) -> [BarcodeObservation] {
    let watch = RecognitionWatch(control)
    let region = request.regionOfInterest.pixelRect(in: image.size)
    let part = region.size == image.size ? image : image.cropped(to: region)
    let wanted = Set(request.symbologies)
    guard !part.isEmpty, !wanted.isEmpty else { return [] }

    var evidence = BarcodeEvidence()
    let looks = request.recognitionLevel == .fast ? [] : CodeLook.further(for: part.size)
    for (index, look) in ([.first] + looks).enumerated() where !evidence.isClear {
      try watch.check()
      watch.begin(Double(index) / Double(looks.count + 1)..<1)
      evidence.add(try read(part, look, wanted, at: region))
    }
    try watch.check()
    watch.finish()
    let found = request.recognitionLevel == .fast ? evidence.everything : evidence.readings
    return found.map { $0.reading.observation(in: image.size, lineCount: $0.lines) }
      .sorted { ($0.bounds.top, $0.bounds.left) < ($1.bounds.top, $1.bounds.left) }
  }

  private func read(
    _ part: LumaImage,
    _ look: CodeLook,
    _ wanted: Set<BarcodeSymbology>,
    at region: PixelRect
  ) throws(RecognitionError) -> [CodeReading] {
    let symbologies = wanted.filter { $0.isLinear || !look.isForBars }
    guard !symbologies.isEmpty else { return [] }
    let (view, place) = look.view(of: part)
    let formats = Set(symbologies.flatMap(\.formats)).sorted()
    let readings = try library.read(view, formats: formats, binarizer: look.binarizer)
    return readings.compactMap { reading in
      CodeReading(reading, wanted: wanted) { point in
        let inPart = place(point)
        return PixelPoint(x: inPart.x + Double(region.x), y: inPart.y + Double(region.y))
      }
    }
  }
}

extension PixelRect {
  fileprivate var size: PixelSize { PixelSize(width: width, height: height) }
}

extension Quadrilateral {
  fileprivate var top: Double { corners.map(\.y).min() ?? 0 }
  fileprivate var left: Double { corners.map(\.x).min() ?? 0 }
}
