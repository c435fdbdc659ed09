public import Capture
public import Imaging
public import Recognition
public import Scanner

/// What one of the service's cameras is to do.
public struct CameraPlan: Sendable, Hashable {
  /// What the camera is called here: letters, digits, `-` and `_`.
  public var name: String

  /// Which camera: as `--device` takes it.
  public var device = "auto"

  /// Whether it scans; off, the camera is free for others.
  public var isEnabled = true

  /// The languages to read, the most important first; none for the locale's.
  public var languages: [TesseractLanguage] = []

  /// How much a picture is worth.
  public var quality = QualityLevel.balanced

  /// What to look for.
  public var types = RecognizedDataTypes.text

  /// The kinds of content to keep; none for whole lines.
  public var contentKinds: Set<RecognizedContent.Kind> = []

  /// How text is recognized besides; languages and level come from the other properties.
  public var request = RecognizeTextRequest()

  /// Whether all items are reported; else the one nearest the point of interest.
  public var recognizesMultipleItems = true

  /// How much larger things appear than the camera shows them at its widest.
  public var zoomFactor = 1.0

  /// The place by which the one item is chosen.
  public var pointOfInterest = NormalizedPoint(x: 0.5, y: 0.5)

  /// Clockwise degrees to turn the picture by: 0, 90, 180, 270.
  public var rotation = 0

  /// Whether the picture is seen in a mirror.
  public var isMirrored = false

  /// The frame size; `nil` lets quality choose.
  public var size: PixelSize?

  /// The frames a second to ask of the camera.
  public var frameRate: Double?

  /// The frames a second to play a recording at.
  public var playbackRate: Double?

  /// The camera's controls.
  public var controls: [ControlSetting] = []

  /// Makes a plan for the first camera.
  public init(name: String) { self.name = name }

  /// How the camera is mounted.
  var orientation: ImageOrientation {
    ImageOrientation(clockwiseDegrees: rotation, mirrored: isMirrored) ?? .up
  }

  /// What a scanner is made with.
  ///
  /// - Parameter preferred: The language to read where none is named.
  /// - Returns: The settings.
  func scanSettings(preferred: TesseractLanguage) -> ScanSettings {
    var request = request
    request.recognitionLevel = quality.recognitionLevel
    let languages = languages.isEmpty ? [preferred] : languages
    request.recognitionLanguages = languages.map(\.language)
    var types = types
    types.codes?.regionOfInterest = request.regionOfInterest
    types.codes?.recognitionLevel = quality.recognitionLevel
    return ScanSettings(
      source: source,
      request: request,
      contentKinds: contentKinds,
      types: types,
      orientation: orientation,
      waitsForCamera: true,
      recognizesMultipleItems: recognizesMultipleItems
    )
  }

  private var source: ScanSource {
    let prefix = "replay:"
    if device.hasPrefix(prefix) {
      return .recording(folder: String(device.dropFirst(prefix.count)), frameRate: playbackRate)
    }
    let settings = CameraSettings(
      size: size,
      frameRate: frameRate,
      wantedRows: quality.wantedRows,
      controls: controls
    )
    let selector: CameraSelector =
      switch device {
      case "auto": .automatic
      case let path where path.contains("/"): .path(path)
      default: .name(device)
      }
    return .camera(selector, settings)
  }

  /// Whether another plan can be followed without starting the scan anew.
  func isLiveChange(to other: CameraPlan) -> Bool {
    var same = self
    same.isEnabled = other.isEnabled
    same.zoomFactor = other.zoomFactor
    same.pointOfInterest = other.pointOfInterest
    same.request.regionOfInterest = other.request.regionOfInterest
    return same == other
  }
}
