import Glibc
import Imaging
import TestSupport
import Testing

@testable import Capture

/// Nothing is left open, whatever fails, and nothing grows, however long it runs.
@Suite struct CameraLeakTests {
  /// A life from the list of cameras to an unplug, with a restart inside.
  private func live(with kernel: FakeKernel) throws(CaptureError) {
    let info = try CameraDirectory(kernel: kernel).resolve(.automatic)
    var camera = try Camera(opening: info, kernel: kernel)
    try camera.start()
    var frame = Frame()
    for _ in 0..<3 { _ = try camera.nextFrame(into: &frame, timeout: .seconds(1)) }
    try camera.restart()
    _ = try camera.nextFrame(into: &frame, timeout: .seconds(1))
    camera.stop()
    try camera.start()
    kernel.unplug()
    _ = try camera.nextFrame(into: &frame, timeout: .seconds(1))
  }

  @Test(arguments: [EIO, EINVAL, ENODEV, EBUSY, EMFILE, ENOSPC])
  func `whichever call fails, everything is given back`(code: Int32) {
    var number = 1
    // As many calls as a life has, one failing each time.
    while true {
      let kernel = FakeKernel()
      kernel.plug(.smallJPEG())
      kernel.fail(nil, with: code, nth: number)
      try? live(with: kernel)
      #expect(kernel.leaks.isEmpty, "call \(number)")
      guard kernel.callCount >= number else { break }
      number += 1
    }
    #expect(number > 50)
  }

  @Test func `whichever calls fail from one on, everything is given back`() {
    for number in stride(from: 1, through: 160, by: 3) {
      let kernel = FakeKernel()
      kernel.plug(.smallJPEG())
      kernel.fail(nil, with: EIO, nth: number, times: 1_000_000)
      try? live(with: kernel)
      #expect(kernel.leaks.isEmpty, "call \(number)")
      #expect(kernel.callCount < 5000, "call \(number)")
    }
  }

  @Test func `ten thousand frames of 200 kB need no more memory than a hundred`() async {
    // In a process of its own, where nobody else takes memory meanwhile.
    await #expect(processExitsWith: .success) {
      let kernel = FakeKernel()
      let picture = FakeFrame.jpegBytes(1280, 720, count: 200_000)
      kernel.plug(
        FakeCamera(
          "Long Run",
          formats: [FakeFormat(.mjpeg, sizes: [(1280, 720)], rates: [30])],
          frames: .repeating([FakeFrame(picture)])
        )
      )
      var camera = try Camera(
        opening: CameraDirectory(kernel: kernel).resolve(.automatic),
        kernel: kernel
      )
      try camera.start()
      var frame = Frame()
      var place: UInt?
      var before = 0
      for number in 0..<10_000 {
        try #require(try camera.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
        let here = unsafe frame.bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        if number == 100 {
          place = here
          before = CameraLeakTests.residentKilobytes
        }
        if number > 100 { try #require(here == place, "the frame's storage moved") }
      }
      #expect(camera.counters.good == 10_000)
      #expect(camera.counters.damaged.isEmpty)
      // The address sanitizer keeps freed memory on purpose.
      if unsafe dlsym(nil, "__asan_init") == nil {
        #expect(CameraLeakTests.residentKilobytes - before < 4_000)
      }
      #expect(kernel.queuedBuffers("/dev/video0") == 4)
    }
  }

  /// What this process has in memory.
  static var residentKilobytes: Int {
    let status = LinuxKernel().text(of: "/proc/self/statm") ?? ""
    let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize()) / 1024
  }
}
