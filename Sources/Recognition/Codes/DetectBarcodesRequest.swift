public import Imaging

/// Which codes to find in a picture, and how hard to try.
///
/// The counterpart of Vision's `DetectBarcodesRequest`.
public struct DetectBarcodesRequest: Sendable, Hashable {
  /// The kinds of code to find; all of them by default.
  public var symbologies: [BarcodeSymbology] = BarcodeSymbology.allCases

  /// The part of the picture to look at; the whole by default.
  ///
  /// Results stay in the whole picture's coordinates.
  public var regionOfInterest = NormalizedRect.fullImage

  /// How much work a picture is worth; accurate by default.
  ///
  /// `fast` looks once. `accurate` looks again, larger, turned a little and with another threshold,
  /// when nothing sure was found, and lets a code without a check digit count only when two looks
  /// agree.
  public var recognitionLevel: RecognizeTextRequest.RecognitionLevel = .accurate

  /// Makes a request with the defaults.
  public init() {}

  /// The kinds of code that can be found on this machine; none when the code reader is missing.
  public var supportedSymbologies: [BarcodeSymbology] {
    BarcodeReader.version == nil ? [] : BarcodeSymbology.allCases
  }
}
