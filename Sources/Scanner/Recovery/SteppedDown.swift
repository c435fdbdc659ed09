import Capture

/// A mode the bus had no bandwidth for, and the one that runs in its place.
struct SteppedDown: Sendable, Hashable {
  /// What would have been used.
  var wanted: CameraMode

  /// What is used.
  var mode: CameraMode

  /// Compares what a camera runs at with what it was to run at; `nil` when it runs as it should.
  ///
  /// - Parameter camera: A camera that has been started.
  init?(_ camera: borrowing Camera) {
    guard let wanted = camera.steppedDownFrom else { return nil }
    self.init(wanted: wanted, mode: camera.mode)
  }

  /// Makes a pair.
  init(wanted: CameraMode, mode: CameraMode) {
    self.wanted = wanted
    self.mode = mode
  }
}
