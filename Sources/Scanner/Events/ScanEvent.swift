public import Capture
public import FoundationEssentials
public import Imaging

/// Something the scanner tells the world, for camera and file alike.
public struct ScanEvent: Sendable, Hashable {
  /// What happened.
  public enum Content: Sendable, Hashable {
    /// The camera's state changed.
    case state(StateChange)

    /// A line came into view; its text may still change.
    case added(RecognizedItem)

    /// A line that is in view reads differently now, or lies elsewhere.
    case updated(RecognizedItem)

    /// A line left.
    case removed(RecognizedItem)

    /// A line's text will not change any more without new evidence.
    case settled(RecognizedItem)

    /// All lines of a page have settled.
    case page(Page)

    /// A picture has been read, or could not be.
    case file(FileOutcome)

    /// What to do so that the camera sees the text better; `nil` when nothing is wrong any more.
    ///
    /// A hint holds until the next event of this kind, or until a state other than `streaming` says
    /// that the camera sees nothing.
    case guidance(GuidanceHint?)
  }

  /// Where the pictures come from.
  public enum Source: String, Sendable, Hashable, Codable {
    /// A camera, or a recording that stands in for one.
    case camera

    /// Still pictures.
    case file
  }

  /// A number that grows with every event of this process.
  public var event: UInt64

  /// When it happened.
  public var time: Date

  /// Where the pictures come from.
  public var source: Source

  /// The picture's path as it was given, for stills.
  public var path: String?

  /// What happened.
  public var content: Content

  /// Makes an event.
  public init(event: UInt64, time: Date, source: Source, path: String?, content: Content) {
    self.event = event
    self.time = time
    self.source = source
    self.path = path
    self.content = content
  }
}

/// A change of ``ScannerState``.
public struct StateChange: Sendable, Hashable {
  /// The state now.
  public var state: ScannerState

  /// The camera in use, where there is one.
  public var camera: SourceDescription?

  /// Why, in one sentence.
  public var reason: String?

  /// What to do, in one sentence.
  public var advice: String?

  /// Makes a change.
  public init(
    _ state: ScannerState,
    camera: SourceDescription? = nil,
    reason: String? = nil,
    advice: String? = nil
  ) {
    self.state = state
    self.camera = camera
    self.reason = reason
    self.advice = advice
  }
}

/// A page all of whose lines have settled.
public struct Page: Sendable, Hashable {
  /// The page of a file, from 1; for a camera how many pages it has seen.
  public var number: Int

  /// The picture's size, upright.
  public var size: PixelSize

  /// The lines in reading order.
  public var lines: [RecognizedItem]

  /// The picture itself, for documents that show it; `nil` unless it was asked for.
  public var picture: PageImage?

  /// Makes a page.
  public init(number: Int, size: PixelSize, lines: [RecognizedItem], picture: PageImage? = nil) {
    self.number = number
    self.size = size
    self.lines = lines
    self.picture = picture
  }

  /// The lines' text, one a line, in reading order.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

/// What came of a picture.
public struct FileOutcome: Sendable, Hashable {
  /// The kinds of outcome; never mistaken for one another.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// Text was read.
    case text

    /// The picture is sound and holds no text.
    case empty

    /// The file could not be read.
    case unreadable

    /// The work was cancelled.
    case cancelled
  }

  /// The page of the file, from 1.
  public var page: Int

  /// Whether it is the file's last page.
  public var isLast: Bool

  /// What came of it.
  public var outcome: Kind

  /// Why it could not be read, or what was wrong with a picture that was read all the same; a
  /// sentence that names the file.
  public var reason: String?

  /// Makes an outcome.
  public init(page: Int, isLast: Bool = true, outcome: Kind, reason: String? = nil) {
    self.page = page
    self.isLast = isLast
    self.outcome = outcome
    self.reason = reason
  }
}
