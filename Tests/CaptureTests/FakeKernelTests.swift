import CV4L2
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Capture

/// The double has to keep the real queue's rules, or every test on it is worth nothing.
@Suite struct FakeKernelTests {
  private let kernel = FakeKernel()

  private func opened(_ camera: FakeCamera = .small()) throws -> DeviceFile {
    kernel.plug(camera)
    var device = try DeviceFile(opening: "/dev/video0", kernel: kernel, wake: nil)
    device.bufferType = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    return device
  }

  private func code(_ body: () throws(SystemCallError) -> Void) -> Int32 {
    do throws(SystemCallError) {
      try body()
      return 0
    } catch {
      return error.code
    }
  }

  @Test func `a stream cannot start before there are buffers`() throws {
    let device = try opened()
    var type = device.bufferType
    #expect(code { () throws(SystemCallError) in try device.send(.startStream, &type) } == EINVAL)
  }

  @Test func `an empty queue answers EAGAIN and a stopped one EINVAL`() throws {
    var device = try opened(.small(.silence))
    try device.requestBuffers()
    #expect(code { () throws(SystemCallError) in _ = try device.dequeue() } == EINVAL)
    try device.startStream()
    #expect(code { () throws(SystemCallError) in _ = try device.dequeue() } == EAGAIN)
  }

  @Test func `poll reports an error while nothing streams`() throws {
    var device = try opened()
    try device.requestBuffers()
    let wake = try kernel.makeEvent()
    defer { kernel.close(wake) }
    let seen = try kernel.poll(device: device.descriptor, wake: wake, timeout: .seconds(1))
    #expect(seen.device == .error)
  }

  @Test func `polling a readable device before it has buffers makes it busy`() throws {
    var camera = FakeCamera.small()
    camera.deviceCapabilities |= FakeCamera.Capabilities.readable
    var device = try opened(camera)
    let wake = try kernel.makeEvent()
    defer { kernel.close(wake) }
    _ = try kernel.poll(device: device.descriptor, wake: wake, timeout: .zero)
    #expect(code { () throws(SystemCallError) in try device.requestBuffers() } == EBUSY)
  }

  @Test func `a second opener is refused the queue and not the controls`() throws {
    var first = try opened(.webcam())
    try first.requestBuffers()
    var second = try DeviceFile(opening: "/dev/video0", kernel: kernel, wake: nil)
    second.bufferType = first.bufferType
    #expect(code { () throws(SystemCallError) in try second.requestBuffers() } == EBUSY)
    #expect(
      code { () throws(SystemCallError) in
        try second.setControl(UInt32(V4L2_CID_BRIGHTNESS), to: 3)
      } == 0
    )
  }

  @Test func `frames come oldest first and lost ones leave a gap in the numbers`() throws {
    var device = try opened()
    try device.requestBuffers()
    try device.startStream()
    kernel.advance(by: .milliseconds(250))
    let numbers = try (0..<4).map { _ in try device.dequeue() }.map(\.sequence)
    #expect(numbers == [0, 1, 2, 3])
    for index in 0..<4 { try device.queue(index) }
    kernel.advance(by: .milliseconds(40))
    // Seven were due in a quarter of a second, and there were four buffers.
    #expect(try device.dequeue().sequence > 4)
  }

  @Test func `a buffer is overwritten as soon as it is queued`() throws {
    var device = try opened(.small(.repeating([.grey(32, 24, 7)])))
    try device.requestBuffers()
    try device.startStream()
    kernel.advance(by: .milliseconds(40))
    let buffer = try device.dequeue()
    let before = device.withBytes(of: buffer) { unsafe $0.unsafeLoad(as: UInt8.self) }
    try device.queue(buffer.index)
    let after = device.withBytes(of: buffer) { unsafe $0.unsafeLoad(as: UInt8.self) }
    #expect(before == 7)
    #expect(after == 0xde)
  }

  @Test func `reading an unmapped buffer ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let kernel = FakeKernel()
      kernel.plug(.small())
      let file = try kernel.open("/dev/video0")
      var request = v4l2_requestbuffers(mapped: 2, type: V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
      try unsafe kernel.send(.requestBuffers, to: file, &request)
      let memory = unsafe try kernel.map(file, offset: 0, length: 32 * 24)
      unsafe kernel.unmap(memory, length: 32 * 24)
      _ = unsafe memory.load(as: UInt8.self)
    }
  }

  @Test func `a lost device hangs up for good and its memory stays readable`() throws {
    var device = try opened(.small(.repeating([.grey(32, 24, 7)])))
    try device.requestBuffers()
    try device.startStream()
    kernel.advance(by: .milliseconds(40))
    let buffer = try device.dequeue()
    kernel.unplug()
    let wake = try kernel.makeEvent()
    defer { kernel.close(wake) }
    let seen = try kernel.poll(device: device.descriptor, wake: wake, timeout: .seconds(1))
    #expect(seen.device == [.priority, .error, .hangUp])
    #expect(code { () throws(SystemCallError) in _ = try device.dequeue() } == ENODEV)
    #expect(device.withBytes(of: buffer) { unsafe $0.unsafeLoad(as: UInt8.self) } == 7)
  }

  @Test func `a broken queue answers EIO until the stream is stopped`() throws {
    var device = try opened()
    try device.requestBuffers()
    try device.startStream()
    kernel.breakQueue()
    #expect(code { () throws(SystemCallError) in _ = try device.dequeue() } == EIO)
    try device.stopStream()
    try device.startStream()
    kernel.advance(by: .milliseconds(40))
    #expect(try device.dequeue().sequence == 0)
  }

  @Test func `the nth of a call fails and the others go through`() throws {
    kernel.plug(.small())
    kernel.fail("open", with: EMFILE, nth: 2)
    #expect(try kernel.open("/dev/video0") > 0)
    #expect(
      code { () throws(SystemCallError) in _ = try kernel.open("/dev/video0") } == EMFILE
    )
    #expect(try kernel.open("/dev/video0") > 0)
  }

  @Test func `what is left open shows`() throws {
    #expect(kernel.leaks.isEmpty)
    do {
      var device = try opened()
      try device.requestBuffers()
      #expect(kernel.leaks.count == 1 + 4 + 1)
    }
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `links lead through directories and out of loops`() throws {
    kernel.put("/sys/devices/a/b/file", text: "x")
    kernel.link("/sys/class/b", to: "../devices/a/b")
    kernel.link("/sys/loop", to: "loop")
    #expect(try kernel.resolve("/sys/class/b/file") == "/sys/devices/a/b/file")
    #expect(try kernel.entries(of: "/sys/class/b") == ["file"])
    #expect(code { () throws(SystemCallError) in _ = try kernel.resolve("/sys/loop") } == ENOENT)
  }
}
