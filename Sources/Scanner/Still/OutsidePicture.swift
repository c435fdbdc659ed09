public import Recognition
import Synchronization

/// A picture somebody else sent: its bytes, whatever they are.
///
/// This is the one way by which bytes from outside are decoded.
public struct OutsidePicture: Sendable {
  /// The file's bytes.
  public var bytes: [UInt8]

  /// What to call it in messages and events.
  public var name: String

  /// Takes a picture.
  public init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// Reads the picture with one of the engines that the process shares, when one is free.
  ///
  /// - Parameters:
  ///   - request: How to read text.
  ///   - types: What to look for.
  ///   - contentKinds: The kinds of content to keep, as ``ScanSettings/contentKinds``.
  ///   - control: Reports progress, and cancels from elsewhere; so does cancelling the task.
  /// - Returns: What `lectern read` tells of it: its items, its page, and how it went.
  /// - Throws: ``RecognitionError`` when the engine or a language is missing.
  public func read(
    _ request: RecognizeTextRequest,
    types: RecognizedDataTypes = .text,
    contentKinds: Set<RecognizedContent.Kind> = [],
    control: RecognitionControl
  ) async throws -> [ScanEvent] {
    try await withTaskCancellationHandler {
      try await ReadingPool.shared.withWorker { worker in
        try await worker.prepare(for: request, types: types)
        let collector = Collector()
        let sink = EventSink(keeping: contentKinds) { collector.add($0) }
        await worker.readPages(
          of: bytes,
          named: name,
          StillSettings(request: request, types: types),
          control: control
        ) { sink.send($0) }
        return collector.events
      }
    } onCancel: {
      control.cancel()
    }
  }
}

/// Keeps what a sink reports.
private final class Collector: Sendable {
  private let collected = Mutex<[ScanEvent]>([])

  var events: [ScanEvent] { collected.withLock { $0 } }

  func add(_ event: ScanEvent) { collected.withLock { $0.append(event) } }
}
