import Capture

/// Notices, while a camera streams, that it could not be opened again.
///
/// The stream that runs does not need the right any more; the user learns of it before the next
/// unplugging ends the scan.
struct RightsWatch: Sendable {
  let watcher: WatchWorker

  /// Tells the lifecycle what changes, until the task is cancelled.
  func run(for camera: CameraInfo, _ lifecycle: SharedLifecycle) async {
    while !Task.isCancelled {
      guard await watcher.wait(atMost: nil) else { continue }
      let fault = await watcher.missingRight(to: camera)
      guard !Task.isCancelled else { return }
      lifecycle.handle(fault.map { .rightsLost($0) } ?? .rightsBack)
    }
  }
}
