import FoundationEssentials
import Recognition
import Synchronization

/// Numbers events and hands them to whoever listens, one at a time.
///
/// The listener is called on the scanner's threads and may block: the scanner then waits, and frames
/// are dropped meanwhile, which is how every queue stays bounded.
final class EventSink: Sendable {
  private let listener: @Sendable (ScanEvent) -> Void
  private let turn: Mutex<ContentFilter>

  /// Makes a sink for a listener.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of content to keep; none for whole lines.
  ///   - listener: Is told what happens.
  init(
    keeping kinds: Set<RecognizedContent.Kind> = [],
    _ listener: @escaping @Sendable (ScanEvent) -> Void
  ) {
    self.listener = listener
    turn = Mutex(ContentFilter(kinds))
  }

  /// Reports an event now.
  func send(
    _ content: ScanEvent.Content,
    from source: ScanEvent.Source,
    path: String? = nil
  ) {
    // The camera's thread, the scan's and the fallback's all report; one at a time, in order.
    turn.withLock { filter in
      for content in filter.pass(content) {
        listener(ScanEvent(content, from: source, path: path))
      }
    }
  }
}

extension ScanEvent {
  private static let lastNumber = Mutex<UInt64>(0)

  /// A number for an event, which no other of this process has, larger than all before.
  package static func nextNumber() -> UInt64 {
    lastNumber.withLock { number in
      number += 1
      return number
    }
  }

  /// Makes an event of now, with a number of its own.
  package init(_ content: Content, from source: Source, path: String? = nil) {
    self.init(
      event: Self.nextNumber(),
      time: Date(),
      source: source,
      path: path,
      content: content
    )
  }
}
