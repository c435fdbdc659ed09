import Dispatch
import Glibc
import TestSupport
import Testing

@testable import Capture

@Suite struct WakeEventTests {
  @Test func `a signal from another thread ends a wait on the real kernel`() throws {
    let wake = try WakeEvent()
    // A thread of its own: Swift's pool may be busy with other tests for longer than the wait.
    DispatchQueue(label: "signal").async { @Sendable in wake.signal() }
    let kernel = LinuxKernel()
    let result = try kernel.wait(device: nil, wake: wake, until: kernel.now + .seconds(20))
    #expect(result.isWoken)
  }

  @Test func `a signal stays until it is taken back`() throws {
    let wake = try WakeEvent()
    let kernel = LinuxKernel()
    for _ in 0..<3 { wake.signal() }
    #expect(try kernel.wait(device: nil, wake: wake, until: kernel.now).isWoken)
    #expect(try kernel.wait(device: nil, wake: wake, until: kernel.now).isWoken)
    wake.reset()
    #expect(try !kernel.wait(device: nil, wake: wake, until: kernel.now).isWoken)
  }

  @Test func `a wait without an event lasts its time and no less`() throws {
    let wake = try WakeEvent()
    let kernel = LinuxKernel()
    let deadline = kernel.now + .microseconds(1500)
    #expect(try !kernel.wait(device: nil, wake: wake, until: deadline).isWoken)
    #expect(kernel.now >= deadline)
  }

  @Test func `the descriptor is closed with its last owner`() throws {
    let kernel = FakeKernel()
    do {
      let wake = try WakeEvent(kernel: kernel)
      wake.signal()
      #expect(kernel.leaks.count == 1)
    }
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `a process without descriptors left hears of the limit`() {
    let kernel = FakeKernel()
    kernel.fail("eventfd", with: EMFILE)
    let error = #expect(throws: CaptureError.self) { _ = try WakeEvent(kernel: kernel) }
    #expect(error?.remedy?.contains("ulimit -n") == true)
  }
}
