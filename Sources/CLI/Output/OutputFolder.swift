import Glibc
import Scanner
import Synchronization

/// Writes one file of results for each picture, page by page; it appears when the last page is in it.
final class OutputFolder: Sendable {
  private struct State: ~Copyable {
    var names: ArraySlice<String>
    var renderer: EventRenderer?
    var file: PartialFile?
    var hasPage = false
    var isSpoilt = false
    var hasFailed = false
  }

  private let path: String
  private let style: OutputStyle
  private let diagnostics: Diagnostics
  private let state: Mutex<State>

  /// Makes a folder's writer.
  ///
  /// - Parameters:
  ///   - path: The folder; made when the first file is written.
  ///   - names: The names of the results, in the order in which pictures are reported.
  ///   - style: What the files hold.
  ///   - diagnostics: Is told about files that cannot be written.
  init(path: String, names: [String], style: OutputStyle, diagnostics: Diagnostics) {
    self.path = path
    self.style = style
    self.diagnostics = diagnostics
    state = Mutex(State(names: names[...]))
  }

  /// Where a result lies.
  static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Whether a file could not be written.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Takes an event; those of a picture end with the outcome of its last page.
  func add(_ event: ScanEvent) {
    let failure: String? = state.withLock { state in
      do throws(PartialFile.WriteError) {
        try add(event, to: &state)
        return nil
      } catch {
        state.file = nil
        state.isSpoilt = true
        state.hasFailed = true
        return error.message
      }
    }
    if let failure {
      diagnostics.error(failure, remedy: "Check the folder's space and rights.")
    }
  }

  private func add(
    _ event: ScanEvent,
    to state: inout State
  ) throws(PartialFile.WriteError) {
    let renderer = state.renderer ?? EventRenderer(style)
    let isFirst = state.renderer == nil
    state.renderer = renderer
    if case .file(let outcome) = event.content {
      state.hasPage = state.hasPage || outcome.outcome == .text || outcome.outcome == .empty
      state.isSpoilt = state.isSpoilt || outcome.outcome == .cancelled
    }
    let bytes = (isFirst ? renderer.heading : []) + renderer.render(event)
    if !bytes.isEmpty, !state.isSpoilt { try write(bytes, to: &state) }
    guard case .file(let outcome) = event.content, outcome.isLast else { return }
    try finish(&state, renderer)
  }

  private func write(
    _ bytes: [UInt8],
    to state: inout State
  ) throws(PartialFile.WriteError) {
    if state.file == nil, let name = state.names.first {
      state.file = try PartialFile(path: Self.path(of: name, in: path))
    }
    try state.file?.write(bytes)
  }

  /// Ends a picture's file; one without a readable page gets none.
  private func finish(
    _ state: inout State,
    _ renderer: EventRenderer
  ) throws(PartialFile.WriteError) {
    defer {
      state.names = state.names.dropFirst()
      state.file = nil
      (state.renderer, state.hasPage, state.isSpoilt) = (nil, false, false)
    }
    guard state.hasPage, !state.isSpoilt else { return }
    try write(renderer.end(), to: &state)
    try state.file?.commit()
  }
}
