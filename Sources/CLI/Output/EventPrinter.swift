import FoundationEssentials
import Imaging
import Scanner

/// Prints events as results on standard output: one line a recognized line, or one a JSON event.
final class EventPrinter: Sendable {
  private let renderer: EventRenderer
  private let output: StandardOutput
  private let statusLine: StatusLine?

  /// Makes a printer; TSV's heading is printed at once.
  ///
  /// - Parameters:
  ///   - style: What to print.
  ///   - output: Where.
  ///   - statusLine: The line that makes way where the output is a terminal.
  init(_ style: OutputStyle, output: StandardOutput, statusLine: StatusLine? = nil) {
    self.output = output
    self.statusLine = output.isTerminal ? statusLine : nil
    renderer = EventRenderer(style)
    output.write(renderer.heading)
  }

  /// Prints what the event means in the chosen format, if anything.
  func print(_ event: ScanEvent) {
    write(renderer.render(event))
  }

  /// Prints what ends the output.
  func end() {
    write(renderer.end())
  }

  private func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    if let statusLine {
      statusLine.above { output.write(bytes) }
    } else {
      output.write(bytes)
    }
  }
}
