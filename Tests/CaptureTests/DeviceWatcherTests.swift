import Capture
import Glibc
import TestSupport
import Testing

@Suite struct DeviceWatcherTests {
  @Test func `a camera that is plugged in ends the wait`() throws {
    let kernel = FakeKernel()
    let watcher = try DeviceWatcher(kernel: kernel)
    kernel.after(.seconds(2)) { $0.plug(.small()) }
    let start = kernel.now
    #expect(try watcher.wait(atMost: .seconds(60)) == .changed)
    #expect(kernel.now - start < .seconds(3))
  }

  @Test func `what changed before the wait counts`() throws {
    let kernel = FakeKernel()
    let watcher = try DeviceWatcher(kernel: kernel)
    kernel.plug(.small())
    #expect(try watcher.wait(atMost: .seconds(60)) == .changed)
    #expect(try watcher.wait(atMost: .seconds(60)) == .timedOut)
  }

  @Test
  func `a burst of changes is one change, and one that does not end is reported all the same`()
    throws
  {
    let kernel = FakeKernel()
    let watcher = try DeviceWatcher(kernel: kernel)
    for step in 0..<100 {
      kernel.after(.milliseconds(100 * step)) { $0.allow(mode: UInt32(0o600 + step % 2)) }
    }
    kernel.plug(.small())
    let start = kernel.now
    #expect(try watcher.wait(atMost: .seconds(60)) == .changed)
    #expect(kernel.now - start <= .seconds(2))
  }

  @Test func `rights that change end the wait, and so does another program that lets go`() throws {
    let kernel = FakeKernel()
    kernel.plug(.small())
    kernel.hold()
    let watcher = try DeviceWatcher(kernel: kernel)
    kernel.after(.seconds(1)) { $0.allow(mode: 0o666) }
    #expect(try watcher.wait(atMost: .seconds(60)) == .changed)
    kernel.after(.seconds(1)) { $0.letGo() }
    #expect(try watcher.wait(atMost: .seconds(60), closingOf: "/dev/video0") == .changed)
  }

  @Test func `a kernel without watches left lets the time decide`() throws {
    let kernel = FakeKernel()
    kernel.fail("inotify_init1", with: 24)
    let watcher = try DeviceWatcher(kernel: kernel)
    kernel.after(.seconds(1)) { $0.plug(.small()) }
    #expect(try watcher.wait(atMost: .seconds(5)) == .timedOut)
  }

  @Test(arguments: ["poll", "read"])
  func `a wait the kernel refuses is an error and no loop`(call: String) throws {
    let kernel = FakeKernel()
    let watcher = try DeviceWatcher(kernel: kernel)
    kernel.plug(.small())
    kernel.fail(call, with: EINVAL, times: .max)
    #expect(throws: CaptureError.self) { try watcher.wait(atMost: nil) }
    #expect(kernel.count(of: "poll") <= 2)
  }

  @Test func `a signal ends the wait, and nothing is left open`() throws {
    let kernel = FakeKernel()
    do {
      let watcher = try DeviceWatcher(kernel: kernel)
      watcher.wake.signal()
      #expect(try watcher.wait(atMost: nil) == .woken)
    }
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `the real kernel reports the entries of a directory`() throws {
    let kernel = LinuxKernel()
    let watch = try kernel.makeWatch()
    defer { kernel.close(watch) }
    try kernel.watch("/tmp", with: watch, for: .entries)
    let name = "lectern-watch-\(kernel.now.components.attoseconds)"
    try kernel.makeDirectory("/tmp/\(name)")
    #expect(try kernel.changes(of: watch).contains(name))
    #expect(unsafe rmdir("/tmp/\(name)") == 0)
  }
}
