import Capture
import TestSupport
import Testing

@testable import Scanner

@Suite struct CameraMemoryTests {
  private let kernel = FakeKernel()

  private var directory: CameraDirectory { CameraDirectory(kernel: kernel) }

  private func plug(_ number: Int, serial: String?, port: String) {
    kernel.plug(.small(), number, socket: FakeSocket(serial: serial, port: port))
  }

  private func remembering() throws -> CameraMemory {
    var memory = CameraMemory()
    let camera = try memory.camera(for: .automatic, in: directory)
    memory.use(camera, beside: directory.present())
    return memory
  }

  private func node(_ memory: inout CameraMemory) -> String? {
    try? memory.camera(for: .automatic, in: directory).node
  }

  @Test func `the same camera is found under another number and at another port`() throws {
    plug(0, serial: "A", port: "1-1")
    var memory = try remembering()
    kernel.unplug(0)
    #expect(node(&memory) == nil)
    plug(0, serial: "B", port: "1-1")
    plug(3, serial: "A", port: "1-3")
    #expect(node(&memory) == "/dev/video3")
  }

  @Test func `looking for a camera that is there opens no node`() throws {
    plug(0, serial: "A", port: "1-1")
    plug(2, serial: "B", port: "1-2")
    var memory = try remembering()
    kernel.unplug(0)
    plug(4, serial: "A", port: "1-1")
    let before = kernel.count(of: "open")
    let camera = try memory.camera(for: .automatic, in: directory)
    #expect(camera.node == "/dev/video4")
    #expect(!camera.formats.isEmpty)
    #expect(kernel.count(of: "open") == before)
  }

  @Test func `without a serial number another port is another camera`() throws {
    plug(0, serial: nil, port: "1-1")
    plug(2, serial: nil, port: "1-2")
    var memory = try remembering()
    kernel.unplug(0)
    #expect(node(&memory) == nil)
    plug(4, serial: nil, port: "1-1")
    #expect(node(&memory) == "/dev/video4")
  }

  @Test func `the twin that was there all along is not taken for the camera`() throws {
    plug(0, serial: "1", port: "1-1")
    plug(2, serial: "1", port: "1-2")
    var memory = try remembering()
    kernel.unplug(0)
    let error = #expect(throws: CaptureError.self) {
      try memory.camera(for: .automatic, in: directory)
    }
    #expect(error?.message.contains("(/dev/video2) is another camera and is left alone") == true)
    plug(1, serial: "1", port: "1-1")
    #expect(node(&memory) == "/dev/video1")
  }

  @Test func `neither is a twin that came later, also when it is back before the camera`() throws {
    plug(0, serial: "1", port: "1-1")
    var memory = try remembering()
    plug(2, serial: "1", port: "1-2")
    memory.noteBeside(directory.present())
    kernel.unplug(0)
    #expect(node(&memory) == nil)
    kernel.unplug(2)
    #expect(node(&memory) == nil)
    plug(2, serial: "1", port: "1-2")
    #expect(node(&memory) == nil)
    plug(0, serial: "1", port: "1-1")
    #expect(node(&memory) == "/dev/video0")
  }

  @Test func `twins that come together are told apart by the port the camera had`() throws {
    plug(0, serial: "1", port: "1-1")
    var memory = try remembering()
    kernel.unplug(0)
    plug(0, serial: "1", port: "1-2")
    plug(2, serial: "1", port: "1-1")
    #expect(node(&memory) == "/dev/video2")
  }

  @Test func `another camera that was there is left alone wherever it is plugged in`() throws {
    plug(0, serial: "A", port: "1-1")
    plug(2, serial: "B", port: "1-2")
    var memory = try remembering()
    kernel.unplug(0)
    kernel.unplug(2)
    plug(0, serial: "B", port: "1-1")
    #expect(node(&memory) == nil)
  }

  @Test func `a camera that is plugged in as a replacement is taken`() throws {
    plug(0, serial: "1", port: "1-1")
    var memory = try remembering()
    kernel.unplug(0)
    plug(4, serial: "2", port: "1-3")
    #expect(node(&memory) == "/dev/video4")
  }
}
