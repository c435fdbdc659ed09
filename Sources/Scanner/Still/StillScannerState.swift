/// What a scanner of still pictures shows.
public enum StillScannerState: Sendable, Hashable {
  /// No picture has been chosen yet.
  case idle

  /// A picture is being read; how much of it is done, 0…1.
  case recognizing(progress: Double)

  /// The picture has been read: its lines in reading order, then its codes.
  case recognized([RecognizedItem])

  /// The picture is sound and holds no text.
  case noText

  /// The file could not be opened: it is not there, or may not be read.
  case couldNotOpen(reason: String)

  /// The file is no picture that can be read, or the engine failed on it.
  case couldNotRead(reason: String)

  /// The work was cancelled.
  case canceled

  /// What to tell a person; `nil` when there is text to show instead.
  public var message: String? {
    switch self {
    case .idle: "Choose an image to recognize."
    case .recognizing(let progress): "Recognizing, \(Int((progress * 100).rounded(.down))) %."
    case .recognized: nil
    case .noText: "No text found."
    case .couldNotOpen: "Could not open this image."
    case .couldNotRead: "Could not read this image. Try a local JPEG or PNG."
    case .canceled: "Recognition canceled."
    }
  }

  /// Why there is no text, with the file's name and the remedy, where more is known than
  /// ``message`` says.
  public var reason: String? {
    switch self {
    case .couldNotOpen(let reason), .couldNotRead(let reason): reason
    case .idle, .recognizing, .recognized, .noText, .canceled: nil
    }
  }

  /// The lines and codes; none unless a picture has been read.
  public var items: [RecognizedItem] {
    if case .recognized(let items) = self { items } else { [] }
  }

  /// The text to show, one line a line; empty unless a picture has been read.
  public var text: String { items.map(\.text).joined(separator: "\n") }

  /// Whether a picture is being read, so that there is something to cancel.
  public var isRecognizing: Bool {
    if case .recognizing = self { true } else { false }
  }
}

/// Which picture's news count: those of the one chosen last, until it is cancelled.
///
/// Pure: it decides what is shown, and starts nothing.
struct StillChoice: Sendable {
  /// What is shown.
  private(set) var state = StillScannerState.idle

  /// The number of the choice whose news count; `nil` when none is being read.
  private(set) var current: Int?

  private var count = 0

  /// A picture is chosen: whatever was shown before goes away at once.
  ///
  /// - Returns: The choice's number, which its news carry.
  mutating func choose() -> Int {
    count += 1
    current = count
    state = .recognizing(progress: 0)
    return count
  }

  /// How far the reading of a choice is; it never falls.
  ///
  /// - Returns: Whether what is shown changed.
  mutating func advance(_ choice: Int, to progress: Double) -> Bool {
    guard choice == current, case .recognizing(let before) = state, progress > before else {
      return false
    }
    state = .recognizing(progress: min(progress, 1))
    return true
  }

  /// The reading of a choice ended; what comes of one that does not count any more is never shown.
  ///
  /// - Returns: Whether what is shown changed.
  mutating func finish(_ choice: Int, as end: StillScannerState) -> Bool {
    guard choice == current else { return false }
    current = nil
    state = end
    return true
  }

  /// The work is cancelled; harmless when none is under way: text that is there stays.
  ///
  /// - Returns: Whether what is shown changed.
  mutating func cancel() -> Bool {
    guard current != nil else { return false }
    current = nil
    state = .canceled
    return true
  }
}
