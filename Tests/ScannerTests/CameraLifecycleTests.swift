import Capture
import Testing

@testable import Scanner

@Suite struct CameraLifecycleTests {
  private static let info = CameraInfo(
    name: "Cam",
    identity: CameraIdentity(vendorID: "046d", productID: "0825", serial: "A1", port: "1-4"),
    node: "/dev/video0"
  )

  private static let source = SourceDescription(
    name: "Cam",
    id: "usb-046d:0825-A1",
    node: "/dev/video0",
    width: 1280,
    height: 720,
    format: "MJPG",
    fps: 30
  )

  private static func error(_ code: CaptureError.Code) -> CaptureError {
    CaptureError(code, "Why: \(code.rawValue).", remedy: "Do something.")
  }

  /// A machine whose stream has run since the given second.
  private func running(since second: Int = 0) -> CameraLifecycle {
    var machine = CameraLifecycle()
    let now = Duration.seconds(second)
    #expect(machine.handle(.begin, at: now) == [.look])
    #expect(machine.handle(.found(Self.info), at: now).contains(.open(Self.info)))
    _ = machine.handle(.began(Self.source), at: now)
    _ = machine.handle(.steadied, at: now)
    #expect(machine.state == .streaming)
    return machine
  }

  private func reports(_ actions: [CameraLifecycle.Action]) -> [ScannerState] {
    actions.compactMap { if case .report(let change) = $0 { change.state } else { nil } }
  }

  @Test func `without a camera it says so once, and looks when something changes`() {
    var machine = CameraLifecycle()
    _ = machine.handle(.begin, at: .zero)
    let first = machine.handle(.notFound(Self.error(.noCamera)), at: .zero)
    #expect(reports(first) == [.absent])
    #expect(machine.deadline == .seconds(5))
    #expect(machine.handle(.timer, at: .seconds(5)) == [.look])
    #expect(machine.handle(.notFound(Self.error(.noCamera)), at: .seconds(5)) == [])
    #expect(machine.handle(.devicesChanged, at: .seconds(6)) == [.look])
    #expect(machine.handle(.found(Self.info), at: .seconds(6)).last == .open(Self.info))
  }

  @Test func `an unplugged camera is looked for at once, and said to be lost`() {
    var machine = running()
    let actions = machine.handle(.failed(Self.error(.disconnected)), at: .seconds(9))
    #expect(reports(actions) == [.lost])
    #expect(actions.last == .look)
    _ = machine.handle(.notFound(Self.error(.noCamera)), at: .seconds(9))
    #expect(machine.state == .absent)
    // The node comes; udev has not set its rights yet.
    #expect(machine.handle(.devicesChanged, at: .seconds(20)) == [.look])
    _ = machine.handle(.found(Self.info), at: .seconds(20))
    _ = machine.handle(.failed(Self.error(.permissionDenied)), at: .seconds(20))
    #expect(machine.state == .settling)
    #expect(machine.deadline == .milliseconds(20_300))
    #expect(machine.handle(.timer, at: .milliseconds(20_300)) == [.look])
    _ = machine.handle(.found(Self.info), at: .milliseconds(20_300))
    _ = machine.handle(.began(Self.source), at: .milliseconds(20_400))
    #expect(machine.isRunning)
  }

  @Test func `a camera that is lost as soon as it runs is not opened in a circle`() {
    var machine = running()
    let actions = machine.handle(.failed(Self.error(.disconnected)), at: .milliseconds(40))
    #expect(reports(actions) == [.lost])
    #expect(!actions.contains(.look))
    // Plugged in again it is noticed all the same.
    #expect(machine.handle(.devicesChanged, at: .milliseconds(500)) == [.look])
  }

  @Test func `a camera that is back at once is given time to get its rights`() {
    var machine = running()
    _ = machine.handle(.failed(Self.error(.disconnected)), at: .seconds(9))
    _ = machine.handle(.found(Self.info), at: .milliseconds(9_100))
    _ = machine.handle(.failed(Self.error(.permissionDenied)), at: .milliseconds(9_100))
    #expect(machine.state == .settling)
  }

  @Test func `rights that never come are denied after three seconds, with the advice`() {
    var machine = CameraLifecycle()
    _ = machine.handle(.begin, at: .zero)
    _ = machine.handle(.notFound(Self.error(.noCamera)), at: .zero)
    _ = machine.handle(.devicesChanged, at: .seconds(1))
    var now = Duration.seconds(1)
    while machine.state != .denied, now < .seconds(10) {
      _ = machine.handle(.found(Self.info), at: now)
      _ = machine.handle(.failed(Self.error(.permissionDenied)), at: now)
      now = machine.deadline ?? now
      _ = machine.handle(.timer, at: now)
    }
    #expect(machine.state == .denied)
    #expect((.seconds(4)...(.seconds(10))).contains(now))
  }

  @Test func `a permission that is granted is noticed by the change of the node`() {
    var machine = CameraLifecycle()
    _ = machine.handle(.begin, at: .zero)
    _ = machine.handle(.found(Self.info), at: .zero)
    _ = machine.handle(.failed(Self.error(.permissionDenied)), at: .zero)
    #expect(machine.state == .denied)
    #expect(machine.handle(.devicesChanged, at: .seconds(2)) == [.look])
  }

  @Test func `a busy camera is asked for after one, two, four, eight and then ten seconds`() {
    var machine = CameraLifecycle()
    var now = Duration.zero
    _ = machine.handle(.begin, at: now)
    var delays: [Double] = []
    for _ in 0..<6 {
      _ = machine.handle(.found(Self.info), at: now)
      _ = machine.handle(.failed(Self.error(.busy)), at: now)
      guard let deadline = machine.deadline else { break }
      delays.append((deadline - now) / .seconds(1))
      now = deadline
      #expect(machine.handle(.timer, at: now) == [.look])
    }
    for (delay, expected) in zip(delays, [1.0, 2, 4, 8, 10, 10]) {
      #expect(abs(delay - expected) <= 0.1 * expected, "delays: \(delays)")
    }
  }

  @Test func `a camera that fails again and again is tried ever less often, up to half a minute`() {
    var machine = running()
    var now = Duration.seconds(1)
    var longest = Duration.zero
    for _ in 0..<20 {
      _ = machine.handle(.failed(Self.error(.streamError)), at: now)
      #expect(machine.state == .recovering)
      guard let deadline = machine.deadline else { break }
      longest = max(longest, deadline - now)
      now = deadline
      _ = machine.handle(.timer, at: now)
      _ = machine.handle(.found(Self.info), at: now)
      _ = machine.handle(.began(Self.source), at: now)
    }
    #expect(longest > .seconds(26) && longest <= .seconds(33))
  }

  @Test func `earlier failures are forgotten only after a minute of streaming`() {
    for (seconds, expected) in [(30, 4.0), (90, 1.0)] {
      var machine = running()
      var now = Duration.seconds(1)
      for _ in 0..<2 {
        _ = machine.handle(.failed(Self.error(.streamError)), at: now)
        now = machine.deadline ?? now
        _ = machine.handle(.timer, at: now)
        _ = machine.handle(.found(Self.info), at: now)
        _ = machine.handle(.began(Self.source), at: now)
      }
      now += .seconds(seconds)
      _ = machine.handle(.failed(Self.error(.streamError)), at: now)
      let delay = ((machine.deadline ?? now) - now) / .seconds(1)
      #expect(abs(delay - expected) <= 0.1 * expected, "after \(seconds) s: \(delay)")
    }
  }

  @Test func `a camera that is opened again and sends nothing is not said to be read`() {
    var machine = running()
    _ = machine.handle(.failed(Self.error(.stalled)), at: .seconds(5))
    #expect(machine.state == .recovering)
    let fault = machine.standing
    _ = machine.handle(.timer, at: .seconds(10))
    _ = machine.handle(.found(Self.info), at: .seconds(10))
    #expect(machine.handle(.opened(nil), at: .seconds(10)) == [])
    #expect(machine.standing == fault)
    #expect(reports(machine.handle(.began(Self.source), at: .seconds(12))) == [.warming])
  }

  @Test func `a camera that is on and awaited for the first time is used, and stays wanted`() {
    var machine = CameraLifecycle()
    _ = machine.handle(.begin, at: .zero)
    _ = machine.handle(.found(Self.info), at: .zero)
    #expect(!machine.hasRun && machine.standing == nil)
    _ = machine.handle(.opened(nil), at: .zero)
    #expect(machine.hasRun)
    #expect(machine.standing == .used(node: "/dev/video0"))
  }

  @Test func `a change that comes while the directory is asked is not missed`() {
    var machine = CameraLifecycle()
    _ = machine.handle(.begin, at: .zero)
    #expect(machine.handle(.devicesChanged, at: .zero) == [])
    _ = machine.handle(.notFound(Self.error(.noCamera)), at: .zero)
    #expect(machine.deadline == .milliseconds(300))
  }

  @Test func `many damaged frames are reported, and that it is over`() {
    var machine = running()
    let bad = StreamHealth(good: 20, bad: 80)
    let actions = machine.handle(.health(bad), at: .seconds(1))
    #expect(reports(actions) == [.degraded])
    guard case .report(let change)? = actions.first else { return }
    #expect(change.reason?.contains("80 %") == true)
    #expect(machine.handle(.health(bad), at: .seconds(2)) == [])
    let good = StreamHealth(good: 100, bad: 0)
    #expect(reports(machine.handle(.health(good), at: .seconds(8))) == [.streaming])
  }

  @Test(arguments: CaptureError.Code.allCases)
  func `whatever ends a stream, the camera is looked for again`(code: CaptureError.Code) {
    var machine = running()
    let actions = machine.handle(.failed(Self.error(code)), at: .seconds(2))
    guard !actions.contains(.look) else { return }
    guard let deadline = machine.deadline else {
      Issue.record("\(code.rawValue) would be waited out for ever")
      return
    }
    #expect(machine.handle(.timer, at: deadline) == [.look])
  }

  @Test func `what comes late, from a stream that has ended, changes nothing`() {
    var machine = running()
    _ = machine.handle(.failed(Self.error(.disconnected)), at: .seconds(2))
    #expect(machine.handle(.failed(Self.error(.streamError)), at: .seconds(2)) == [])
    #expect(machine.handle(.steadied, at: .seconds(2)) == [])
    #expect(machine.handle(.began(Self.source), at: .seconds(2)) == [])
    _ = machine.handle(.end, at: .seconds(3))
    #expect(machine.handle(.found(Self.info), at: .seconds(3)) == [])
    #expect(machine.handle(.devicesChanged, at: .seconds(3)) == [])
    #expect(machine.deadline == nil)
  }

  @Test func `a right that is taken away while the camera runs is said once, and when it is back`()
  {
    var machine = running()
    let denied = Self.error(.permissionDenied)
    let actions = machine.handle(.rightsLost(denied), at: .seconds(1))
    guard case .report(let change)? = actions.first else {
      Issue.record("nothing is reported")
      return
    }
    #expect(change.state == .streaming)
    #expect(change.reason?.contains("goes on") == true)
    #expect(change.advice == denied.remedy)
    #expect(machine.handle(.rightsLost(denied), at: .seconds(2)) == [])
    // A camera that was bad for a while still cannot be opened again.
    _ = machine.handle(.health(StreamHealth(good: 0, bad: 9)), at: .seconds(3))
    let good = machine.handle(.health(StreamHealth(good: 9, bad: 0)), at: .seconds(4))
    #expect(good == [.report(change)])
    let back = machine.handle(.rightsBack, at: .seconds(5))
    #expect(reports(back) == [.streaming] && back != good)
    #expect(machine.handle(.rightsBack, at: .seconds(6)) == [])
  }
}
