import Capture
import TestSupport
import Testing

@testable import Scanner

@Suite struct CameraMemoryTests {
  private let kernel = FakeKernel()

  private var directory: CameraDirectory { CameraDirectory(kernel: kernel) }

  private func remembering() throws -> CameraMemory {
    var memory = CameraMemory()
    let found = try memory.camera(for: .automatic, in: directory)
    memory.use(found.camera, among: found.all)
    return memory
  }

  @Test func `the twin that was there all along is not taken for the camera`() throws {
    kernel.plug(.small(), 0, socket: FakeSocket(serial: "1", port: "1-1"))
    kernel.plug(.small(), 2, socket: FakeSocket(serial: "1", port: "1-2"))
    let memory = try remembering()
    kernel.unplug(0)
    let error = #expect(throws: CaptureError.self) {
      try memory.camera(for: .automatic, in: directory)
    }
    #expect(error?.message.contains("(/dev/video2) is another camera and is left alone") == true)
    kernel.plug(.small(), 1, socket: FakeSocket(serial: "1", port: "1-1"))
    #expect(try memory.camera(for: .automatic, in: directory).camera.node == "/dev/video1")
  }

  @Test func `a camera that is plugged in as a replacement is taken`() throws {
    kernel.plug(.small(), 0, socket: FakeSocket(serial: "1", port: "1-1"))
    let memory = try remembering()
    kernel.unplug(0)
    kernel.plug(.small(), 4, socket: FakeSocket(serial: "2", port: "1-3"))
    #expect(try memory.camera(for: .automatic, in: directory).camera.node == "/dev/video4")
  }
}
