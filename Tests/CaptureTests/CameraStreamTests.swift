import CV4L2
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Capture

/// The rows of the policy that concern a running stream.
@Suite struct CameraStreamTests {
  private static let second = Duration.seconds(1)

  /// Reads frames until one wait brings none.
  private func read(_ camera: inout Camera, _ count: Int) throws -> [Frame] {
    var frames: [Frame] = []
    for _ in 0..<count {
      var frame = Frame()
      guard try camera.nextFrame(into: &frame, timeout: Self.second) == .frame else { break }
      frames.append(frame)
    }
    return frames
  }

  @Test func `a frame is what the camera wrote, with its number and time`() throws {
    let bytes = FakeFrame.jpegBytes(32, 24, count: 500)
    let fixture = CameraFixture(.smallJPEG(.repeating([FakeFrame(bytes)])))
    var camera = try fixture.started()
    let frames = try read(&camera, 2)
    #expect(frames.map(\.bytes) == [bytes, bytes])
    #expect(frames.map(\.sequence) == [0, 1])
    #expect(frames[0].layout.format == .mjpeg)
    #expect(frames[0].layout.size == PixelSize(width: 32, height: 24))
    let distance = frames[1].capturedAt - frames[0].capturedAt
    #expect(abs(distance / .milliseconds(1) - 33.3) < 0.2)
    #expect(camera.counters.good == 2)
  }

  @Test func `who comes late gets the newest frame and the buffers go back at once`() throws {
    let fixture = CameraFixture(.small(.made { .grey(32, 24, UInt8($0 & 255)) }))
    var camera = try fixture.started()
    fixture.kernel.advance(by: .milliseconds(110))
    let frames = try read(&camera, 1)
    #expect(frames.map(\.bytes[0]) == [2])
    #expect(camera.counters.superseded == 2)
    #expect(camera.counters.good == 3)
    #expect(fixture.kernel.queuedBuffers("/dev/video0") == 4)
  }

  @Test func `a loss of frames is counted, also across the wrap of the number`() throws {
    let fixture = CameraFixture(
      .small(
        .once([
          .grey(32, 24), .grey(32, 24).skipping(3), .grey(32, 24).skipping(UInt32.max - 5),
          .grey(32, 24).skipping(2),
        ])
      )
    )
    var camera = try fixture.started()
    _ = try read(&camera, 2)
    #expect(camera.counters.missing == 3)
    // A jump by nearly the whole range is a new count, not four billion lost frames.
    let frames = try read(&camera, 2)
    #expect(frames.map(\.sequence) == [UInt32.max, 2])
    #expect(camera.counters.missing == 5)
  }

  // MARK: Frame checks

  private static let jpeg = FakeFrame.jpegBytes(32, 24, count: 300)

  /// What can be wrong with a frame, and how it is counted.
  struct BadFrame: Sendable, CustomTestStringConvertible {
    var frame: FakeFrame
    var reason: FrameCounters.Damage
    var isRaw = false
    var testDescription: String { reason.rawValue }
  }

  @Test(arguments: [
    BadFrame(frame: FakeFrame(jpeg).markedDamaged, reason: .errorFlag),
    BadFrame(frame: FakeFrame([]), reason: .empty),
    BadFrame(frame: FakeFrame(jpeg).claiming(1 << 20), reason: .tooLong),
    BadFrame(frame: FakeFrame([0, 0] + jpeg), reason: .noStart),
    BadFrame(frame: FakeFrame(Array(jpeg.prefix(200))), reason: .noEnd),
    BadFrame(frame: FakeFrame([0xff, 0xd8, 0xff]), reason: .noStart),
    BadFrame(frame: .jpeg(64, 24), reason: .wrongSize),
    BadFrame(frame: FakeFrame([UInt8](repeating: 1, count: 700)), reason: .short, isRaw: true),
    BadFrame(frame: FakeFrame([]), reason: .empty, isRaw: true),
    BadFrame(frame: .grey(32, 24).claiming(1 << 20), reason: .tooLong, isRaw: true),
    BadFrame(frame: .grey(32, 24).markedDamaged, reason: .errorFlag, isRaw: true),
  ])
  func `a bad frame is dropped and counted, and the next good one comes`(bad: BadFrame) throws {
    let good = bad.isRaw ? FakeFrame.grey(32, 24) : .jpeg(32, 24)
    let frames = FakeFrames.once([bad.frame, good])
    let fixture = CameraFixture(bad.isRaw ? .small(frames) : .smallJPEG(frames))
    var camera = try fixture.started()
    var frame = Frame()
    #expect(try camera.nextFrame(into: &frame, timeout: Self.second) == .frame)
    #expect(frame.bytes == good.bytes)
    #expect(camera.counters.damaged == [bad.reason: 1])
    #expect(camera.counters.good == 1)
    #expect(fixture.kernel.queuedBuffers("/dev/video0") == 4)
  }

  @Test(arguments: [0, 1, 64, 5000])
  func `zeros after the end of a JPEG are padding`(count: Int) throws {
    let bytes = Self.jpeg + [UInt8](repeating: 0, count: count)
    var model = FakeCamera.smallJPEG(.repeating([FakeFrame(bytes)]))
    model.adjust = { $0.byteCount = 8192 }
    var camera = try CameraFixture(model).started()
    #expect(try read(&camera, 1).count == 1)
  }

  @Test func `an application's segments before the frame header are passed over`() throws {
    let segment: [UInt8] = [0xff, 0xe1, 0, 6, 0xff, 0xd9, 0xff, 0xc0]
    let bytes = [0xff, 0xd8] + segment + FakeFrame.jpegBytes(32, 24).dropFirst(2)
    var camera = try CameraFixture(.smallJPEG(.repeating([FakeFrame(bytes)]))).started()
    #expect(try read(&camera, 1).count == 1)
  }

  @Test func `a stream of nothing but bad frames ends the wait in time`() throws {
    let fixture = CameraFixture(.smallJPEG(.repeating([FakeFrame([])])))
    var camera = try fixture.started()
    let start = fixture.kernel.now
    var frame = Frame(bytes: [1, 2, 3])
    #expect(try camera.nextFrame(into: &frame, timeout: Self.second) == .timedOut)
    #expect(fixture.kernel.now - start == Self.second)
    #expect(frame.bytes == [1, 2, 3])
    #expect(camera.counters.damaged[.empty] ?? 0 > 20)
  }

  @Test func `buffers that come back from failed transfers do not spoil the count`() throws {
    // They all say 0, whatever came before.
    let failed = FakeFrame([]).markedDamaged.skipping(UInt32.max - 1)
    let frames = [FakeFrame.grey(32, 24), .grey(32, 24), failed]
    let fixture = CameraFixture(.small(.made { $0 < 3 ? frames[$0] : .grey(32, 24).skipping(2) }))
    var camera = try fixture.started()
    _ = try read(&camera, 3)
    #expect(camera.counters.missing < 10)
  }

  // MARK: Ends of a wait

  @Test func `silence ends the wait at its time and is no error`() throws {
    let fixture = CameraFixture(.small(.silence))
    var camera = try fixture.started()
    var frame = Frame()
    let start = fixture.kernel.now
    #expect(try camera.nextFrame(into: &frame, timeout: .milliseconds(2500)) == .timedOut)
    #expect(fixture.kernel.now - start == .milliseconds(2500))
  }

  @Test func `a signal ends one wait and goes before a frame`() throws {
    var camera = try CameraFixture(.small()).started()
    var frame = Frame()
    camera.wake.signal()
    camera.wake.signal()
    #expect(try camera.nextFrame(into: &frame, timeout: Self.second) == .woken)
    #expect(try camera.nextFrame(into: &frame, timeout: Self.second) == .frame)
  }

  @Test func `one event can serve a camera after another`() throws {
    let fixture = CameraFixture(.small())
    let wake = try WakeEvent(kernel: fixture.kernel)
    for _ in 0..<2 {
      var camera = try Camera(opening: fixture.info, wake: wake, kernel: fixture.kernel)
      try camera.start()
      wake.signal()
      var frame = Frame()
      #expect(try camera.nextFrame(into: &frame, timeout: Self.second) == .woken)
    }
  }

  // MARK: Errors

  private func failure(_ camera: inout Camera) -> CaptureError? {
    var frame = Frame()
    do throws(CaptureError) {
      _ = try camera.nextFrame(into: &frame, timeout: Self.second)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (ENODEV, CaptureError.Code.disconnected), (EIO, .streamError), (EPIPE, .streamError),
    (EINVAL, .streamError), (ENOMEM, .system),
  ])
  func `what DQBUF answers decides what is to be done`(
    code: Int32,
    meaning: CaptureError.Code
  ) throws {
    let fixture = CameraFixture(.small())
    var camera = try fixture.started()
    fixture.kernel.fail("VIDIOC_DQBUF", with: code)
    #expect(failure(&camera)?.code == meaning)
  }

  @Test(arguments: [false, true])
  func `an unplugged camera is disconnected at once`(keepingNode: Bool) throws {
    let fixture = CameraFixture(.small())
    do {
      var camera = try fixture.started()
      _ = try read(&camera, 1)
      fixture.kernel.unplug(keepingNode: keepingNode)
      let polls = fixture.kernel.count(of: "poll")
      #expect(failure(&camera)?.code == .disconnected)
      #expect(fixture.kernel.count(of: "poll") == polls + 1)
    }
    #expect(fixture.kernel.leaks.isEmpty)
  }

  @Test(arguments: [(EIO, CaptureError.Code.streamError), (ENOSPC, .noBandwidth)])
  func `a restart that fails is an error of the stream, which had its bandwidth before`(
    code: CInt,
    expected: CaptureError.Code
  ) throws {
    let fixture = CameraFixture(.smallJPEG())
    var camera = try fixture.started()
    fixture.kernel.fail("VIDIOC_STREAMON", with: code)
    let error = #expect(throws: CaptureError.self) { try camera.restart() }
    #expect(error?.code == expected)
  }

  @Test func `a broken queue is a stream error that a restart cures`() throws {
    let fixture = CameraFixture(.small())
    var camera = try fixture.started()
    _ = try read(&camera, 3)
    fixture.kernel.breakQueue()
    #expect(failure(&camera)?.code == .streamError)
    let opens = fixture.kernel.count(of: "open")
    try camera.restart()
    #expect(try read(&camera, 1).map(\.sequence) == [0])
    #expect(camera.counters.missing == 0)
    #expect(fixture.kernel.count(of: "open") == opens)
  }

  @Test func `an error after a good frame is told with the next wait`() throws {
    let fixture = CameraFixture(.small())
    var camera = try fixture.started()
    fixture.kernel.fail("VIDIOC_DQBUF", with: EIO, nth: 2, times: 2)
    #expect(try read(&camera, 1).count == 1)
    #expect(failure(&camera)?.code == .streamError)
  }

  @Test func `a driver that reports an error and knows of none is left, not asked for ever`() throws
  {
    let fixture = CameraFixture(.small(.silence))
    var camera = try fixture.started()
    // EAGAIN from a queue that poll calls broken.
    fixture.kernel.breakQueue()
    fixture.kernel.fail("VIDIOC_DQBUF", with: EAGAIN, times: 1000)
    #expect(failure(&camera)?.code == .streamError)
    #expect(fixture.kernel.count(of: "poll") < 10)
  }

  @Test func `a buffer the driver does not want back is a stream error`() throws {
    let fixture = CameraFixture(.small(.repeating([FakeFrame([])])))
    var camera = try fixture.started()
    fixture.kernel.fail("VIDIOC_QBUF", with: EINVAL, times: 2)
    #expect(failure(&camera)?.code == .streamError)
  }

  @Test func `a buffer that is refused once is given back again`() throws {
    let fixture = CameraFixture(.small())
    var camera = try fixture.started()
    fixture.kernel.fail("VIDIOC_QBUF", with: EINVAL)
    #expect(try read(&camera, 5).count == 5)
    #expect(fixture.kernel.queuedBuffers("/dev/video0") == 4)
  }

  @Test func `a signal that changes its size is followed`() throws {
    let fixture = CameraFixture(.small(.repeating([.grey(32, 24), .grey(64, 48)])))
    var camera = try fixture.started()
    _ = try read(&camera, 1)
    fixture.kernel.changeSignal(to: [FakeFormat(.grey, sizes: [(64, 48)], rates: [30])])
    let frame = try #require(try read(&camera, 1).first)
    #expect(frame.layout.size == PixelSize(width: 64, height: 48))
    #expect(camera.source.width == 64)
  }

  // MARK: Stopping

  @Test func `a stopped camera can be had by others and started again`() throws {
    let fixture = CameraFixture(.small())
    var camera = try fixture.started()
    _ = try read(&camera, 1)
    camera.stop()
    camera.stop()
    #expect(fixture.kernel.leaks.count == 2)
    #expect(fixture.failure() == nil)
    try camera.start()
    #expect(try read(&camera, 1).map(\.sequence) == [0])
  }

  @Test func `a stopped camera says so instead of waiting`() throws {
    var camera = try CameraFixture(.small()).open()
    #expect(failure(&camera)?.message.contains("stopped") == true)
  }
}
