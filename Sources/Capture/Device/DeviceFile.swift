import CV4L2
import Glibc

/// An open capture node and the buffers mapped from it.
///
/// The one owner of both: whatever ends it, the stream is stopped, every mapping is given back, the
/// driver's buffers are freed and the node is closed, in this order. A closed node is what lets the
/// camera come back under its old number after it was unplugged.
@safe
struct DeviceFile: ~Copyable {
  /// One buffer of the driver's queue, mapped into this process.
  @unsafe struct Mapping {
    var base: UnsafeMutableRawPointer
    var length: Int
  }

  let kernel: any Kernel

  /// Ends the pauses between attempts; without one a failed transfer is not tried again.
  let wake: WakeEvent?
  let descriptor: CInt

  /// The buffer type of this node: capture, or capture with planes.
  var bufferType: UInt32

  /// The buffers, by index.
  var mappings: [Mapping] = unsafe []

  /// How many buffers there are.
  var bufferCount: Int { unsafe mappings.count }

  /// Whether the driver holds buffers for this descriptor, mapped or not.
  var hasBuffers = false

  /// Whether the stream is on.
  var isStreaming = false

  init(opening node: String, kernel: any Kernel, wake: WakeEvent?) throws(SystemCallError) {
    descriptor = try kernel.uninterrupted { () throws(SystemCallError) in try kernel.open(node) }
    self.kernel = kernel
    self.wake = wake
    bufferType = 0
  }

  deinit {
    unsafe DeviceFile.release(
      mappings,
      hasBuffers: hasBuffers,
      of: descriptor,
      type: bufferType,
      kernel
    )
    kernel.close(descriptor)
  }

  /// Stops the stream and gives the driver its buffers back; harmless when there are none.
  mutating func releaseBuffers() {
    unsafe DeviceFile.release(
      mappings,
      hasBuffers: hasBuffers,
      of: descriptor,
      type: bufferType,
      kernel
    )
    unsafe mappings.removeAll()
    hasBuffers = false
    isStreaming = false
  }

  /// Errors are ignored on purpose: after an unplug every request fails with `ENODEV`, and the
  /// mappings have to go all the same.
  private static func release(
    _ mappings: [Mapping],
    hasBuffers: Bool,
    of descriptor: CInt,
    type: UInt32,
    _ kernel: any Kernel
  ) {
    guard hasBuffers else { return }
    var streamType = type
    try? kernel.uninterrupted { () throws(SystemCallError) in
      try unsafe kernel.send(.stopStream, to: descriptor, &streamType)
    }
    for index in unsafe mappings.indices {
      unsafe kernel.unmap(mappings[index].base, length: mappings[index].length)
    }
    var request = v4l2_requestbuffers(mapped: 0, type: type)
    try? kernel.uninterrupted { () throws(SystemCallError) in
      try unsafe kernel.send(.requestBuffers, to: descriptor, &request)
    }
  }
}

extension DeviceFile {
  /// How often a control transfer that failed on the wire is tried again, and how long after.
  private static let transferRetries = 3
  private static let transferPause = Duration.milliseconds(100)

  /// Makes a request: again at once after a signal, and up to three times, a tenth of a second apart,
  /// after a failure on the wire (`ETIMEDOUT`, `EPROTO`, `EILSEQ`).
  ///
  /// The pause is a wait on the wake event, so that a stop does not have to sit it out.
  func send<Argument>(
    _ request: DeviceRequest,
    _ argument: inout Argument
  ) throws(SystemCallError) {
    var attempt = 0
    while true {
      do {
        try unsafe withUnsafeMutablePointer(to: &argument) { pointer throws(SystemCallError) in
          try kernel.uninterrupted { () throws(SystemCallError) in
            try unsafe kernel.send(request, to: descriptor, UnsafeMutableRawPointer(pointer))
          }
        }
        return
      } catch {
        guard let wake, [ETIMEDOUT, EPROTO, EILSEQ].contains(error.code),
          attempt < Self.transferRetries
        else { throw error }
        attempt += 1
        let deadline = kernel.now + Self.transferPause
        guard (try? kernel.wait(device: nil, wake: wake, until: deadline))?.isWoken == false else {
          throw error
        }
      }
    }
  }

  /// Makes a request a driver may not know or may refuse; `false` when it failed.
  func attempt<Argument>(
    _ request: DeviceRequest,
    _ argument: inout Argument
  ) -> Bool {
    do throws(SystemCallError) {
      try send(request, &argument)
      return true
    } catch {
      return false
    }
  }
}
