import FoundationEssentials
import Imaging
import Recognition
import Scanner
import Synchronization

/// Turns events into the bytes of one output.
final class EventRenderer: Sendable {
  private struct State {
    /// What was rendered of one source: a scan's camera and its fallback take turns.
    var pages: [ScanEvent.Source: Int] = [:]
    var cameraSize = PixelSize(width: 0, height: 0)
    var pending: [RecognizedItem] = []
    var writer: (any PageWriter)?
  }

  private let style: OutputStyle
  private let state: Mutex<State>

  /// Makes a renderer for one stream of output.
  init(_ style: OutputStyle) {
    self.style = style
    state = Mutex(State(writer: style.pageWriter))
  }

  /// What stands before everything else.
  var heading: [UInt8] { style.format == .tsv ? Array(TSV.heading.utf8) : [] }

  /// The bytes for an event; none when the format has nothing to say about it.
  func render(_ event: ScanEvent) -> [UInt8] {
    switch style.format {
    case .text: Array(text(event).utf8)
    case .jsonl: json(event)
    case .tsv: Array(table(event).utf8)
    case .hocr, .alto, .pdf: document(event)
    }
  }

  /// What stands after everything else.
  func end() -> [UInt8] {
    state.withLock { $0.writer?.end() ?? [] }
  }

  private func text(_ event: ScanEvent) -> String {
    switch event.content {
    case .settled(let item) where event.source == .camera:
      return item.text + "\n"
    case .page(let page) where event.source == .file:
      let isFirst = number(of: .file) == 1
      if let format = style.table {
        return (isFirst ? "" : "\n") + PageTable(PrintedPage(page)).text(format)
      }
      // A form feed would stand before a name.
      return (isFirst || style.printsNames ? "" : "\u{0C}")
        + PlainText.text(
          of: PrintedPage(page),
          paragraphs: style.joinsParagraphs,
          name: style.printsNames ? event.path ?? "-" : nil
        )
    case .state, .added, .updated, .removed, .settled, .page, .file, .guidance:
      return ""
    }
  }

  private func json(_ event: ScanEvent) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(event)) + [0x0A]
    } catch {
      // Only a number that is not finite cannot be encoded; saying so beats losing the event.
      return Array("{\"type\":\"error\",\"event\":\(event.event)}\n".utf8)
    }
  }

  private func table(_ event: ScanEvent) -> String {
    switch event.content {
    case .settled(let item) where event.source == .camera:
      return state.withLock { state in
        guard state.cameraSize.area > 0 else {
          // The first page's size comes after its items.
          state.pending.append(item)
          return ""
        }
        let number = state.pages[.camera, default: 0] + 1
        return TSV.rows(for: item, page: number, size: state.cameraSize)
      }
    case .page(let page) where event.source == .camera:
      return state.withLock { state in
        state.pages[.camera, default: 0] += 1
        state.cameraSize = page.size
        defer { state.pending = [] }
        return state.pending.map { TSV.rows(for: $0, page: page.number, size: page.size) }.joined()
      }
    case .page(let page):
      return TSV.rows(of: PrintedPage(page), number: number(of: .file))
    case .state, .added, .updated, .removed, .settled, .file, .guidance:
      return ""
    }
  }

  private func document(_ event: ScanEvent) -> [UInt8] {
    guard case .page(let page) = event.content, event.source == .file else { return [] }
    return state.withLock { $0.writer?.write(page, from: event.path ?? "-") ?? [] }
  }

  /// Counts a page of a source.
  private func number(of source: ScanEvent.Source) -> Int {
    state.withLock { state in
      state.pages[source, default: 0] += 1
      return state.pages[source, default: 0]
    }
  }
}
