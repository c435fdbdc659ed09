public import Recognition

/// What a scan looks for: text, codes, or both.
///
/// The counterpart of `DataScannerViewController.RecognizedDataType`.
public struct RecognizedDataTypes: Sendable, Hashable {
  /// Whether text is read; without it no text engine is loaded.
  public var readsText: Bool

  /// Which codes are read; `nil` for none.
  ///
  /// Its region of interest is where they are looked for.
  public var codes: DetectBarcodesRequest?

  /// Makes a choice; without arguments text alone.
  public init(readsText: Bool = true, codes: DetectBarcodesRequest? = nil) {
    self.readsText = readsText
    self.codes = codes
  }

  /// Text alone.
  public static let text = RecognizedDataTypes()
}

extension RecognizedDataTypes {
  /// What is looked for while the picture moves: codes, in one quick look; `nil` for nothing.
  var glance: RecognizedDataTypes? {
    guard var codes else { return nil }
    codes.recognitionLevel = .fast
    return RecognizedDataTypes(readsText: false, codes: codes)
  }
}
