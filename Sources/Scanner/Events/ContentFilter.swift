import FoundationEssentials
import Recognition

/// Turns events about lines into events about the parts of lines that hold content of wanted kinds.
///
/// A pure state machine. A part has an identity of its own, made from its line's, and appears, changes
/// and leaves as the line's text does.
struct ContentFilter: Sendable {
  private struct Line {
    var parts: [RecognizedItem]
    var hasSettled = false
  }

  private let kinds: Set<RecognizedContent.Kind>
  private var lines: [UUID: Line] = [:]

  /// Makes a filter that lets everything pass when no kind is named.
  init(_ kinds: Set<RecognizedContent.Kind>) {
    self.kinds = kinds
  }

  /// Takes an event.
  ///
  /// - Returns: The events to report in its place, in order.
  mutating func pass(_ event: ScanEvent.Content) -> [ScanEvent.Content] {
    guard !kinds.isEmpty else { return [event] }
    switch event {
    case .added(let item), .updated(let item):
      return follow(item)
    case .settled(let item):
      // A still's lines settle without having been added, and never leave.
      guard lines[item.id] != nil else { return parts(of: item).map { .settled($0) } }
      let changes = follow(item)
      lines[item.id]?.hasSettled = true
      return changes + parts(of: item).map { .settled($0) }
    case .removed(let item):
      return (lines.removeValue(forKey: item.id)?.parts ?? []).map { .removed($0) }
    case .page(var page):
      page.lines = page.lines.flatMap(parts)
      return [.page(page)]
    case .state, .file, .guidance:
      return [event]
    }
  }

  private mutating func follow(_ item: RecognizedItem) -> [ScanEvent.Content] {
    let old = lines[item.id] ?? Line(parts: [])
    let new = parts(of: item)
    let left = old.parts.filter { part in !new.contains { $0.id == part.id } }
    var events = left.map { ScanEvent.Content.removed($0) }
    for part in new {
      guard let before = old.parts.first(where: { $0.id == part.id }) else {
        events.append(.added(part))
        if old.hasSettled { events.append(.settled(part)) }
        continue
      }
      if before != part { events.append(.updated(part)) }
    }
    lines[item.id] = Line(parts: new, hasSettled: old.hasSettled)
    return events
  }

  /// The wanted parts of a line as items of their own.
  private func parts(of line: RecognizedItem) -> [RecognizedItem] {
    // A code is no text: asking for kinds of content does not ask for fewer codes.
    guard line.kind == .text else { return [line] }
    var seen: [RecognizedContent.Kind: UInt8] = [:]
    return line.content.filter { kinds.contains($0.kind) }.map { content in
      let number = seen[content.kind, default: 0]
      seen[content.kind] = number &+ 1
      return line.part(content, number: number)
    }
  }
}

extension RecognizedItem {
  /// A part of the line as an item of its own.
  ///
  /// - Parameters:
  ///   - content: What it is and where it stands in the text.
  ///   - number: How many of its kind stand before it in the line.
  /// - Returns: The item.
  fileprivate func part(_ content: RecognizedContent, number: UInt8) -> RecognizedItem {
    var part = self
    part.id = id.child(kind: content.kind, number: number)
    part.text = content.text
    part.bounds = bounds(of: content.range)
    part.words = words.parts(content.range, of: text)
    part.alternatives = []
    var whole = content
    whole.range = 0..<content.range.count
    part.content = [whole]
    return part
  }
}

extension UUID {
  /// The identity of a part of what has this one; the same for the same part.
  fileprivate func child(kind: RecognizedContent.Kind, number: UInt8) -> UUID {
    var bytes = uuid
    let place = RecognizedContent.Kind.allCases.firstIndex(of: kind) ?? 0
    bytes.14 ^= UInt8(truncatingIfNeeded: place + 1)
    bytes.15 ^= number
    return UUID(uuid: bytes)
  }
}
