import Capture
import Scanner

/// What the status line says: the camera's state, and the hint that is up.
struct StatusText: Sendable, Equatable {
  private var state = "Starting"
  private var hint: GuidanceHint?

  /// The line's text.
  var line: String {
    [state, hint?.words].compactMap(\.self).joined(separator: " · ")
  }

  /// Takes what an event changes in it.
  ///
  /// - Returns: Whether anything changed.
  mutating func take(_ event: ScanEvent) -> Bool {
    let before = self
    switch event.content {
    case .state(let change):
      state = Self.words(for: change)
      let sees = [.warming, .streaming, .degraded].contains(change.state)
      if !sees { hint = nil }
    case .guidance(let hint):
      self.hint = hint
    case .added, .updated, .removed, .settled, .page, .file:
      break
    }
    return self != before
  }

  private static func words(for change: StateChange) -> String {
    let name = change.camera.map { "\($0.name) (\($0.node))" } ?? "the camera"
    return switch change.state {
    case .disabled: "Not scanning"
    case .absent: "Waiting for a camera"
    case .settling: "A camera appears"
    case .denied: "Waiting for the right to open \(name)"
    case .probing, .configuring: "Opening \(name)"
    case .busy: "Waiting for another program to let go of \(name)"
    case .steppingDown: "Trying a smaller picture of \(name)"
    case .noBandwidth: "Waiting for bandwidth for \(name)"
    case .warming: "Looking through \(name)"
    case .streaming: "Scanning with \(name)"
    case .degraded: "Scanning with \(name), many frames are damaged"
    case .noSignal: "Waiting for a signal on \(name)"
    case .recovering: "Starting \(name) again"
    case .lost: "Waiting for \(name) to come back"
    case .unsupported: "\(name) offers nothing that can be read"
    case .stopping: "Ending"
    }
  }
}
