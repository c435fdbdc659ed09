import Capture

/// Owns the watch on `/dev` and blocks in it, on a thread of its own.
actor WatchWorker {
  private let executor = QueueExecutor(label: "lectern.watch")
  private let stop = StopSignal()
  private let kernel: any Kernel
  private var watcher: DeviceWatcher?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes a worker that watches from its first wait on.
  init(kernel: any Kernel = LinuxKernel()) {
    self.kernel = kernel
  }

  /// Begins to watch: what changes from now on ends the next wait.
  func begin() {
    if watcher == nil { watcher = try? DeviceWatcher(kernel: kernel) }
    stop.watch(watcher?.wake)
  }

  /// Waits for a change; cancelling the task ends the wait.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait; `nil` for as long as it takes.
  ///   - node: A node whose closing by another program counts too.
  /// - Returns: Whether something changed.
  nonisolated func wait(atMost timeout: Duration?, closingOf node: String? = nil) async -> Bool {
    await withTaskCancellationHandler {
      await block(atMost: timeout, closingOf: node)
    } onCancel: {
      stop.stop()
    }
  }

  private func block(atMost timeout: Duration?, closingOf node: String?) -> Bool {
    begin()
    guard !stop.isStopped else { return false }
    return watcher?.wait(atMost: timeout, closingOf: node) == .changed
  }
}
