import Dispatch

/// A serial executor on a queue of its own, for an actor that blocks.
///
/// An actor that waits in a kernel call or in an engine would starve Swift's shared pool, which has
/// only as many threads as the machine has cores.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes an executor; the label names its thread in debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { @Sendable in
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
