import Synchronization

/// A handle on one recognition: cancel it from any thread, see how far it is.
public final class RecognitionControl: Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let percent = Atomic<Int>(0)

  /// How long the work may take; `nil` for no limit.
  public let timeLimit: Duration?

  /// Makes a handle for one recognition.
  ///
  /// - Parameter timeLimit: How long the work may take; `nil` for no limit.
  public init(timeLimit: Duration? = nil) {
    self.timeLimit = timeLimit
  }

  /// Asks the work to stop; it does within about 0.2 s, and its result is never delivered.
  public func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Whether somebody asked the work to stop.
  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// How much is done, 0…1; never falls.
  public var progress: Double { Double(percent.load(ordering: .relaxed)) / 100 }

  package func report(percent value: Int) {
    percent.max(min(value, 100), ordering: .relaxed)
  }
}
