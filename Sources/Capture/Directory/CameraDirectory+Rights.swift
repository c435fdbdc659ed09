extension CameraDirectory {
  /// Whether a camera may be opened now, without asking it anything.
  ///
  /// The node is opened and closed at once, which does not disturb a stream that runs.
  ///
  /// - Parameter camera: The camera.
  /// - Returns: Why not, when its rights or a policy forbid it; `nil` when it may, and also when it is
  ///   gone or anything else is wrong with it.
  package func missingRight(to camera: CameraInfo) -> CaptureError? {
    do throws(SystemCallError) {
      let descriptor = try kernel.uninterrupted { () throws(SystemCallError) in
        try kernel.open(camera.node)
      }
      kernel.close(descriptor)
      return nil
    } catch {
      let label = CameraLabel(name: camera.name, node: camera.node, kernel: kernel)
      let fault = label.error(error, at: .open)
      switch fault.code {
      case .permissionDenied, .deniedByPolicy: return fault
      default: return nil
      }
    }
  }
}
