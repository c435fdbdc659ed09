import Glibc
import Imaging

extension Camera {
  /// A changed signal is followed this often in one wait; a flickering one is an error.
  private static let mostRenegotiations = 3

  /// Waits for the newest good frame and copies it out; see
  /// ``FrameSource/nextFrame(into:timeout:)``.
  ///
  /// A signal that changes its size is followed: the camera is set up anew, and ``source`` and
  /// ``layout`` tell the new mode.
  public mutating func nextFrame(
    into frame: inout Frame,
    timeout: Duration
  ) throws(CaptureError) -> FrameOutcome {
    guard device.isStreaming else {
      throw CaptureError(.streamError, "\(label.text) is stopped.", remedy: "Start it first.")
    }
    let deadline = kernel.now + timeout
    var renegotiations = 0
    while true {
      let ready: PollResult
      do throws(SystemCallError) {
        ready = try kernel.wait(device: device.descriptor, wake: wake, until: deadline)
      } catch {
        throw label.error(error, at: .stream)
      }
      if ready.isWoken {
        wake.reset()
        return .woken
      }
      // A lost device reports POLLHUP for good; its buffers hold nothing new.
      if !ready.device.isDisjoint(with: [.hangUp, .invalid]) {
        throw label.disconnected(SystemCallError(call: "poll", code: ENODEV))
      }
      if ready.device.contains(.priority), try signalChanged() {
        renegotiations += 1
        guard renegotiations <= Self.mostRenegotiations else { throw unsteadySignal }
        try use(settings)
        continue
      }
      if !ready.device.isDisjoint(with: [.readable, .error]),
        try drain(into: &frame, after: ready.device)
      {
        return .frame
      }
      if kernel.now >= deadline { return .timedOut }
    }
  }

  /// Takes everything that is ready and gives each buffer back at once.
  ///
  /// - Returns: Whether a good frame was among it.
  private mutating func drain(
    into frame: inout Frame,
    after events: PollEvents
  ) throws(CaptureError) -> Bool {
    var found = false
    var taken = 0
    // Not more than the driver has buffers: a fast camera must not keep us here.
    let most = device.bufferCount
    do throws(SystemCallError) {
      while taken < most {
        let buffer = try device.dequeue()
        taken += 1
        if take(buffer, into: &frame) {
          if found { counters.superseded += 1 }
          found = true
        }
        try device.queue(buffer.index)
      }
    } catch {
      if error.code != EAGAIN {
        // The frame is good whatever came after it, and the error will be there the next time too.
        if found { return true }
        throw label.error(error, at: .stream)
      }
    }
    emptyErrors = taken == 0 && events.contains(.error) ? emptyErrors + 1 : 0
    guard emptyErrors < 3 else {
      throw label.error(SystemCallError(call: "poll", code: EIO), at: .stream)
    }
    return found
  }

  /// Checks a buffer, counts it, and copies a good one out.
  private mutating func take(_ buffer: FilledBuffer, into frame: inout Frame) -> Bool {
    let receivedAt = kernel.now
    var damage = check.damage(of: buffer, fits: device.holds(buffer))
    // Buffers that come back because a transfer failed all say 0; their number is no count.
    if damage != .errorFlag || buffer.byteCount > 0 {
      counters.missing += sequence.missing(before: buffer.sequence)
    }
    if damage == nil {
      damage = device.withBytes(of: buffer) { bytes in
        if let damage = check.damage(of: bytes) { return damage }
        frame.bytes.replace(with: bytes)
        return nil
      }
    }
    if let damage {
      counters.damaged[damage, default: 0] += 1
      return false
    }
    counters.good += 1
    frame.layout = check.layout
    frame.sequence = buffer.sequence
    frame.receivedAt = receivedAt
    frame.capturedAt = clock.capturedAt(
      buffer.timestamp,
      isMonotonic: buffer.isOnMonotonicClock,
      receivedAt: receivedAt
    )
    return true
  }
}

extension Camera {
  private func signalChanged() throws(CaptureError) -> Bool {
    do throws(SystemCallError) {
      return try device.takeEvents()
    } catch {
      throw label.error(error, at: .stream)
    }
  }

  private var unsteadySignal: CaptureError {
    CaptureError(
      .noSignal,
      "The signal at \(label.text) keeps changing.",
      remedy: "Check the cable and the device that sends the picture."
    )
  }
}

extension [UInt8] {
  /// Takes over bytes and keeps the storage where it is large enough.
  mutating func replace(with bytes: RawSpan) {
    removeAll(keepingCapacity: true)
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
