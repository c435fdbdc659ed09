import CZXing
import Imaging

/// The zxing-cpp library, loaded at run time; the one place that calls it.
///
/// The library keeps no state between calls, so any thread may use it. It is loaded once and never
/// unloaded.
@safe
struct ZXingLibrary: @unchecked Sendable {
  /// How grey becomes black and white.
  enum Binarizer: CInt, Sendable, Hashable, CaseIterable {
    /// Against the light around each place.
    case localAverage = 0

    /// Against the valley of each row's histogram.
    case globalHistogram = 1

    /// Against the middle of the scale.
    case fixedThreshold = 2
  }

  /// The file's name in an engine folder.
  static let fileName = "libZXing.so"

  /// The library of this machine, or why there is none; looked for once.
  static let shared: Result<ZXingLibrary, RecognitionError> = load(from: .current)

  private let functions: CZXing_Library

  /// The version, such as `3.1.1`.
  var version: String {
    guard let version = functions.version() else { return "" }
    return unsafe String(cString: version)
  }

  /// Loads the library from an engine folder.
  static func load(from directory: EngineDirectory) -> Result<ZXingLibrary, RecognitionError> {
    guard let path = directory.path(of: fileName) else {
      return .failure(
        missing("The code reader is missing: there is no \(fileName) in \(directory.folders[0]).")
      )
    }
    var functions = CZXing_Library()
    if let reason = unsafe CZXing_load(path, &functions) {
      let words = unsafe String(cString: reason)
      return .failure(missing("The code reader \(path) cannot be loaded: \(words)."))
    }
    return .success(ZXingLibrary(functions: functions))
  }

  private init(functions: CZXing_Library) {
    self.functions = functions
  }

  private static func missing(_ message: String) -> RecognitionError {
    RecognitionError(
      .engineMissing,
      message,
      remedy: "In Lectern's source folder, make engines builds it; make install puts it in place."
    )
  }

  /// Looks for codes once.
  ///
  /// - Parameters:
  ///   - image: The picture, at least one pixel.
  ///   - formats: The library's numbers for what to find.
  ///   - binarizer: How grey becomes black and white.
  /// - Returns: What was found; corners in the picture's pixels.
  /// - Throws: ``RecognitionError`` when the library fails on the picture.
  func read(
    _ image: LumaImage,
    formats: [CInt],
    binarizer: Binarizer
  ) throws(RecognitionError) -> [ZXingReading] {
    guard let options = functions.newOptions() else { throw failure() }
    defer { unsafe functions.deleteOptions(options) }
    unsafe functions.setTryHarder(options, true)
    unsafe functions.setTryRotate(options, true)
    unsafe functions.setTryInvert(options, true)
    unsafe functions.setTryDownscale(options, true)
    unsafe functions.setBinarizer(options, binarizer.rawValue)
    unsafe functions.setTextMode(options, CZXing_HumanReadable)
    unsafe functions.setMinLineCount(options, 2)
    unsafe functions.setFormats(options, formats, CInt(formats.count))
    let readings: [ZXingReading]? = unsafe image.pixels.withUnsafeBufferPointer { pixels in
      let (width, height) = (CInt(image.width), CInt(image.height))
      guard
        let view = unsafe functions.newView(
          pixels.baseAddress,
          width,
          height,
          CZXing_Luminance,
          width,
          1
        )
      else { return nil }
      defer { unsafe functions.deleteView(view) }
      guard let found = unsafe functions.readBarcodes(view, options) else { return nil }
      defer { unsafe functions.deleteBarcodes(found) }
      return unsafe (0..<functions.count(found)).compactMap { index in
        unsafe functions.at(found, index).map { unsafe reading(of: $0) }
      }
    }
    guard let readings else { throw failure() }
    return readings
  }

  private func reading(of code: UnsafeRawPointer) -> ZXingReading {
    var count: CInt = 0
    let bytes = unsafe functions.bytes(code, &count)
    defer { unsafe functions.release(bytes) }
    let place = unsafe functions.position(code)
    return ZXingReading(
      format: unsafe functions.format(code),
      contentType: unsafe functions.contentType(code),
      bytes: unsafe Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count))),
      text: unsafe take(functions.text(code)),
      shortForm: unsafe take(functions.extra(code, "UPCE")),
      unusedCorrection: Double(unsafe take(functions.extra(code, "UEC"))),
      corners: [place.topLeft, place.topRight, place.bottomRight, place.bottomLeft].map {
        PixelPoint(x: Double($0.x), y: Double($0.y))
      },
      isInverted: unsafe functions.isInverted(code),
      lineCount: Int(unsafe functions.lineCount(code))
    )
  }

  /// Copies a string of the library's and gives it back.
  private func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe functions.release(text) }
    return unsafe String(cString: text)
  }

  private func failure() -> RecognitionError {
    let words = unsafe take(functions.lastError())
    return RecognitionError(
      .engineFailed,
      "The code reader failed on this picture: \(words.isEmpty ? "no memory" : words)."
    )
  }
}

/// A code as the library gives it.
struct ZXingReading: Sendable, Hashable {
  /// The library's number of its kind.
  var format: CInt

  /// What the content is: 0 text, 3 GS1, others bytes.
  var contentType: CInt

  /// The payload's bytes.
  var bytes: [UInt8]

  /// The payload for people to read.
  var text: String

  /// The 8 digits of a UPC-E; empty for others.
  var shortForm: String

  /// How much of the error correction was not needed, 0…1; `nil` where there is none.
  var unusedCorrection: Double?

  /// Where the code begins, and on clockwise as a reader sees it, in pixels.
  var corners: [PixelPoint]

  /// Whether it is light on dark.
  var isInverted: Bool

  /// How many lines across a linear code agree; 0 for others.
  var lineCount: Int
}

/// A place in a picture in pixels.
struct PixelPoint: Sendable, Hashable {
  /// From the left edge.
  var x: Double

  /// From the top edge.
  var y: Double
}
