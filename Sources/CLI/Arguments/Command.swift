/// The program's commands.
enum Command: String, CaseIterable, Sendable {
  case scan
  case read
  case snap
  case record
  case devices
  case check
  case languages
  case serve

  /// What it takes besides options.
  var operands: String {
    switch self {
    case .scan: "[FALLBACK…]"
    case .read: "FILE|DIR|-…"
    case .snap: "OUT.jpg"
    case .record: "DIR"
    case .devices, .check, .languages, .serve: ""
    }
  }

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .scan: "read what a camera sees, live; FALLBACK is read while there is no camera"
    case .read: "read still pictures (JPEG, PNG)"
    case .snap: "take one photo at the camera's highest resolution"
    case .record: "keep the camera's frames as they come, so that they can be played again"
    case .devices: "list the cameras, what they offer and whether they can be used"
    case .check: "say whether scanning works here, and what to do if not"
    case .languages: "list the languages that can be read"
    case .serve: "scan for good, with a page to look at and an interface for programs"
    }
  }

  /// How many operands it takes.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .scan: 0...Int.max
    case .read: 1...Int.max
    case .snap, .record: 1...1
    case .devices, .check, .languages, .serve: 0...0
    }
  }
}
