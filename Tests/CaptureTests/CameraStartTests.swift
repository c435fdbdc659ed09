import CV4L2
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Capture

/// The rows of the policy that concern opening and starting.
@Suite struct CameraStartTests {
  // MARK: Opening

  @Test(arguments: [
    (ENOENT, CaptureError.Code.noCamera), (EACCES, .permissionDenied), (EPERM, .deniedByPolicy),
    (ENODEV, .disconnected), (ENXIO, .disconnected), (EBUSY, .busy), (EMFILE, .system),
    (ENOMEM, .system),
  ])
  func `what open answers is told as what the user has to do`(
    code: Int32,
    meaning: CaptureError.Code
  ) {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail("open", with: code)
    let error = fixture.failure()
    #expect(error?.code == meaning)
    #expect(error?.cause == SystemCallError(call: "open", code: code))
    #expect(fixture.kernel.leaks.isEmpty)
  }

  @Test(arguments: [
    (FakeCamera.Capabilities.metadata, "a metadata node"),
    (FakeCamera.Capabilities.output, "an output device"),
    (FakeCamera.Capabilities.codec, "a codec"),
    (FakeCamera.Capabilities.radio, "a radio"),
    (FakeCamera.Capabilities.touch, "a touch sensor"),
  ])
  func `a node that is no camera says what it is`(capabilities: UInt32, what: String) {
    var camera = FakeCamera.small()
    camera.deviceCapabilities = capabilities
    let error = CameraFixture(camera).failure()
    #expect(error?.code == .notACaptureDevice)
    #expect(error?.message == "/dev/video0 is \(what).")
  }

  @Test func `opening a camera leaves its user alone`() throws {
    let fixture = CameraFixture(.small())
    fixture.kernel.hold()
    let camera = try fixture.open()
    #expect(camera.mode.format == .grey)
    #expect(fixture.kernel.count(of: "VIDIOC_S_FMT") == 0)
    #expect(fixture.kernel.count(of: "VIDIOC_REQBUFS") == 0)
    #expect(fixture.kernel.count(of: "poll") == 0)
  }

  @Test func `nothing is polled before there are buffers`() throws {
    // On a driver that can be read from, that poll would take the queue away from ourselves.
    var model = FakeCamera.small()
    model.deviceCapabilities |= FakeCamera.Capabilities.readable
    #expect(CameraFixture(model).failure() == nil)
  }

  // MARK: Busy

  @Test(arguments: ["VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_STREAMON"])
  func `a busy camera names the program that has it`(call: String) {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail(call, with: EBUSY)
    fixture.kernel.put("/proc/4711/comm", text: "firefox\n")
    fixture.kernel.link("/proc/4711/fd/9", to: "/dev/video0")
    let error = fixture.failure()
    #expect(error?.code == .busy)
    #expect(error?.message == "Test Camera (/dev/video0) is in use by firefox (process 4711).")
    #expect(fixture.kernel.leaks.isEmpty)
  }

  @Test func `a camera held by a process nobody may see is in use by another program`() {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail("VIDIOC_S_FMT", with: EBUSY)
    #expect(fixture.failure()?.message.hasSuffix("in use by another program.") == true)
  }

  @Test func `a camera this program has open twice is said to be its own`() {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail("VIDIOC_S_FMT", with: EBUSY)
    fixture.kernel.link("/proc/77/fd/5", to: "/dev/video0")
    #expect(fixture.failure()?.message.hasSuffix("in use by this program itself.") == true)
  }

  @Test(arguments: [EBUSY, EINVAL])
  func `a loopback that refuses formats is taken with the one it has`(refusal: Int32) throws {
    let fixture = CameraFixture(.loopback(.repeating([.jpeg(32, 24)]), refusal: refusal))
    var camera = try fixture.started()
    #expect(camera.mode.size == PixelSize(width: 32, height: 24))
    var frame = Frame()
    #expect(try camera.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
  }

  // MARK: Refusals

  @Test(arguments: ["VIDIOC_REQBUFS", "VIDIOC_STREAMON", "VIDIOC_QBUF"])
  func `EINVAL is tried once more`(call: String) {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail(call, with: EINVAL)
    #expect(fixture.failure() == nil)
  }

  @Test func `a format the driver refuses gives way to the next`() throws {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.fail("VIDIOC_S_FMT", with: EINVAL)
    let camera = try fixture.started()
    #expect(camera.mode.description == "1920x1080 YUYV at 5 fps")
    #expect(camera.steppedDownFrom == nil)
  }

  @Test(arguments: ["VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_STREAMON"])
  func `a camera that refuses everything is given up after a bounded number of calls`(
    call: String
  ) {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.fail(call, with: EINVAL, times: 1000)
    #expect(fixture.failure()?.code == .noUsableFormat)
    #expect(fixture.kernel.count(of: call) <= 40)
    #expect(fixture.kernel.leaks.isEmpty)
  }

  @Test(arguments: [EIO, ETIMEDOUT])
  func `a camera that does not answer is not asked for format after format`(code: Int32) {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.fail("VIDIOC_S_FMT", with: code, times: 1000)
    #expect(fixture.failure()?.code == .streamError)
    #expect(fixture.kernel.count(of: "VIDIOC_S_FMT") <= 4)
  }

  @Test(arguments: [ENODEV, ENXIO])
  func `a camera lost at any request is disconnected`(code: Int32) {
    for call in ["VIDIOC_QUERYCAP", "VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_QBUF"] {
      let fixture = CameraFixture(.small())
      fixture.kernel.fail(call, with: code, times: 1000)
      #expect(fixture.failure()?.code == .disconnected, "\(call)")
      #expect(fixture.kernel.leaks.isEmpty)
    }
  }

  // MARK: Bandwidth

  @Test(arguments: [ENOSPC, EMSGSIZE, EIO])
  func `a bus without bandwidth gets a cheaper mode and the wish is kept`(code: Int32) throws {
    let fixture = CameraFixture(.webcam(.repeating([.jpeg(1280, 720)])))
    fixture.kernel.fail("VIDIOC_STREAMON", with: code)
    let settings = CameraSettings(wantedRows: 720)
    var camera = try fixture.started(settings)
    #expect(camera.mode.description == "1280x720 MJPG at 10 fps")
    #expect(camera.steppedDownFrom?.description == "1280x720 YUYV at 10 fps")
    #expect(camera.settings == settings)
    // The next start begins with the wish again.
    camera.stop()
    try camera.start()
    #expect(camera.mode.format == .yuyv)
    #expect(camera.steppedDownFrom == nil)
  }

  @Test func `a format for which the bus has no room gives way to a cheaper one`() throws {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.fail("VIDIOC_S_FMT", with: ENOSPC)
    let camera = try fixture.started()
    #expect(camera.mode.format == .mjpeg)
    #expect(camera.steppedDownFrom != nil)
  }

  @Test func `a buffer that cannot be queued says nothing about the bus`() throws {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail("VIDIOC_QBUF", with: EIO, times: 1000)
    #expect(fixture.failure()?.code == .streamError)
  }

  @Test func `step after step down goes from JPEG to fewer frames to smaller pictures`() throws {
    var modes: [String] = []
    for failures in 1...5 {
      let fixture = CameraFixture(.webcam())
      fixture.kernel.fail("VIDIOC_STREAMON", with: ENOSPC, times: failures)
      modes.append(try fixture.started().mode.description)
    }
    #expect(
      modes == [
        "1920x1080 MJPG at 7.5 fps", "1920x1080 MJPG at 5 fps", "1280x720 MJPG at 10 fps",
        "1280x720 MJPG at 7.5 fps", "1280x720 MJPG at 5 fps",
      ]
    )
  }

  @Test func `a bus without any bandwidth is told as that`() {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.fail("VIDIOC_STREAMON", with: ENOSPC, times: 1000)
    #expect(fixture.failure()?.code == .noBandwidth)
    #expect(fixture.kernel.count(of: "VIDIOC_STREAMON") <= 12)
    #expect(fixture.kernel.leaks.isEmpty)
  }

  @Test func `a size the user asked for is not given up for bandwidth`() {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.fail("VIDIOC_STREAMON", with: ENOSPC, times: 1000)
    let size = PixelSize(width: 1920, height: 1080)
    #expect(fixture.failure(CameraSettings(size: size, frameRate: 30))?.code == .noBandwidth)
    #expect(fixture.kernel.mode()?.size == size)
  }

  // MARK: Interruptions and transfers

  @Test func `a storm of signals changes nothing`() throws {
    let fixture = CameraFixture(.webcam())
    for call in [
      "open", "mmap", "poll", "eventfd", "VIDIOC_QUERYCAP", "VIDIOC_ENUM_FMT", "VIDIOC_S_FMT",
      "VIDIOC_S_PARM", "VIDIOC_REQBUFS", "VIDIOC_QUERYBUF", "VIDIOC_QBUF", "VIDIOC_STREAMON",
      "VIDIOC_DQBUF", "VIDIOC_STREAMOFF",
    ] {
      fixture.kernel.fail(call, with: EINTR, times: 50)
    }
    do {
      var camera = try fixture.started()
      var frame = Frame()
      #expect(try camera.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
    }
    #expect(fixture.kernel.leaks.isEmpty)
  }

  @Test(arguments: [ETIMEDOUT, EPROTO, EILSEQ])
  func `a failed transfer is tried three more times, a tenth of a second apart`(code: Int32) {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail("VIDIOC_S_FMT", with: code, times: 3)
    let start = fixture.kernel.now
    #expect(fixture.failure() == nil)
    #expect(fixture.kernel.now - start >= .milliseconds(300))

    let dead = CameraFixture(.small())
    dead.kernel.fail("VIDIOC_S_FMT", with: code, times: 4)
    #expect(dead.failure()?.code == .streamError)
  }

  @Test func `a stop does not sit out the pauses between attempts`() throws {
    let fixture = CameraFixture(.small())
    fixture.kernel.fail("VIDIOC_S_FMT", with: ETIMEDOUT, times: 4)
    var camera = try fixture.open()
    camera.wake.signal()
    let start = fixture.kernel.now
    #expect(throws: CaptureError.self) { try camera.start() }
    #expect(fixture.kernel.now == start)
  }

  // MARK: What drivers answer

  @Test func `requests a driver does not know are done without`() {
    let fixture = CameraFixture(.webcam())
    for call in [
      "VIDIOC_G_PARM", "VIDIOC_S_PARM", "VIDIOC_QUERYCTRL", "VIDIOC_G_INPUT",
      "VIDIOC_SUBSCRIBE_EVENT",
    ] {
      fixture.kernel.fail(call, with: ENOTTY, times: 1000)
    }
    #expect(fixture.failure() == nil)
  }

  @Test(arguments: [2, 3, 4, 8, 32])
  func `any number of buffers from two on will do`(count: Int) {
    var model = FakeCamera.small()
    model.grantedBuffers = count
    #expect(CameraFixture(model).failure() == nil)
  }

  @Test func `one buffer is not enough to stream`() {
    var model = FakeCamera.small()
    model.grantedBuffers = 1
    let fixture = CameraFixture(model)
    #expect(fixture.failure()?.code == .noUsableFormat)
    #expect(fixture.kernel.leaks.isEmpty)
  }

  @Test func `padded rows are read with the driver's stride`() throws {
    var model = FakeCamera.small(.repeating([FakeFrame([UInt8](repeating: 9, count: 40 * 24))]))
    model.adjust = {
      $0.stride = 40
      $0.byteCount = 40 * 24
    }
    let camera = try CameraFixture(model).started()
    #expect(camera.layout.bytesPerRow == 40)
  }

  @Test func `a stride of 0 means rows without padding`() throws {
    var model = FakeCamera.small()
    model.adjust = { $0.stride = 0 }
    #expect(try CameraFixture(model).started().layout.bytesPerRow == 32)
  }

  @Test func `rows that do not fit into the driver's own frame size are not read`() {
    var model = FakeCamera.small()
    model.adjust = { $0.stride = 64 }
    #expect(CameraFixture(model).failure()?.code == .noUsableFormat)
  }

  @Test func `fields one after the other are not read`() {
    var model = FakeCamera.small()
    model.adjust = { $0.field = V4L2_FIELD_ALTERNATE.rawValue }
    #expect(CameraFixture(model).failure()?.code == .noUsableFormat)
  }

  @Test(arguments: [
    (UInt32(V4L2_IN_ST_NO_SIGNAL), "has no signal"), (UInt32(V4L2_IN_ST_NO_POWER), "has no power"),
    (UInt32(V4L2_IN_ST_NO_SYNC), "cannot be locked on"),
  ])
  func `an input without a picture is told before anything is set`(status: UInt32, words: String) {
    var model = FakeCamera.small()
    model.inputStatus = status
    let fixture = CameraFixture(model)
    let error = fixture.failure()
    #expect(error?.code == .noSignal)
    #expect(error?.message.contains(words) == true)
    #expect(fixture.kernel.count(of: "VIDIOC_S_FMT") == 0)
  }

  // MARK: Planes

  private func planar(_ offset: Int = 0) -> FakeCamera {
    var model = FakeCamera.small(.repeating([.grey(32, 24, 200)]))
    model.deviceCapabilities = FakeCamera.Capabilities.multiPlanar
    model.dataOffset = offset
    model.adjust = { $0.byteCount += offset }
    return model
  }

  @Test(arguments: [0, 16])
  func `a picture in one plane is read from where it begins`(offset: Int) throws {
    var camera = try CameraFixture(planar(offset)).started()
    var frame = Frame()
    #expect(try camera.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
    #expect(frame.bytes == [UInt8](repeating: 200, count: 32 * 24))
  }

  @Test func `a picture in two planes is refused`() {
    var model = planar()
    model.adjust = { $0.planes = 2 }
    #expect(CameraFixture(model).failure()?.code == .noUsableFormat)
  }
}
