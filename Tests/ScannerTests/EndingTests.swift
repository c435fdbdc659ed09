import Capture
import Glibc
import TestSupport
import Testing

@testable import Scanner

/// Whatever the scan is doing, it ends at once, gives the camera back and says so last.
@Suite struct EndingTests {
  struct Situation: Sendable, CustomTestStringConvertible {
    var state: ScannerState
    var arrange: @Sendable (FakeKernel) -> Void
    var testDescription: String { state.rawValue }
  }

  private static func failing(_ call: String, _ code: Int32, _ state: ScannerState) -> Situation {
    Situation(state: state) { kernel in
      kernel.plug(QuickScan.camera())
      kernel.fail(call, with: code, times: .max)
    }
  }

  static let situations = [
    Situation(state: .absent) { _ in },
    failing("open", EACCES, .denied),
    failing("VIDIOC_S_FMT", EINVAL, .unsupported),
    failing("VIDIOC_STREAMON", ENOSPC, .noBandwidth),
    failing("VIDIOC_DQBUF", EIO, .recovering),
    failing("mmap", ENODEV, .lost),
    Situation(state: .busy) { kernel in
      kernel.plug(QuickScan.camera())
      kernel.hold()
    },
    Situation(state: .noSignal) { kernel in
      var camera = QuickScan.camera()
      // V4L2_IN_ST_NO_SIGNAL
      camera.inputStatus = 2
      kernel.plug(camera)
    },
    Situation(state: .configuring) { $0.plug(QuickScan.camera(frames: .silence)) },
    Situation(state: .streaming) { $0.plug(QuickScan.camera()) },
    Situation(state: .degraded) { kernel in
      kernel.plug(
        QuickScan.camera(
          frames: .made { number in
            number < 20 ? .grey(64, 48) : .grey(64, 48).markedDamaged
          }
        )
      )
    },
  ]

  @Test(.timeLimit(.minutes(20)), arguments: situations)
  func `a scan ends within a second in every state`(situation: Situation) async {
    let kernel = FakeKernel(.real)
    situation.arrange(kernel)
    let log = EventLog()
    let scan = QuickScan.make(kernel, log)
    let task = Task { _ = try await scan.run() }
    _ = await log.first(situation.state)
    let start = ContinuousClock.now
    task.cancel()
    _ = await task.result
    // The tests share two cores; alone it takes milliseconds.
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(log.states.last == .stopping)
    #expect(kernel.leaks == [])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a right that is taken away and given back while the camera runs is said both times`()
    async
  {
    let kernel = FakeKernel(.real)
    kernel.plug(QuickScan.camera())
    let log = EventLog()
    let scan = QuickScan.make(kernel, log)
    let task = Task { _ = try await scan.run() }
    _ = await log.first(.streaming)
    kernel.allow(mode: 0o600)
    let lost = await log.first(.streaming)
    #expect(lost?.reason?.contains("0600") == true)
    #expect(lost?.reason?.contains("goes on") == true)
    #expect(lost?.advice != nil)
    kernel.allow(mode: 0o660)
    #expect(await log.first(.streaming)?.reason == nil)
    kernel.allow(mode: 0o600)
    _ = await log.first(.streaming)
    kernel.unplug()
    _ = await log.first(.lost)
    kernel.plug(QuickScan.camera(), 1, status: FileStatus(kind: .characterDevice, mode: 0o600))
    #expect(await log.first(.denied)?.advice != nil)
    kernel.allow(1, mode: 0o660)
    _ = await log.first(.streaming)
    task.cancel()
    _ = await task.result
    #expect(kernel.leaks == [])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a busy camera is taken as soon as the other program has closed it`() async {
    let kernel = FakeKernel(.real)
    kernel.plug(QuickScan.camera())
    kernel.hold()
    let log = EventLog()
    let scan = QuickScan.make(kernel, log)
    let task = Task { _ = try await scan.run() }
    _ = await log.first(.busy)
    kernel.letGo()
    let start = ContinuousClock.now
    _ = await log.first(.streaming)
    // The second attempt would be due after 2 s, the third after 6.
    #expect(ContinuousClock.now - start < .seconds(60))
    task.cancel()
    _ = await task.result
    #expect(kernel.leaks == [])
  }
}
