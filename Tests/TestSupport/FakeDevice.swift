import CV4L2
import Capture
import Glibc
import Imaging

/// The queue behind one node of ``FakeKernel``, with videobuf2's rules.
///
/// Buffers are real memory. A buffer given to the driver is overwritten at once, and an unmapped one
/// is really gone: whoever reads a frame after its time reads rubbish or ends the process.
struct FakeDevice {
  /// Written over what a buffer held when it is queued.
  static let poison: UInt8 = 0xde

  struct Buffer {
    enum Place {
      case user
      case queued
      case done
    }
    /// The memory as a number: pointers do not pass through a lock.
    var address: UInt
    var length: Int
    var place = Place.user
    var byteCount = 0
    var flags: UInt32 = 0
    var sequence: UInt32 = 0
    var time = Duration.zero
  }

  var camera: FakeCamera
  var mode: CameraMode
  var owner: CInt?
  var buffers: [Buffer] = []
  var done: [Int] = []
  var isStreaming = false
  var isBroken = false
  var isReading = false
  var sequence: UInt32 = 0
  var produced = 0
  var nextFrameAt = Duration.zero
  var sourceChanges = 0
  var isSubscribed = false

  init(_ camera: FakeCamera) {
    self.camera = camera
    let format = camera.formats.first?.format ?? .mjpeg
    mode = CameraMode(format: format, size: PixelSize(width: 640, height: 480))
    mode = camera.fixedFormat?.mode ?? adjusted(mode)
  }

  var type: UInt32 {
    isMultiPlanar
      ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
  }

  var isMultiPlanar: Bool {
    camera.deviceCapabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0
  }

  var interval: Duration { .seconds(1 / (mode.frameRate ?? camera.defaultRate)) }

  /// What the driver makes of the format it has.
  var grant: FakeGrant {
    let area = mode.size.area
    let bytesPerPixel: Int? =
      switch mode.format {
      case .mjpeg, .jpeg: nil
      case .yuyv, .uyvy, .yvyu, .y10, .y16: 2
      case .rgb24, .bgr24: 3
      default: 1
      }
    let isPlanar = [PixelFormat.nv12, .nv21, .yu12, .yv12].contains(mode.format)
    var grant = FakeGrant(
      format: mode.format,
      size: mode.size,
      stride: (bytesPerPixel ?? 0) * mode.size.width,
      byteCount: isPlanar ? area * 3 / 2 : area * (bytesPerPixel ?? 2)
    )
    camera.adjust(&grant)
    return grant
  }

  /// Takes what can be had nearest to what is wanted, as drivers do instead of refusing.
  func adjusted(_ wanted: CameraMode) -> CameraMode {
    var mode = wanted
    let format = camera.formats.first { $0.format == wanted.format } ?? camera.formats.first
    guard let format else { return mode }
    mode.format = format.format
    switch format.sizes {
    case .listed(let sizes):
      func distance(_ size: PixelSize) -> Int { abs(size.area - wanted.size.area) }
      if let nearest = sizes.map(\.size).min(by: { distance($0) < distance($1) }) {
        mode.size = nearest
      }
    case .stepwise(let minimum, let maximum, let step, _):
      func clamp(_ value: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
        low + (min(max(value, low), high) - low) / step * step
      }
      mode.size = PixelSize(
        width: clamp(wanted.size.width, minimum.width, maximum.width, step.width),
        height: clamp(wanted.size.height, minimum.height, maximum.height, step.height)
      )
    case .unknown:
      break
    }
    return mode
  }

  // MARK: The queue

  mutating func makeBuffers(_ count: Int, length: Int) {
    buffers = (0..<count).map { _ in
      let memory = unsafe mmap(
        nil,
        max(length, 1),
        PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS,
        -1,
        0
      )
      return Buffer(address: UInt(bitPattern: memory), length: length)
    }
  }

  mutating func start(at time: Duration) {
    isStreaming = true
    sequence = 0
    produced = 0
    nextFrameAt = time + interval
  }

  mutating func stop() {
    isStreaming = false
    isBroken = false
    done = []
    for index in buffers.indices { buffers[index].place = .user }
  }

  mutating func queue(_ index: Int) {
    let buffer = buffers[index]
    let spoiled = min(max(buffer.byteCount, 64), buffer.length)
    if let start = unsafe FakeDevice.bytes(of: buffer).baseAddress {
      unsafe memset(start, CInt(FakeDevice.poison), spoiled)
    }
    buffers[index].place = .queued
  }

  mutating func takeDone() -> Int? {
    guard !done.isEmpty else { return nil }
    let index = done.removeFirst()
    buffers[index].place = .user
    return index
  }

  /// Lets the camera deliver what was due until a moment.
  mutating func produce(until time: Duration) {
    guard isStreaming, !isBroken else { return }
    while nextFrameAt <= time {
      let moment = nextFrameAt
      nextFrameAt += interval
      let frame = camera.frames.frame(produced, mode.size)
      produced += 1
      sequence &+= frame?.skipped ?? 0
      // A frame without a free buffer is lost, and counted all the same.
      if let frame, let index = buffers.indices.first(where: { buffers[$0].place == .queued }) {
        fill(index, with: frame, at: moment)
      }
      sequence &+= 1
    }
  }

  private mutating func fill(_ index: Int, with frame: FakeFrame, at time: Duration) {
    let room = unsafe FakeDevice.bytes(of: buffers[index])
    let count = min(frame.bytes.count, max(room.count - camera.dataOffset, 0))
    unsafe frame.bytes.withUnsafeBytes { source in
      let target = unsafe UnsafeMutableRawBufferPointer(
        rebasing: room[camera.dataOffset..<camera.dataOffset + count]
      )
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
    }
    buffers[index].byteCount = (frame.claimedCount ?? frame.bytes.count) + camera.dataOffset
    buffers[index].flags = frame.flags
    buffers[index].sequence = sequence
    buffers[index].time = time + frame.timeOffset
    buffers[index].place = .done
    done.append(index)
  }

  private static func bytes(of buffer: Buffer) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: buffer.address),
      count: buffer.length
    )
  }
}
