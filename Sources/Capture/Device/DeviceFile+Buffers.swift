import CV4L2
import Glibc

/// A buffer the driver has filled and handed over, until it is queued again.
///
/// Everything is copied out of `v4l2_buffer` at once, because queueing overwrites that struct.
struct FilledBuffer {
  /// Which buffer.
  var index: Int

  /// Where the picture begins in it; more than 0 only on multi-planar nodes.
  var offset: Int

  /// The bytes the driver says it wrote, from ``offset`` on.
  var byteCount: Int

  /// `V4L2_BUF_FLAG_…`.
  var flags: UInt32

  /// The driver's frame number.
  var sequence: UInt32

  /// The driver's time.
  var timestamp: Duration

  /// Whether the driver marked the contents as damaged.
  var isMarkedDamaged: Bool { flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 }

  /// Whether ``timestamp`` is on `CLOCK_MONOTONIC`.
  var isOnMonotonicClock: Bool {
    flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
  }
}

extension DeviceFile {
  /// The buffers to ask for: one being filled, one ready, and two for a reader that comes late.
  static let wantedBuffers: UInt32 = 4

  private var isMultiPlanar: Bool {
    bufferType == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
  }

  /// Asks for buffers and maps them; what was acquired before a failure is released with the rest.
  ///
  /// - Throws: `EINVAL` as well when the driver grants fewer than two, with which no stream can run.
  mutating func requestBuffers() throws(SystemCallError) {
    var request = v4l2_requestbuffers(mapped: Self.wantedBuffers, type: bufferType)
    try retryingOnce(.requestBuffers, &request)
    hasBuffers = true
    // The count comes back as the driver likes it, smaller or larger.
    guard request.count >= 2 else {
      throw SystemCallError(call: DeviceRequest.requestBuffers.rawValue, code: EINVAL)
    }
    unsafe mappings.reserveCapacity(Int(request.count))
    for index in 0..<request.count {
      let place = try queryBuffer(index)
      unsafe mappings.append(
        Mapping(
          base: try kernel.uninterrupted { () throws(SystemCallError) in
            unsafe try kernel.map(descriptor, offset: place.offset, length: place.length)
          },
          length: place.length
        )
      )
    }
  }

  /// Queues every buffer and starts the stream.
  mutating func startStream() throws(SystemCallError) {
    for index in unsafe mappings.indices { try queue(index) }
    var type = bufferType
    try retryingOnce(.startStream, &type)
    isStreaming = true
  }

  /// Stops the stream; the driver takes all buffers out of its queue.
  mutating func stopStream() throws(SystemCallError) {
    var type = bufferType
    isStreaming = false
    try send(.stopStream, &type)
  }

  /// Gives a buffer to the driver, after one more try where it refuses with `EINVAL`.
  func queue(_ index: Int) throws(SystemCallError) {
    do {
      _ = try exchange(.queueBuffer, index: UInt32(index))
    } catch {
      guard error.code == EINVAL else { throw error }
      _ = try exchange(.queueBuffer, index: UInt32(index))
    }
  }

  /// Takes the oldest filled buffer.
  ///
  /// - Throws: `EAGAIN` when none is ready.
  func dequeue() throws(SystemCallError) -> FilledBuffer {
    let answer = try exchange(.dequeueBuffer, index: 0)
    // A driver that names a buffer we do not have must not lead outside the mappings.
    guard unsafe mappings.indices.contains(answer.index) else {
      throw SystemCallError(call: DeviceRequest.dequeueBuffer.rawValue, code: EIO)
    }
    return answer
  }

  /// Whether the bytes a buffer claims lie inside its mapping.
  func holds(_ buffer: FilledBuffer) -> Bool {
    unsafe buffer.offset + buffer.byteCount <= mappings[buffer.index].length
  }

  /// Lends a filled buffer's bytes; they must not be used after the buffer is queued again.
  func withBytes<R>(of buffer: FilledBuffer, _ body: (RawSpan) -> R) -> R {
    precondition(holds(buffer), "the caller checks the driver's count against the mapping")
    let mapping = unsafe mappings[buffer.index]
    return body(
      unsafe RawSpan(_unsafeStart: mapping.base + buffer.offset, byteCount: buffer.byteCount)
    )
  }

  /// Makes a request again once when the driver answers `EINVAL`, as some do under load.
  private func retryingOnce<Argument>(
    _ request: DeviceRequest,
    _ argument: inout Argument
  ) throws(SystemCallError) {
    let original = argument
    do {
      try send(request, &argument)
    } catch {
      guard error.code == EINVAL else { throw error }
      argument = original
      try send(request, &argument)
    }
  }

  private func queryBuffer(_ index: UInt32) throws(SystemCallError) -> (offset: Int, length: Int) {
    var buffer = unsafe v4l2_buffer(index: index, type: bufferType)
    guard isMultiPlanar else {
      try unsafe send(.queryBuffer, &buffer)
      return unsafe (Int(buffer.m.offset), Int(buffer.length))
    }
    var plane = v4l2_plane()
    try unsafe withUnsafeMutablePointer(to: &plane) { pointer throws(SystemCallError) in
      unsafe buffer.m.planes = pointer
      unsafe buffer.length = 1
      try unsafe send(.queryBuffer, &buffer)
    }
    return unsafe (Int(plane.m.mem_offset), Int(plane.length))
  }

  /// Queues or dequeues, with or without planes.
  private func exchange(
    _ request: DeviceRequest,
    index: UInt32
  ) throws(SystemCallError) -> FilledBuffer {
    var buffer = unsafe v4l2_buffer(index: index, type: bufferType)
    guard isMultiPlanar else {
      try unsafe send(request, &buffer)
      return unsafe FilledBuffer(buffer, offset: 0, byteCount: Int(buffer.bytesused))
    }
    var plane = v4l2_plane()
    try unsafe withUnsafeMutablePointer(to: &plane) { pointer throws(SystemCallError) in
      unsafe buffer.m.planes = pointer
      unsafe buffer.length = 1
      try unsafe send(request, &buffer)
    }
    // `bytesused` of a plane counts what lies before the picture as well.
    let offset = Int(min(plane.data_offset, plane.bytesused))
    return unsafe FilledBuffer(buffer, offset: offset, byteCount: Int(plane.bytesused) - offset)
  }
}

extension FilledBuffer {
  fileprivate init(_ buffer: v4l2_buffer, offset: Int, byteCount: Int) {
    unsafe self.init(
      index: Int(buffer.index),
      offset: offset,
      byteCount: byteCount,
      flags: buffer.flags,
      sequence: buffer.sequence,
      timestamp: .seconds(buffer.timestamp.tv_sec) + .microseconds(buffer.timestamp.tv_usec)
    )
  }
}

extension v4l2_buffer {
  fileprivate init(index: UInt32, type: UInt32) {
    unsafe self.init()
    unsafe self.index = index
    unsafe self.type = type
    unsafe memory = V4L2_MEMORY_MMAP.rawValue
  }
}

extension v4l2_requestbuffers {
  /// A request for buffers to be mapped.
  init(mapped count: UInt32, type: UInt32) {
    self.init()
    self.count = count
    self.type = type
    memory = V4L2_MEMORY_MMAP.rawValue
  }
}
