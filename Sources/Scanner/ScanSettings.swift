public import Capture
public import Imaging
public import Recognition

/// Where a scan gets its frames.
public enum ScanSource: Sendable, Hashable {
  /// A camera.
  case camera(CameraSelector, CameraSettings)

  /// A recorded folder of frames, at its recorded times or at a rate.
  case recording(folder: String, frameRate: Double?)
}

/// How much a picture is worth: resolution and work.
public enum QualityLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// 720 rows, one pass; small print may be missed.
  case fast

  /// 1080 rows, one pass.
  case balanced

  /// The camera's highest resolution up to 2160 rows, and a second look at what was unsure.
  case accurate

  /// The rows to ask of a camera.
  public var wantedRows: Int {
    switch self {
    case .fast: 720
    case .balanced: 1080
    case .accurate: 2160
    }
  }

  /// The engine's level.
  public var recognitionLevel: RecognizeTextRequest.RecognitionLevel {
    self == .accurate ? .accurate : .fast
  }
}

/// What a scan reads and how.
public struct ScanSettings: Sendable, Hashable {
  /// Where the frames come from.
  public var source: ScanSource

  /// How text is recognized.
  public var request: RecognizeTextRequest

  /// The kinds of content to keep; none for whole lines.
  ///
  /// With any, an item is what was found: its text is the part of the line, with that part's corners,
  /// and a line without such content gives none. The counterpart of DataScanner's `textContentType`,
  /// of which there may be several.
  public var contentKinds: Set<RecognizedContent.Kind>

  /// Whether the scan says what keeps the camera from seeing text well; on by default.
  public var isGuidanceEnabled: Bool

  /// What to look for; text alone by default.
  public var types: RecognizedDataTypes

  /// How the camera is mounted.
  public var orientation: ImageOrientation

  /// Whether to end after the first page that settled.
  public var endsAfterFirstPage: Bool

  /// Files and folders to read while no camera is available.
  public var fallback: [String]

  /// Whether to wait for a camera instead of ending when none is available at the start.
  public var waitsForCamera: Bool

  /// Whether every frame is looked at and lines' places are reported whenever they moved by two
  /// thousandths of the picture, for drawing boxes over a live picture.
  ///
  /// Else a page at rest is looked at five times a second, and places are reported when a line has moved
  /// by a hundredth of the picture.
  public var tracksAtFrameRate: Bool

  /// Whether all items in view are reported; else only the one nearest the point of interest, which is
  /// the middle of the picture until ``DataScanner/pointOfInterest`` says otherwise.
  public var recognizesMultipleItems: Bool

  /// Makes settings; without arguments the first camera, upright, English.
  public init(
    source: ScanSource = .camera(.automatic, CameraSettings()),
    request: RecognizeTextRequest = RecognizeTextRequest(),
    contentKinds: Set<RecognizedContent.Kind> = [],
    isGuidanceEnabled: Bool = true,
    types: RecognizedDataTypes = .text,
    orientation: ImageOrientation = .up,
    endsAfterFirstPage: Bool = false,
    fallback: [String] = [],
    waitsForCamera: Bool = false,
    tracksAtFrameRate: Bool = false,
    recognizesMultipleItems: Bool = true
  ) {
    self.source = source
    self.request = request
    self.contentKinds = contentKinds
    self.isGuidanceEnabled = isGuidanceEnabled
    self.types = types
    self.orientation = orientation
    self.endsAfterFirstPage = endsAfterFirstPage
    self.fallback = fallback
    self.waitsForCamera = waitsForCamera
    self.tracksAtFrameRate = tracksAtFrameRate
    self.recognizesMultipleItems = recognizesMultipleItems
  }
}
