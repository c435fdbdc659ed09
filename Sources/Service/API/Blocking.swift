import Dispatch

/// Calls that wait for the kernel or a disk, off the threads that tasks share.
enum Blocking {
  private static let queue = DispatchQueue(label: "lectern.blocking", attributes: .concurrent)

  /// Does something that blocks.
  static func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { continuation in
      queue.async { @Sendable in continuation.resume(returning: body()) }
    }
  }
}
