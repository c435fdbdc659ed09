import Capture
import Scanner
import Synchronization

/// Tells people on standard error what the scanner is doing and why.
final class StatusReporter: Sendable {
  private let diagnostics: Diagnostics
  private let nothing: String
  private let lastReason = Mutex<String?>(nil)
  private let status = Mutex(StatusText())

  /// Makes a reporter that speaks through the given diagnostics.
  ///
  /// - Parameters:
  ///   - diagnostics: Where it speaks.
  ///   - types: What is looked for.
  init(diagnostics: Diagnostics, types: RecognizedDataTypes = .text) {
    self.diagnostics = diagnostics
    nothing =
      switch (types.readsText, types.codes != nil) {
      case (true, false): "no text"
      case (true, true): "no text and no code"
      case (false, _): "no code"
      }
  }

  /// Whether this is what people were told last.
  func hasSaid(_ reason: String) -> Bool {
    lastReason.withLock { $0 == reason }
  }

  /// Says what an event means for a person, if anything.
  func report(_ event: ScanEvent) {
    if let statusLine = diagnostics.statusLine {
      status.withLock { status in
        if status.take(event) { statusLine.show(status.line) }
      }
    }
    switch event.content {
    case .state(let change):
      report(change)
    case .file(let file):
      report(file, path: event.path ?? "-")
    case .page(let page) where event.source == .camera:
      diagnostics.detail("Page \(page.number) has settled: \(page.lines.count) lines.")
    case .guidance(let hint):
      report(hint)
    case .added, .updated, .removed, .settled, .page:
      break
    }
  }

  private func report(_ hint: GuidanceHint?) {
    guard diagnostics.statusLine == nil else { return }
    if let hint {
      diagnostics.note(hint.words)
    } else {
      diagnostics.detail("Nothing keeps the camera from seeing text any more.")
    }
  }

  private func report(_ change: StateChange) {
    if let reason = change.reason {
      // A retry that fails as the last one did is no news.
      guard diagnostics.level >= .normal, !hasSaid(reason) else { return }
      diagnostics.note(change.advice.map { "\(reason) \($0)" } ?? reason)
      lastReason.withLock { $0 = reason }
      return
    }
    let name = change.camera.map { "\($0.name) (\($0.node))" } ?? "the camera"
    switch change.state {
    case .configuring:
      diagnostics.detail("Opening \(name).")
    case .warming:
      lastReason.withLock { $0 = nil }
      guard diagnostics.statusLine == nil else { return }
      let mode = change.camera.map { "\($0.width)x\($0.height) \($0.format)" } ?? ""
      diagnostics.note("Reading \(name), \(mode).")
    case .streaming:
      diagnostics.detail("The picture has steadied.")
    case .disabled, .absent, .settling, .denied, .probing, .busy, .steppingDown, .noBandwidth,
      .degraded, .noSignal, .recovering, .lost, .unsupported, .stopping:
      break
    }
  }

  private func report(_ file: FileOutcome, path: String) {
    var name = path == "-" ? "standard input" : path
    if file.page > 1 || !file.isLast { name += ", page \(file.page)" }
    switch file.outcome {
    case .text:
      if let reason = file.reason { diagnostics.note(reason) }
    case .empty:
      diagnostics.note(file.reason ?? "\(name): \(nothing).")
    case .unreadable:
      diagnostics.error(file.reason ?? "\(name) could not be read.", remedy: nil)
    case .cancelled:
      diagnostics.note("\(name): canceled.")
    }
  }
}
