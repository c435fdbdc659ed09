import Capture

/// Notices, while a camera streams, what the next opening of it will depend on: that it could not be
/// opened again, and which other cameras are plugged in beside it.
///
/// The stream that runs needs no right any more; the user learns of it before the next unplugging
/// ends the scan. A twin that was seen beside the camera is not taken for it afterwards.
struct SurroundingsWatch: Sendable {
  let watcher: WatchWorker
  let capture: CaptureWorker

  /// Tells the lifecycle and the capture what changes, until the task is cancelled.
  func run(for camera: CameraInfo, _ lifecycle: SharedLifecycle) async {
    while !Task.isCancelled {
      guard await watcher.wait(atMost: nil) else { continue }
      let seen = await watcher.look(around: camera)
      guard !Task.isCancelled else { return }
      capture.note(beside: seen.present)
      lifecycle.handle(seen.missingRight.map { .rightsLost($0) } ?? .rightsBack)
    }
  }
}
