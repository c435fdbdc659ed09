import FoundationEssentials
import Imaging
import Scanner

/// Prints events as results on standard output: one line a recognized line, or one a JSON event.
final class EventPrinter: Sendable {
  private let format: Options.Format
  private let renderer: EventRenderer
  private let output: StandardOutput

  /// Makes a printer; TSV's heading is printed at once.
  init(format: Options.Format, output: StandardOutput) {
    self.format = format
    self.output = output
    renderer = EventRenderer(format: format)
    output.write(renderer.heading)
  }

  /// Prints what the event means in the chosen format, if anything.
  func print(_ event: ScanEvent) {
    let text = renderer.render(event)
    if !text.isEmpty { output.write(text) }
  }
}
