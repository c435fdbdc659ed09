import CV4L2
package import Capture
import Glibc
import Imaging
import Synchronization

extension FakeKernel {
  package func open(_ path: String) throws(SystemCallError) -> CInt {
    try call("open") { state throws(SystemCallError) in
      func refuse(_ code: Int32) -> SystemCallError { SystemCallError(call: "open", code: code) }
      guard let node = state.tree.resolve(path) else { throw refuse(ENOENT) }
      guard case .node(let status) = state.tree[node] else { throw refuse(EISDIR) }
      let groups = state.credentials.groups
      let isAllowed =
        state.credentials.user == 0
        || status.user == state.credentials.user && status.mode & 0o600 == 0o600
        || groups.contains(status.group) && status.mode & 0o060 == 0o060
        || status.mode & 0o006 == 0o006
      guard isAllowed else { throw refuse(EACCES) }
      guard state.devices[node] != nil else { throw refuse(ENODEV) }
      state.nextDescriptor += 1
      state.descriptors[state.nextDescriptor] = .device(node: node, isLost: false)
      return state.nextDescriptor
    }
  }

  package func close(_ descriptor: CInt) {
    state.withLock { state in
      state.counts["close", default: 0] += 1
      switch state.descriptors.removeValue(forKey: descriptor) {
      case .event:
        LinuxKernel().close(descriptor)
      case .device(let node, isLost: false):
        state.noteClosing(of: node)
        if state.devices[node]?.owner == descriptor {
          state.devices[node]?.stop()
          state.freeBuffers(of: node)
          state.devices[node]?.owner = nil
          state.devices[node]?.isReading = false
        }
      case .device(_, isLost: true), .watch, nil:
        break
      }
    }
  }

  package func map(
    _ descriptor: CInt,
    offset: Int,
    length: Int
  ) throws(SystemCallError) -> UnsafeMutableRawPointer {
    let address: UInt = try call("mmap") { state throws(SystemCallError) in
      guard case .device(let node, false) = state.descriptors[descriptor],
        let buffers = state.devices[node]?.buffers, buffers.indices.contains(offset >> 12),
        buffers[offset >> 12].length == length
      else { throw SystemCallError(call: "mmap", code: EINVAL) }
      let address = buffers[offset >> 12].address
      state.mappings[address] = length
      return address
    }
    guard let base = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
      throw SystemCallError(call: "mmap", code: ENOMEM)
    }
    return unsafe base
  }

  package func unmap(_ base: UnsafeMutableRawPointer, length: Int) {
    let address = UInt(bitPattern: base)
    state.withLock { state in
      state.counts["munmap", default: 0] += 1
      guard let mapped = state.mappings.removeValue(forKey: address), mapped == length else {
        // Shows as a mapping that can never be given back.
        state.mappings[0] = length
        return
      }
      let isHeld = state.devices.values.contains { $0.buffers.contains { $0.address == address } }
      // Nobody may look there again; the driver keeps a buffer it has not been asked to free.
      _ =
        unsafe isHeld
        ? mprotect(UnsafeMutableRawPointer(bitPattern: address), length, PROT_NONE)
        : munmap(UnsafeMutableRawPointer(bitPattern: address), max(length, 1))
    }
  }

  package func send(
    _ request: DeviceRequest,
    to descriptor: CInt,
    _ argument: UnsafeMutableRawPointer
  ) throws(SystemCallError) {
    // The lock takes no pointers; a number is as good.
    let address = UInt(bitPattern: argument)
    try call(request.rawValue) { state throws(SystemCallError) in
      func fail(_ code: Int32) -> SystemCallError {
        SystemCallError(call: request.rawValue, code: code)
      }
      guard case .device(let node, let isLost) = state.descriptors[descriptor] else {
        throw fail(EBADF)
      }
      guard !isLost, var device = state.devices[node],
        let argument = unsafe UnsafeMutableRawPointer(bitPattern: address)
      else { throw fail(ENODEV) }
      device.produce(until: state.time(for: pacing))
      let code = unsafe device.answer(request, descriptor, argument, at: state.time(for: pacing)) {
        state.free($0)
      }
      state.devices[node] = device
      guard code == 0 else { throw fail(code) }
    }
  }
}

extension FakeKernel {
  package func poll(
    device: CInt?,
    wake: CInt,
    timeout: Duration
  ) throws(SystemCallError) -> PollResult {
    let deadline = now + timeout
    try call("poll") { _ in }
    while true {
      runEvents()
      let isWoken = (try? LinuxKernel().poll(device: nil, wake: wake, timeout: .zero))?.isWoken
      let (events, next) = state.withLock { $0.look(at: device, pacing) }
      let time = now
      guard events.isEmpty, isWoken == false, time < deadline else {
        return PollResult(device: events, isWoken: isWoken ?? false)
      }
      let pause = min(deadline, next ?? deadline)
      switch pacing {
      case .jumping where deadline - time < .seconds(3600):
        state.withLock { $0.time = max($0.time, pause) }
      case .jumping, .real:
        // Whoever waits without a limit waits for another thread and must not take time along.
        // Not longer than this: another thread may unplug the camera meanwhile.
        let slice = max(min(pause - time, .milliseconds(5)), .zero)
        _ = try LinuxKernel().poll(device: nil, wake: wake, timeout: slice)
      }
    }
  }

  /// Lets happen what was to happen by now.
  private func runEvents() {
    let time = now
    let due = state.withLock { state in
      let due = state.events.filter { $0.at <= time }
      state.events.removeAll { $0.at <= time }
      return due.map(\.action)
    }
    for action in due { action(self) }
  }
}

extension FakeKernel.State {
  func time(for pacing: FakeKernel.Pacing) -> Duration {
    pacing == .real ? LinuxKernel().now : time
  }

  /// What `poll` sees of a device, and when there may be more to see.
  mutating func look(
    at descriptor: CInt?,
    _ pacing: FakeKernel.Pacing
  ) -> (PollEvents, next: Duration?) {
    let event = events.map(\.at).min()
    guard let descriptor else { return ([], event) }
    if case .watch(let names, _) = descriptors[descriptor] {
      return (names.isEmpty ? [] : .readable, event)
    }
    guard case .device(let node, let isLost) = descriptors[descriptor] else {
      return (.invalid, nil)
    }
    guard !isLost, var device = devices[node] else {
      return ([.priority, .error, .hangUp], nil)
    }
    device.produce(until: time(for: pacing))
    defer { devices[node] = device }
    var result: PollEvents = device.isSubscribed && device.sourceChanges > 0 ? .priority : []
    if device.buffers.isEmpty,
      device.camera.deviceCapabilities & FakeCamera.Capabilities.readable != 0
    {
      // The first poll before any buffers starts the kernel's own reading, which then owns the queue.
      device.isReading = true
      return (result.union(.readable), nil)
    }
    if !device.isStreaming || device.isBroken {
      result.insert(.error)
    } else if !device.done.isEmpty {
      result.insert(.readable)
    }
    let next = [event, device.isStreaming ? device.nextFrameAt : nil].compactMap(\.self).min()
    return (result, next)
  }

  mutating func freeBuffers(of node: String) {
    for buffer in devices[node]?.buffers ?? [] { free(buffer) }
    devices[node]?.buffers = []
  }

  /// Frees a buffer now, or leaves it to the last `munmap`.
  mutating func free(_ buffer: FakeDevice.Buffer) {
    guard mappings[buffer.address] == nil else { return }
    _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: buffer.address), max(buffer.length, 1))
  }
}
