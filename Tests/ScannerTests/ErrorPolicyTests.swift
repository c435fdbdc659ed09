import Capture
import Glibc
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Scanner

/// Every errno at every call, seen from the whole scan: time jumps, and no engine reads.
@Suite(.serialized) struct ErrorPolicyTests {
  private static let codes = [
    ENOENT, EACCES, EPERM, ENODEV, ENXIO, EBUSY, EINVAL, ENOSPC, ENOTTY, EINTR, EAGAIN, EIO, EPIPE,
    ETIMEDOUT, EPROTO, EILSEQ, EMSGSIZE,
  ]

  /// Calls to fail, and which of them: the first ones, a handful in one scan, and then each alone one
  /// that comes later.
  private static let scripts: [(names: [String], nth: Int)] = {
    let system = [
      "open", "inotify_init1", "inotify_add_watch", "read", "poll", "mmap", "opendir", "stat",
      "realpath", "readlink",
    ]
    let first = system + DeviceRequest.allCases.map(\.rawValue)
    let handful = 5
    return stride(from: 0, to: first.count, by: handful).map { start in
      (Array(first[start..<min(start + handful, first.count)]), 1)
    }
      + [("open", 3), ("VIDIOC_REQBUFS", 3), ("eventfd", 2), ("poll", 30), ("VIDIOC_QBUF", 30)]
      .map { ([$0.0], $0.1) } + [(["VIDIOC_DQBUF"], 30)]
  }()

  /// A scan with a script, until it has streamed for a while after the failures.
  private func run(
    _ names: [String],
    _ code: Int32,
    nth: Int,
    times: Int = 1
  ) async -> EventLog {
    let kernel = FakeKernel()
    let (frames, frame) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let made = Atomic(0)
    kernel.plug(
      QuickScan.camera(
        frames: .made { _ in
          frame.yield(made.add(1, ordering: .relaxed).newValue)
          return .grey(64, 48)
        }
      )
    )
    for name in names { kernel.fail(name, with: code, nth: nth, times: times) }
    let log = EventLog()
    let scan = QuickScan.make(kernel, log)
    let task = Task { _ = try await scan.run() }
    // Enough for the failure to come, where it comes at all.
    var last = nth + 10
    var hasFailed = false
    for await number in frames {
      if !hasFailed, kernel.pendingFailures == 0 {
        hasFailed = true
        last = number + 5
      }
      if number >= last, log.states.last == .streaming { break }
    }
    task.cancel()
    _ = await task.result
    let context = "\(names) \(code)"
    #expect(log.states.last == .stopping, "\(context): \(log.states)")
    #expect(kernel.leaks == [], "\(context)")
    // A failure costs a look and an attempt, each of which opens the node, and a few restarts.
    #expect(kernel.count(of: "open") < 30 + 10 * names.count, "\(context)")
    #expect(kernel.count(of: "VIDIOC_STREAMON") < 10 + 2 * names.count, "\(context)")
    return log
  }

  @Test(.timeLimit(.minutes(20)), arguments: codes)
  func `after a failure of any call the scan streams again, leaks nothing and does not spin`(
    code: Int32
  ) async {
    for script in Self.scripts { _ = await run(script.names, code, nth: script.nth) }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a signal during any request is noticed by nobody`() async {
    for request in DeviceRequest.allCases {
      let log = await run([request.rawValue], EINTR, nth: 1, times: 5)
      #expect(log.states == [.configuring, .warming, .streaming, .stopping], "\(request)")
    }
    for (name, nth) in [("open", 2), ("poll", 30), ("eventfd", 1)] {
      let log = await run([name], EINTR, nth: nth, times: 5)
      #expect(log.states == [.configuring, .warming, .streaming, .stopping], "\(name)")
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a bus without room for the wish is told, and the wish is tried again at the next plug`()
    async
  {
    func camera(_ width: Int, _ height: Int) -> FakeCamera {
      var camera = QuickScan.camera(frames: .repeating([.grey(width, height)]))
      camera.formats = [FakeFormat(.grey, sizes: [(128, 96), (64, 48)], rates: [30])]
      return camera
    }
    let kernel = FakeKernel(.real)
    kernel.plug(camera(64, 48))
    kernel.fail("VIDIOC_STREAMON", with: ENOSPC)
    let log = EventLog()
    let task = Task { [scan = QuickScan.make(kernel, log)] in _ = try await scan.run() }
    let change = await log.first(.steppingDown)
    #expect(
      change?.reason?.contains("at 128x96 GREY at 30 fps; it runs at 64x48 GREY at 30 fps") == true
    )
    #expect(change?.advice != nil)
    _ = await log.first(.streaming)
    kernel.unplug()
    kernel.plug(camera(128, 96), 1)
    _ = await log.first(.streaming)
    #expect(kernel.mode(of: 1)?.size == PixelSize(width: 128, height: 96))
    #expect(log.states.count { $0 == .steppingDown } == 1)
    task.cancel()
    _ = await task.result
  }

  struct Cause: Sendable, CustomTestStringConvertible {
    var call: String
    var code: Int32
    var state: ScannerState
    var testDescription: String { "\(call) \(code)" }

    init(_ call: String, _ code: Int32, _ state: ScannerState) {
      (self.call, self.code, self.state) = (call, code, state)
    }
  }

  /// What a failure that stays comes to.
  static let lasting = [
    Cause("open", EACCES, .denied), Cause("open", EPERM, .denied), Cause("open", ENOENT, .absent),
    Cause("open", ENODEV, .lost), Cause("open", EBUSY, .busy),
    Cause("VIDIOC_S_FMT", EBUSY, .busy), Cause("VIDIOC_S_FMT", EINVAL, .unsupported),
    Cause("VIDIOC_S_FMT", ENODEV, .lost), Cause("VIDIOC_S_FMT", ETIMEDOUT, .recovering),
    Cause("VIDIOC_REQBUFS", EBUSY, .busy), Cause("VIDIOC_REQBUFS", EINVAL, .unsupported),
    Cause("VIDIOC_STREAMON", EBUSY, .busy), Cause("VIDIOC_STREAMON", EINVAL, .unsupported),
    Cause("VIDIOC_STREAMON", ENOSPC, .noBandwidth), Cause("VIDIOC_STREAMON", EIO, .noBandwidth),
    Cause("VIDIOC_STREAMON", EMSGSIZE, .noBandwidth), Cause("VIDIOC_STREAMON", ENODEV, .lost),
    Cause("VIDIOC_STREAMON", EPROTO, .recovering),
    Cause("VIDIOC_DQBUF", EIO, .recovering), Cause("VIDIOC_DQBUF", EPIPE, .recovering),
    Cause("VIDIOC_DQBUF", EINVAL, .recovering), Cause("VIDIOC_DQBUF", ENODEV, .lost),
    Cause("VIDIOC_QBUF", ENODEV, .lost), Cause("VIDIOC_QBUF", EIO, .recovering),
    Cause("mmap", ENODEV, .lost),
  ]

  @Test(.timeLimit(.minutes(20)), arguments: lasting)
  func `what stays wrong is named, waited out, and tried at most twice a second`(
    cause: Cause
  ) async {
    let kernel = FakeKernel()
    kernel.plug(QuickScan.camera())
    kernel.fail(cause.call, with: cause.code, times: .max)
    let start = kernel.now
    let log = EventLog()
    let (unusable, tell) = AsyncStream.makeStream(of: Void.self)
    let scan = QuickScan.make(kernel, log) { standing in
      if case .unusable = standing { tell.yield() }
    }
    let task = Task { _ = try await scan.run() }
    let change = await log.first(cause.state)
    #expect(change?.reason != nil)
    _ = await unusable.first { _ in true }
    // Time jumps from one attempt to the next; minutes of it are soon over.
    let (minutes, minute) = AsyncStream.makeStream(of: Void.self)
    kernel.after(.seconds(180)) { _ in minute.yield() }
    _ = await minutes.first { _ in true }
    task.cancel()
    _ = await task.result
    let seconds = Int((kernel.now - start) / .seconds(1))
    // A look opens the node once, an attempt once more.
    #expect(kernel.count(of: "open") <= 20 + 2 * seconds, "\(log.states.prefix(20))")
    #expect(kernel.count(of: "VIDIOC_STREAMON") <= 20 + seconds)
    #expect(kernel.leaks == [])
  }
}
