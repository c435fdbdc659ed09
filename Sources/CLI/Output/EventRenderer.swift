import FoundationEssentials
import Imaging
import Recognition
import Scanner
import Synchronization

/// Turns events into the text of one output format.
final class EventRenderer: Sendable {
  /// What was rendered of one source: a scan's camera and its fallback take turns.
  private struct State {
    var pages = 0
    var size = PixelSize(width: 0, height: 0)
    var pending: [RecognizedItem] = []
  }

  private let format: Options.Format
  private let states = Mutex<[ScanEvent.Source: State]>([:])

  /// Makes a renderer for one stream of output.
  init(format: Options.Format) {
    self.format = format
  }

  /// What stands before everything else.
  var heading: String { format == .tsv ? TSV.heading : "" }

  /// The text for an event; empty when the format has nothing to say about it.
  func render(_ event: ScanEvent) -> String {
    switch format {
    case .text: text(event)
    case .jsonl: json(event)
    case .tsv: table(event)
    }
  }

  private func text(_ event: ScanEvent) -> String {
    switch event.content {
    case .settled(let item) where event.source == .camera:
      return item.text + "\n"
    case .page(let page) where event.source == .file:
      let isFirst = states.withLock { states in
        states[.file, default: State()].pages += 1
        return states[.file]?.pages == 1
      }
      return (isFirst ? "" : "\u{0C}") + page.lines.map { $0.text + "\n" }.joined()
    case .state, .added, .updated, .removed, .settled, .page, .file, .guidance:
      return ""
    }
  }

  private func json(_ event: ScanEvent) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(event), as: UTF8.self) + "\n"
    } catch {
      // Only a number that is not finite cannot be encoded; saying so beats losing the event.
      return "{\"type\":\"error\",\"event\":\(event.event)}\n"
    }
  }

  private func table(_ event: ScanEvent) -> String {
    switch event.content {
    case .settled(let item):
      return states.withLock { states in
        let state = states[event.source, default: State()]
        guard event.source == .camera, state.size.area > 0 else {
          // A still's size comes with its page, right after the items.
          states[event.source, default: State()].pending.append(item)
          return ""
        }
        return TSV.rows(for: item, page: state.pages + 1, size: state.size)
      }
    case .page(let page):
      return states.withLock { states in
        var state = states[event.source, default: State()]
        defer { states[event.source] = state }
        state.pages += 1
        state.size = page.size
        defer { state.pending = [] }
        let number = event.source == .file ? state.pages : page.number
        return state.pending.map { TSV.rows(for: $0, page: number, size: page.size) }.joined()
      }
    case .state, .added, .updated, .removed, .file, .guidance:
      return ""
    }
  }
}
