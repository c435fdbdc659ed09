import Dispatch
import Glibc

/// SIGINT and SIGTERM as something a task can wait for.
final class Termination: Sendable {
  /// The signals, as they come.
  let signals: AsyncStream<Int32>
  /// Kept alive, and never touched again.
  @safe private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Takes the signals over from their default of killing the process.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int32.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    signals = stream
    let queue = DispatchQueue(label: "lectern.signals")
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in continuation.yield(number) }
      source.resume()
      return source
    }
  }
}
