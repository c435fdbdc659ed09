import Capture

/// Owns the watch on `/dev` and blocks in it, on a thread of its own.
///
/// A look at the cameras opens and closes their nodes. Whoever waits for another program's closing
/// must not be woken by that, or it looks for ever; so a watch begins before a look, sees the
/// closings from the wait on only, and ends with the wait.
actor WatchWorker {
  private let executor = QueueExecutor(label: "lectern.watch")
  private let kernel: any Kernel
  private let blindPause: Duration
  private var watcher: DeviceWatcher?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes a worker that watches nothing yet.
  ///
  /// - Parameters:
  ///   - kernel: The machine.
  ///   - blindPause: How long a wait is where the process has no descriptor left for a watch, or
  ///     cannot wait.
  init(kernel: any Kernel, blindPause: Duration = RecoveryRules().blindPause) {
    self.kernel = kernel
    self.blindPause = blindPause
  }

  /// Begins to watch: what changes from now on ends the next wait.
  ///
  /// Comes before a look, so that no change is lost between the look and the wait.
  func begin() {
    if watcher == nil { watcher = try? DeviceWatcher(kernel: kernel) }
  }

  /// Waits for a change; cancelling the task ends the wait.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait; `nil` for as long as it takes.
  ///   - node: A node whose closing by another program counts too.
  /// - Returns: Whether something changed.
  nonisolated func wait(atMost timeout: Duration?, closingOf node: String? = nil) async -> Bool {
    let stop = StopSignal()
    let outcome = await withTaskCancellationHandler {
      await block(atMost: timeout, closingOf: node, until: stop)
    } onCancel: {
      stop.stop()
    }
    if let outcome { return outcome == .changed }
    try? await Task.sleep(for: min(timeout ?? blindPause, blindPause))
    return false
  }

  /// Looks at what is around a camera that streams; what changes from now on ends the next wait.
  ///
  /// - Parameter camera: The camera.
  /// - Returns: Why it may not be opened now, see ``CameraDirectory/missingRight(to:)``, and who is
  ///   plugged in.
  func look(
    around camera: CameraInfo
  ) -> (missingRight: CaptureError?, present: [CameraPresence]) {
    begin()
    let directory = CameraDirectory(kernel: kernel)
    let present = directory.present()
    return (directory.missingRight(to: camera), present)
  }

  private func block(
    atMost timeout: Duration?,
    closingOf node: String?,
    until stop: StopSignal
  ) -> DeviceWatcher.Outcome? {
    begin()
    stop.watch(watcher?.wake)
    defer {
      stop.watch(nil)
      watcher = nil
    }
    guard !stop.isStopped else { return .woken }
    return try? watcher?.wait(atMost: timeout, closingOf: node)
  }
}
