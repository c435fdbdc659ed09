import FoundationEssentials
import Imaging
import Scanner

/// Prints events as results on standard output: one line a recognized line, or one a JSON event.
final class EventPrinter: Sendable {
  private let format: Options.Format
  private let renderer: EventRenderer
  private let output: StandardOutput
  private let statusLine: StatusLine?

  /// Makes a printer; TSV's heading is printed at once.
  ///
  /// - Parameters:
  ///   - format: What to print.
  ///   - output: Where.
  ///   - statusLine: The line that makes way where the output is a terminal.
  init(format: Options.Format, output: StandardOutput, statusLine: StatusLine? = nil) {
    self.format = format
    self.output = output
    self.statusLine = output.isTerminal ? statusLine : nil
    renderer = EventRenderer(format: format)
    output.write(renderer.heading)
  }

  /// Prints what the event means in the chosen format, if anything.
  func print(_ event: ScanEvent) {
    let text = renderer.render(event)
    guard !text.isEmpty else { return }
    if let statusLine {
      statusLine.above { output.write(text) }
    } else {
      output.write(text)
    }
  }
}
