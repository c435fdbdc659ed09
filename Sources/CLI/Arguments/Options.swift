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

    /// The ending of files in this format.
    var fileEnding: String { self == .text ? "txt" : rawValue }
  }

  /// Where frames come from, as typed.
  var device = "auto"
  var format = Format.text
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
  var jobs: Int?
  var outputFolder: String?
  var size: PixelSize?
  var frameRate: Double?
  var playbackRate: Double?
  var controls: [ControlSetting] = []
  var printsJSON = false
  var verbosity = Diagnostics.Level.normal
  var wantsHelp = false
}
