import Capture
public import FoundationEssentials
public import Recognition

/// A kind of data to look for, as `DataScannerViewController.RecognizedDataType`.
public enum RecognizedDataType: Sendable, Hashable {
  /// Lines of text, or only the parts of them that are of these kinds.
  ///
  /// The languages, the most important first, are the whole set; none stands for the user's own. Apple's one `textContentType` is a set here; an empty one keeps whole lines.
  case text(languages: [Locale.Language] = [], contentKinds: Set<RecognizedContent.Kind> = [])

  /// Machine-readable codes; without symbologies all there are.
  case barcode(symbologies: [BarcodeSymbology] = [])
}

extension DataScanner {
  /// Makes a scanner for the first camera, under the names and with the defaults of
  /// `DataScannerViewController`.
  ///
  /// - Parameters:
  ///   - recognizedDataTypes: What to look for.
  ///   - qualityLevel: How much a picture is worth; mostly the camera's resolution.
  ///   - recognizesMultipleItems: Whether all items are reported, or the one nearest the point of
  ///     interest.
  ///   - isHighFrameRateTrackingEnabled: Whether items' places are reported as often as frames come.
  ///   - isGuidanceEnabled: Whether the scan says what keeps the camera from seeing well.
  public convenience init(
    recognizedDataTypes: Set<RecognizedDataType>,
    qualityLevel: QualityLevel = .balanced,
    recognizesMultipleItems: Bool = false,
    isHighFrameRateTrackingEnabled: Bool = true,
    isGuidanceEnabled: Bool = true
  ) {
    var settings = ScanSettings(
      source: .camera(.automatic, CameraSettings(wantedRows: qualityLevel.wantedRows)),
      isGuidanceEnabled: isGuidanceEnabled,
      tracksAtFrameRate: isHighFrameRateTrackingEnabled,
      recognizesMultipleItems: recognizesMultipleItems
    )
    settings.request.recognitionLevel = qualityLevel.recognitionLevel
    settings.types = RecognizedDataTypes(readsText: false)
    var languages: [Locale.Language] = []
    for type in recognizedDataTypes {
      switch type {
      case .text(let names, let kinds):
        settings.types.readsText = true
        settings.contentKinds.formUnion(kinds)
        languages += names
      case .barcode(let symbologies):
        var codes = settings.types.codes ?? DetectBarcodesRequest()
        if !symbologies.isEmpty { codes.symbologies = symbologies }
        settings.types.codes = codes
      }
    }
    if languages.isEmpty {
      let environment = ProcessInfo.processInfo.environment
      languages = [TesseractLanguage.preferred(environment: environment).language]
    }
    settings.request.recognitionLanguages = languages
    self.init(settings: settings)
  }
}
