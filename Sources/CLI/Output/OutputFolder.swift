import FoundationEssentials
import Scanner
import Synchronization

/// Writes one file of results for each picture.
///
/// A file appears whole or not at all.
final class OutputFolder: Sendable {
  private struct State {
    var renderer: EventRenderer?
    var text = ""
    var names: Set<String> = []
    var hasFailed = false
  }

  private let path: String
  private let format: Options.Format
  private let diagnostics: Diagnostics
  private let state = Mutex(State())

  /// Makes the folder where it does not exist.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - format: What the files hold.
  ///   - diagnostics: Is told about files that cannot be written.
  /// - Throws: ``UsageError`` when it cannot be made.
  init(path: String, format: Options.Format, diagnostics: Diagnostics) throws(UsageError) {
    self.path = path
    self.format = format
    self.diagnostics = diagnostics
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw UsageError(
        "--output: the folder '\(path)' cannot be made.",
        remedy: "Name a folder you may write to."
      )
    }
  }

  /// Whether a file could not be written.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Takes an event; those of a picture end with its `file` event, which writes the file.
  func add(_ event: ScanEvent) {
    let file: (name: String, text: String)? = state.withLock { state in
      let renderer = state.renderer ?? EventRenderer(format: format)
      if state.renderer == nil { state.text = renderer.heading }
      state.renderer = renderer
      state.text += renderer.render(event)
      guard case .file(let outcome) = event.content else { return nil }
      defer { state.renderer = nil }
      let isRead = outcome.outcome == .text || outcome.outcome == .empty
      return isRead ? (name(for: event.path ?? "-", in: &state), state.text) : nil
    }
    if let file { write(file.text, to: file.name) }
  }

  /// `NAME.txt` for `NAME.jpg`; a name that is taken already keeps its ending: `NAME.png.txt`.
  private func name(for path: String, in state: inout State) -> String {
    let base = path == "-" ? "stdin" : String(path.split(separator: "/").last ?? "picture")
    let dot = base.lastIndex(of: ".")
    let stem = dot.map { $0 == base.startIndex ? base : String(base[..<$0]) } ?? base
    var name = "\(stem).\(format.fileEnding)"
    if state.names.contains(name) { name = "\(base).\(format.fileEnding)" }
    var number = 2
    while state.names.contains(name) {
      name = "\(base)-\(number).\(format.fileEnding)"
      number += 1
    }
    state.names.insert(name)
    return name
  }

  private func write(_ text: String, to name: String) {
    let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    do {
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    } catch {
      diagnostics.error(
        "\(file) cannot be written.",
        remedy: "Check the folder's space and rights."
      )
      state.withLock { $0.hasFailed = true }
    }
  }
}
