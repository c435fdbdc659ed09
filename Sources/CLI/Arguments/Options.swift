import Capture
import Imaging
import Recognition
import Scanner

/// What the options say, with the defaults.
struct Options: Sendable, Equatable {
  /// How results are printed.
  enum Format: String, CaseIterable, Sendable {
    case text
    case jsonl
    case tsv
    case hocr
    case alto
    case pdf

    /// The ending of files in this format.
    var fileEnding: String {
      switch self {
      case .text: "txt"
      case .alto: "xml"
      case .jsonl, .tsv, .hocr, .pdf: rawValue
      }
    }

    /// Whether it holds whole pages, so that a camera's lines cannot be written as they settle.
    var isDocument: Bool { self == .hocr || self == .alto || self == .pdf }
  }

  /// Where frames come from, as typed.
  var device = "auto"
  var format = Format.text
  var table: PageTable.Format?
  var joinsParagraphs = false
  var printsNames = false
  var languages: [TesseractLanguage]?
  var quality: QualityLevel?
  var request = RecognizeTextRequest()
  var contentKinds: Set<RecognizedContent.Kind> = []
  var recognizesMultipleItems = true
  var types = RecognizedDataTypes.text
  var rotation = 0
  var isMirrored = false
  var setsOrientation = false
  var endsAfterFirstPage = false
  var duration: Duration?
  var waits = false
  var limits = StillLimits()
  var page: Int?
  var jobs: Int?
  var outputFolder: String?
  var isRecursive = false
  var skipsExisting = false
  var size: PixelSize?
  var frameRate: Double?
  var playbackRate: Double?
  var controls: [ControlSetting] = []
  var printsJSON = false
  var port: Int?
  var addresses: [String] = []
  var configurationFile: String?
  var checksConfiguration = false
  var tokenFile: String?
  var setsTypes = false
  var setsDevice = false
  var verbosity = Diagnostics.Level.normal
  var wantsHelp = false
}
