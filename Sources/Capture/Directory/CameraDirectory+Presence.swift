/// A node that is probably a camera, known without opening it.
package struct CameraPresence: Sendable, Hashable {
  /// The node, such as `/dev/video0`.
  package var node: String

  /// Who the camera is; twins both have their serial number here.
  package var identity: CameraIdentity
}

extension CameraDirectory {
  /// Who is plugged in now, as sysfs tells it.
  ///
  /// - Returns: Every node that is probably a camera, by number. Two of one device at two ports were
  ///   there at the same time; one that was moved is not seen twice.
  package func present() -> [CameraPresence] {
    let found = presentNow()
    guard Set(found.map(\.identity.id)).count < found.count else { return found }
    // While the nodes are read one by one, a camera may move from a port to another.
    let stillThere = Set(presentNow())
    return found.filter(stillThere.contains)
  }

  private func presentNow() -> [CameraPresence] {
    nodes().compactMap { node -> CameraPresence? in
      guard let sysfs = SysfsNode(node, kernel: kernel), sysfs.isProbablyCamera else { return nil }
      return CameraPresence(node: node, identity: sysfs.identity)
    }
  }

  /// Whether what a camera could not be used for is still so, asked with a handful of calls.
  ///
  /// - Parameters:
  ///   - fault: A missing right or a missing signal.
  ///   - camera: The camera as it was found then.
  /// - Returns: `false` also when the camera is gone, when anything else is wrong with it, and for any
  ///   other fault.
  package func persists(_ fault: CaptureError, of camera: CameraInfo) -> Bool {
    let sysfs = SysfsNode(camera.node, kernel: kernel)
    guard sysfs == nil || sysfs?.identity.port == camera.identity.port else { return false }
    do throws(SystemCallError) {
      var device = try DeviceFile(opening: camera.node, kernel: kernel, wake: nil)
      return fault.code == .noSignal ? try device.lacksSignal() : false
    } catch {
      return [.permissionDenied, .deniedByPolicy].contains(fault.code)
        && error.code == fault.cause?.code
    }
  }
}

extension DeviceFile {
  /// Whether the input has no signal, or a loopback no program that sends a picture.
  fileprivate mutating func lacksSignal() throws(SystemCallError) -> Bool {
    let capability = try capability()
    guard capability.isLoopback else { return inputFault() != nil }
    guard let type = capability.captureType else { return true }
    bufferType = type
    return formats().isEmpty
  }
}
