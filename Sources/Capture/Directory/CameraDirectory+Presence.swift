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

  /// Whether a camera that had no picture still has none, asked with a handful of calls.
  ///
  /// - Parameter camera: The camera as it was found.
  /// - Returns: Why there is no picture; `nil` when there may be one, and also when the camera is gone
  ///   or anything else is wrong with it.
  package func missingSignal(at camera: CameraInfo) -> CaptureError? {
    let sysfs = SysfsNode(camera.node, kernel: kernel)
    guard sysfs == nil || sysfs?.identity.port == camera.identity.port,
      var device = try? DeviceFile(opening: camera.node, kernel: kernel, wake: nil),
      let capability = try? device.capability()
    else { return nil }
    let label = CameraLabel(name: camera.name, node: camera.node, kernel: kernel)
    guard capability.isLoopback else { return device.inputFault().map(label.noSignal) }
    guard let type = capability.captureType else { return label.noProducer }
    device.bufferType = type
    return device.formats().isEmpty ? label.noProducer : nil
  }
}
