import CV4L2
import Capture
import Glibc
import Imaging

extension FakeDevice {
  /// Carries out a request; the answer is 0 or an `errno`.
  mutating func answer(
    _ request: DeviceRequest,
    _ descriptor: CInt,
    _ argument: UnsafeMutableRawPointer,
    at time: Duration,
    free: (Buffer) -> Void
  ) -> Int32 {
    switch request {
    case .queryCapability:
      unsafe answerCapability(argument.assumingMemoryBound(to: v4l2_capability.self))
      return 0
    case .enumerateFormats, .enumerateFrameSizes, .enumerateFrameIntervals:
      return unsafe enumerate(request, argument)
    case .getInput, .enumerateInput:
      return unsafe answerInput(request, argument)
    case .queryControl, .getControl, .setControl:
      return unsafe answerControl(request, argument)
    case .getFormat, .setFormat:
      return unsafe answerFormat(
        request,
        descriptor,
        argument.assumingMemoryBound(to: v4l2_format.self)
      )
    case .getParameters, .setParameters:
      return unsafe answerRate(request, argument.assumingMemoryBound(to: v4l2_streamparm.self))
    case .requestBuffers:
      return unsafe answerBuffers(
        descriptor,
        argument.assumingMemoryBound(to: v4l2_requestbuffers.self),
        free
      )
    case .queryBuffer, .queueBuffer, .dequeueBuffer:
      return unsafe exchange(
        request,
        descriptor,
        argument.assumingMemoryBound(to: v4l2_buffer.self)
      )
    case .startStream, .stopStream:
      return stream(request, descriptor, at: time)
    case .subscribeEvent:
      isSubscribed = true
      return 0
    case .dequeueEvent:
      guard sourceChanges > 0 else { return ENOENT }
      sourceChanges -= 1
      let event = unsafe argument.assumingMemoryBound(to: v4l2_event.self)
      unsafe event.pointee.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
      unsafe event.pointee.u.src_change.changes = UInt32(V4L2_EVENT_SRC_CH_RESOLUTION)
      return 0
    }
  }

  private func isBusy(for descriptor: CInt) -> Bool {
    isReading || owner != nil && owner != descriptor
  }

  // MARK: Buffers and the stream

  private mutating func answerBuffers(
    _ descriptor: CInt,
    _ request: UnsafeMutablePointer<v4l2_requestbuffers>,
    _ free: (Buffer) -> Void
  ) -> Int32 {
    guard unsafe request.pointee.type == type,
      unsafe request.pointee.memory == V4L2_MEMORY_MMAP.rawValue
    else { return EINVAL }
    guard !isBusy(for: descriptor), !isStreaming else { return EBUSY }
    for buffer in buffers { free(buffer) }
    buffers = []
    done = []
    guard unsafe request.pointee.count > 0 else {
      owner = nil
      return 0
    }
    let count = camera.grantedBuffers ?? Int(unsafe request.pointee.count)
    makeBuffers(count, length: grant.byteCount)
    owner = descriptor
    unsafe request.pointee.count = UInt32(count)
    return 0
  }

  private mutating func stream(
    _ request: DeviceRequest,
    _ descriptor: CInt,
    at time: Duration
  ) -> Int32 {
    guard !isBusy(for: descriptor) else { return EBUSY }
    guard request == .startStream else {
      stop()
      return 0
    }
    guard !buffers.isEmpty else { return EINVAL }
    if !isStreaming { start(at: time) }
    return 0
  }

  private mutating func exchange(
    _ request: DeviceRequest,
    _ descriptor: CInt,
    _ buffer: UnsafeMutablePointer<v4l2_buffer>
  ) -> Int32 {
    guard unsafe buffer.pointee.type == type else { return EINVAL }
    if isMultiPlanar, unsafe buffer.pointee.length < 1 || buffer.pointee.m.planes == nil {
      return EINVAL
    }
    guard request == .queryBuffer || !isBusy(for: descriptor) else { return EBUSY }
    var index = Int(unsafe buffer.pointee.index)
    switch request {
    case .queryBuffer:
      guard buffers.indices.contains(index) else { return EINVAL }
    case .queueBuffer:
      if isBroken { return EIO }
      guard buffers.indices.contains(index), buffers[index].place == .user else { return EINVAL }
      queue(index)
    default:
      if isBroken { return EIO }
      guard isStreaming else { return EINVAL }
      guard let taken = takeDone() else { return EAGAIN }
      index = taken
    }
    unsafe describe(index, in: buffer)
    return 0
  }

  private func describe(_ index: Int, in buffer: UnsafeMutablePointer<v4l2_buffer>) {
    let held = buffers[index]
    let isFilled = held.place == .user
    unsafe buffer.pointee.index = UInt32(index)
    unsafe buffer.pointee.flags = isFilled ? held.flags : 0
    unsafe buffer.pointee.sequence = isFilled ? held.sequence : 0
    let (seconds, fraction) = (isFilled ? held.time : .zero).components
    unsafe buffer.pointee.timestamp.tv_sec = Int(seconds)
    unsafe buffer.pointee.timestamp.tv_usec = Int(fraction / 1_000_000_000_000)
    // What QBUF does to this struct is why nothing may be read from it afterwards.
    let byteCount = isFilled ? UInt32(clamping: held.byteCount) : 0
    guard isMultiPlanar else {
      unsafe buffer.pointee.bytesused = byteCount
      unsafe buffer.pointee.length = UInt32(held.length)
      unsafe buffer.pointee.m.offset = UInt32(index << 12)
      return
    }
    guard let plane = unsafe buffer.pointee.m.planes else { return }
    unsafe plane.pointee.bytesused = byteCount
    unsafe plane.pointee.length = UInt32(held.length)
    unsafe plane.pointee.m.mem_offset = UInt32(index << 12)
    unsafe plane.pointee.data_offset = UInt32(camera.dataOffset)
  }

  // MARK: Format and rate

  private mutating func answerFormat(
    _ request: DeviceRequest,
    _ descriptor: CInt,
    _ format: UnsafeMutablePointer<v4l2_format>
  ) -> Int32 {
    guard unsafe format.pointee.type == type else { return EINVAL }
    if request == .setFormat {
      guard !isBusy(for: descriptor), buffers.isEmpty else { return EBUSY }
      let wanted = unsafe requested(format.pointee)
      if let fixed = camera.fixedFormat {
        guard wanted.format == fixed.mode.format, wanted.size == fixed.mode.size else {
          return fixed.refusal
        }
      }
      mode = adjusted(wanted)
    }
    let grant = grant
    guard isMultiPlanar else {
      unsafe format.pointee.fmt.pix.width = UInt32(grant.size.width)
      unsafe format.pointee.fmt.pix.height = UInt32(grant.size.height)
      unsafe format.pointee.fmt.pix.pixelformat = grant.format.rawValue
      unsafe format.pointee.fmt.pix.bytesperline = UInt32(grant.stride)
      unsafe format.pointee.fmt.pix.sizeimage = UInt32(grant.byteCount)
      unsafe format.pointee.fmt.pix.field = grant.field
      return 0
    }
    unsafe format.pointee.fmt.pix_mp.width = UInt32(grant.size.width)
    unsafe format.pointee.fmt.pix_mp.height = UInt32(grant.size.height)
    unsafe format.pointee.fmt.pix_mp.pixelformat = grant.format.rawValue
    unsafe format.pointee.fmt.pix_mp.num_planes = UInt8(grant.planes)
    unsafe format.pointee.fmt.pix_mp.field = grant.field
    unsafe format.pointee.fmt.pix_mp.plane_fmt.0.bytesperline = UInt32(grant.stride)
    unsafe format.pointee.fmt.pix_mp.plane_fmt.0.sizeimage = UInt32(grant.byteCount)
    return 0
  }

  private func requested(_ format: v4l2_format) -> CameraMode {
    if isMultiPlanar {
      let picture = unsafe format.fmt.pix_mp
      return CameraMode(
        format: PixelFormat(rawValue: picture.pixelformat),
        size: PixelSize(width: Int(picture.width), height: Int(picture.height))
      )
    }
    let picture = unsafe format.fmt.pix
    return CameraMode(
      format: PixelFormat(rawValue: picture.pixelformat),
      size: PixelSize(width: Int(picture.width), height: Int(picture.height))
    )
  }

  private mutating func answerRate(
    _ request: DeviceRequest,
    _ parameters: UnsafeMutablePointer<v4l2_streamparm>
  ) -> Int32 {
    if request == .setParameters {
      guard !isStreaming else { return EBUSY }
      let wanted = unsafe parameters.pointee.parm.capture.timeperframe
      if wanted.numerator > 0, wanted.denominator > 0 {
        mode.frameRate = Double(wanted.denominator) / Double(wanted.numerator)
      }
    }
    let rate = mode.frameRate ?? camera.defaultRate
    unsafe parameters.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
    unsafe parameters.pointee.parm.capture.timeperframe = v4l2_fract(
      numerator: 1000,
      denominator: UInt32((rate * 1000).rounded())
    )
    return 0
  }
}
