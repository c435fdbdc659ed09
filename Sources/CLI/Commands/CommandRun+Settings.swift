import Capture
import FoundationEssentials
import Glibc
import Imaging
import Recognition
import Scanner

extension CommandRun {
  /// The request that the options describe.
  func request(quality standard: QualityLevel) -> RecognizeTextRequest {
    var request = options.request
    let environment = ProcessInfo.processInfo.environment
    let languages = options.languages ?? [.preferred(environment: environment)]
    request.recognitionLanguages = languages.map(\.language)
    request.recognitionLevel = (options.quality ?? standard).recognitionLevel
    return request
  }

  /// What to look for, as the options say.
  func types(quality standard: QualityLevel) -> RecognizedDataTypes {
    var types = options.types
    types.codes?.regionOfInterest = options.request.regionOfInterest
    types.codes?.recognitionLevel = (options.quality ?? standard).recognitionLevel
    return types
  }

  /// How the pictures are stored; `nil` when the options do not say.
  var orientation: ImageOrientation? {
    guard options.setsOrientation else { return nil }
    return ImageOrientation(
      clockwiseDegrees: options.rotation,
      mirrored: options.isMirrored
    )
  }

  /// The camera that was asked for.
  ///
  /// - Parameter rows: The rows wanted where the size is free.
  /// - Returns: The camera with its settings, or a recording.
  func source(rows: Int) -> ScanSource {
    let prefix = "replay:"
    if options.device.hasPrefix(prefix) {
      return .recording(
        folder: String(options.device.dropFirst(prefix.count)),
        frameRate: options.playbackRate
      )
    }
    let settings = CameraSettings(
      size: options.size,
      frameRate: options.frameRate,
      wantedRows: rows,
      controls: options.controls
    )
    return .camera(selector, settings)
  }

  /// Which camera is meant.
  var selector: CameraSelector {
    switch options.device {
    case "auto": .automatic
    case let path where path.contains("/"): .path(path)
    default: .name(options.device)
    }
  }
}

extension ScanError {
  /// Whether it is the command line that asks for something that does not exist.
  var isUsage: Bool {
    switch self {
    case .capture(let error): error.code == .invalidSetting || error.code == .ambiguous
    case .recognition(let error): error.code == .invalidArgument
    }
  }
}

/// The system's words for an errno.
func describe(errno code: Int32) -> String {
  unsafe String(cString: strerror(code))
}
