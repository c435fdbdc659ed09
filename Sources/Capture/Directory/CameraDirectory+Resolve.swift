import Glibc

extension CameraDirectory {
  /// Finds the camera that is meant.
  ///
  /// A camera that is there and cannot be used now is found as well; ``CameraInfo/unavailable`` says
  /// why. `automatic` prefers one that can be used.
  ///
  /// - Parameter selector: Which camera is meant.
  /// - Returns: The camera.
  /// - Throws: ``CaptureError``: none is connected or none matches, more than one matches, or the
  ///   path leads to something that is no camera.
  public func resolve(_ selector: CameraSelector) throws(CaptureError) -> CameraInfo {
    switch selector {
    case .automatic:
      let cameras = cameras()
      // An input without a signal, or a virtual camera nobody feeds, may stay so for ever.
      guard
        let camera = cameras.first(where: { $0.unavailable == nil })
          ?? cameras.first(where: { $0.unavailable?.code != .noSignal }) ?? cameras.first
      else { throw noneConnected }
      return camera
    case .path(let path):
      return try camera(at: path)
    case .name(let text):
      return try camera(named: text)
    }
  }
}

extension CameraDirectory {
  private func camera(at path: String) throws(CaptureError) -> CameraInfo {
    let status: FileStatus
    let node: String
    do throws(SystemCallError) {
      status = try kernel.status(of: path)
      node = try kernel.resolve(path)
    } catch {
      guard error.code == ENOENT || error.code == ENOTDIR else {
        throw CaptureError(.system, "Cannot look at \(path): \(error.reason).", cause: error)
      }
      throw CaptureError(.noCamera, "\(path) does not exist.", remedy: whatIsThere, cause: error)
    }
    guard status.kind == .characterDevice else {
      throw CaptureError(.notACaptureDevice, "\(path) is no device node.", remedy: whatIsThere)
    }
    let cameras = cameras()
    if let camera = cameras.first(where: { $0.node == node }) { return camera }
    switch examine(node) {
    case .camera(let camera):
      return camera
    case .other(let what):
      throw notACamera(path, what, node: node, cameras)
    case .hidden:
      throw notACamera(path, "the node of something else", node: node, cameras)
    case .nothing(let cause):
      guard let cause else {
        throw CaptureError(.notACaptureDevice, "\(path) is no camera.", remedy: whatIsThere)
      }
      throw CameraLabel(name: path, node: path, kernel: kernel).error(cause, at: .open)
    }
  }

  private func notACamera(
    _ path: String,
    _ what: String,
    node: String,
    _ cameras: [CameraInfo]
  ) -> CaptureError {
    let port = SysfsNode(node, kernel: kernel)?.identity.port
    let sibling = cameras.first { port != nil && $0.identity.port == port }
    return CaptureError(
      .notACaptureDevice,
      "\(path) is \(what), no camera.",
      remedy: sibling.map { "The camera's node is \($0.node)." } ?? whatIsThere
    )
  }

  private func camera(named text: String) throws(CaptureError) -> CameraInfo {
    let cameras = cameras()
    let wanted = text.lowercased()
    func names(_ camera: CameraInfo) -> [String] {
      [camera.name, camera.identity.id, camera.identity.serial ?? camera.identity.id]
        .map { $0.lowercased() }
    }
    var matches = cameras.filter { names($0).contains { $0.contains(wanted) } }
    // A whole name is meant exactly, also where it is part of another's.
    let exact = matches.filter { names($0).contains(wanted) }
    if matches.count > 1, exact.count == 1 { matches = exact }
    guard let camera = matches.first else {
      guard !cameras.isEmpty else { throw noneConnected }
      throw CaptureError(
        .noCamera,
        "No camera matches \"\(text)\".",
        remedy: "There is \(list(cameras))."
      )
    }
    guard matches.count == 1 else {
      throw CaptureError(
        .ambiguous,
        "\"\(text)\" matches \(matches.count) cameras: \(list(matches)).",
        remedy: "Name one by its identity or its link in /dev/v4l/by-path."
      )
    }
    return camera
  }

  private var noneConnected: CaptureError {
    CaptureError(.noCamera, "No camera is connected.", remedy: "Plug in a USB camera.")
  }

  private var whatIsThere: String {
    let cameras = cameras()
    return cameras.isEmpty ? "No camera is connected." : "There is \(list(cameras))."
  }

  private func list(_ cameras: [CameraInfo]) -> String {
    cameras.map { "\($0.name) (\($0.node), \($0.identity.id))" }.joined(separator: ", ")
  }
}
