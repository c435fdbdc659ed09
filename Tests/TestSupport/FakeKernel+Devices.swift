import CV4L2
package import Capture
import Glibc
import Synchronization

/// Where a fake camera is plugged in, as sysfs tells it.
package struct FakeSocket: Sendable {
  package var vendor = "046d"
  package var product = "0825"
  package var serial: String?
  package var port = "1-4"
  package var interface = "00"

  /// Makes a socket.
  package init(serial: String? = nil, port: String = "1-4") {
    self.serial = serial
    self.port = port
  }
}

extension FakeKernel {
  /// Plugs a camera in: a node, and what sysfs says about it.
  ///
  /// - Parameters:
  ///   - camera: The camera, or the metadata or other node beside it.
  ///   - number: The node's number.
  ///   - socket: The USB socket; `nil` for a device that is on no bus.
  ///   - index: The node's place among those of its device.
  ///   - status: The node's owner and mode.
  package func plug(
    _ camera: FakeCamera,
    _ number: Int = 0,
    socket: FakeSocket? = FakeSocket(),
    index: Int = 0,
    status: FileStatus = FileStatus(kind: .characterDevice, mode: 0o660, user: 0, group: 44)
  ) {
    let name = "video\(number)"
    var status = status
    status.major = 81
    status.minor = UInt32(number)
    state.withLock { state in
      state.devices["/dev/\(name)"] = FakeDevice(camera)
      state.tree["/dev/\(name)"] = .node(status)
      var parent = "/sys/devices/virtual"
      if let socket {
        let usb = "/sys/devices/pci0000:00/usb1/\(socket.port)"
        parent = "\(usb)/\(socket.port):1.\(Int(socket.interface) ?? 0)"
        state.write(usb + "/idVendor", socket.vendor)
        state.write(usb + "/idProduct", socket.product)
        if let serial = socket.serial { state.write(usb + "/serial", serial) }
        state.write(parent + "/bInterfaceNumber", socket.interface)
      }
      let directory = "\(parent)/video4linux/\(name)"
      state.write(directory + "/name", camera.card)
      state.write(directory + "/index", String(index))
      state.write(directory + "/dev", "81:\(number)")
      if socket != nil { state.tree[directory + "/device"] = .link("../..") }
      state.tree["/sys/class/video4linux/\(name)"] = .link(directory)
      state.tree["/sys/dev/char/81:\(number)"] = .link(directory)
      state.noteChange(name)
    }
  }

  /// Pulls a camera out.
  ///
  /// - Parameters:
  ///   - number: The node's number.
  ///   - keepingNode: Whether the node stays, as it does where nobody tells `/dev`.
  package func unplug(_ number: Int = 0, keepingNode: Bool = false) {
    let node = "/dev/video\(number)"
    state.withLock { state in
      for (descriptor, kind) in state.descriptors {
        guard case .device(node, false) = kind else { continue }
        state.descriptors[descriptor] = .device(node: node, isLost: true)
      }
      // The memory that is mapped outlives the device.
      state.devices[node] = nil
      if !keepingNode { state.tree.remove(under: node) }
      if let directory = state.tree.resolve("/sys/class/video4linux/video\(number)") {
        state.tree.remove(under: directory)
      }
      state.tree.remove(under: "/sys/class/video4linux/video\(number)")
      state.tree.remove(under: "/sys/dev/char/81:\(number)")
      if !keepingNode { state.noteChange("video\(number)") }
    }
  }

  /// Changes a node's owner and mode.
  package func allow(_ number: Int = 0, mode: UInt32, user: UInt32 = 0, group: UInt32 = 44) {
    let node = "/dev/video\(number)"
    state.withLock { state in
      guard case .node(var status) = state.tree[node] else { return }
      (status.mode, status.user, status.group) = (mode, user, group)
      state.tree[node] = .node(status)
      state.noteChange("video\(number)")
    }
  }

  /// Changes a camera while it is plugged in.
  package func change(_ number: Int = 0, _ body: @Sendable (inout FakeCamera) -> Void) {
    state.withLock { state in
      guard var device = state.devices["/dev/video\(number)"] else { return }
      body(&device.camera)
      state.devices["/dev/video\(number)"] = device
    }
  }

  /// The value a control has.
  package func control(_ name: String, of number: Int = 0) -> Int32? {
    state.withLock { state in
      state.devices["/dev/video\(number)"]?.camera.controls.first { $0.name == name }?.value
    }
  }

  /// The mode a camera was set to last.
  package func mode(of number: Int = 0) -> CameraMode? {
    state.withLock { $0.devices["/dev/video\(number)"]?.mode }
  }

  /// Breaks the queue for good, as `vb2_queue_error` does: `EIO` until the stream is stopped.
  package func breakQueue(_ number: Int = 0) {
    state.withLock { $0.devices["/dev/video\(number)"]?.isBroken = true }
  }

  /// Lets the signal change: an event, and other lists from now on.
  package func changeSignal(_ number: Int = 0, to formats: [FakeFormat]) {
    state.withLock { state in
      state.devices["/dev/video\(number)"]?.camera.formats = formats
      state.devices["/dev/video\(number)"]?.sourceChanges += 1
    }
  }

  /// Lets another program stream from a camera.
  package func hold(_ number: Int = 0, process: Int32 = 4711, name: String = "firefox") {
    state.withLock { state in
      state.devices["/dev/video\(number)"]?.owner = -1
      state.write("/proc/\(process)/comm", name + "\n")
      state.tree["/proc/\(process)/fd/0"] = .link("/dev/null")
      state.tree["/proc/\(process)/fd/9"] = .link("/dev/video\(number)")
    }
  }

  /// Lets the other program let go.
  package func letGo(_ number: Int = 0, process: Int32 = 4711) {
    state.withLock { state in
      state.devices["/dev/video\(number)"]?.owner = nil
      state.tree.remove(under: "/proc/\(process)")
      state.noteClosing(of: "/dev/video\(number)")
    }
  }

  /// Puts a file there.
  package func put(_ path: String, _ bytes: [UInt8]) {
    state.withLock { $0.tree[path] = .file(bytes) }
  }

  /// Puts a text file there.
  package func put(_ path: String, text: String) {
    put(path, Array(text.utf8))
  }

  /// Puts a link there.
  package func link(_ path: String, to target: String) {
    state.withLock { $0.tree[path] = .link(target) }
  }

  /// Takes something away, and what is under it.
  package func remove(_ path: String) {
    state.withLock { $0.tree.remove(under: path) }
  }

  /// A file's bytes.
  package func contents(of path: String) -> [UInt8]? {
    state.withLock { state in
      guard case .file(let bytes) = state.tree[path] else { return nil }
      return bytes
    }
  }
}

extension FakeKernel.State {
  mutating func write(_ path: String, _ text: String) {
    tree[path] = .file(Array((text + "\n").utf8))
  }
}

extension FakeKernel.State {
  /// Tells every watch that something in `/dev` changed.
  mutating func noteChange(_ name: String) {
    for (descriptor, kind) in descriptors {
      guard case .watch(let names, let nodes) = kind else { continue }
      descriptors[descriptor] = .watch(names + [name], closingOf: nodes)
    }
  }

  /// Tells every watch for it that a program, this one or another, has closed a node.
  mutating func noteClosing(of node: String) {
    for (descriptor, kind) in descriptors {
      guard case .watch(let names, let nodes) = kind, nodes.contains(node) else { continue }
      descriptors[descriptor] = .watch(names + [""], closingOf: nodes)
    }
  }
}
