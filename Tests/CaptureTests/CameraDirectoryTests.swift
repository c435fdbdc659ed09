import Glibc
import Imaging
import TestSupport
import Testing

@testable import Capture

@Suite struct CameraDirectoryTests {
  private let kernel = FakeKernel()
  private var directory: CameraDirectory { CameraDirectory(kernel: kernel) }

  private func failure(_ selector: CameraSelector) -> CaptureError? {
    do throws(CaptureError) {
      _ = try directory.resolve(selector)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Listing

  @Test func `a webcam is listed once, with what it is and offers`() throws {
    kernel.plug(.webcam(), 0, socket: FakeSocket(serial: "A1B2"))
    kernel.plug(.metadataNode, 1, socket: FakeSocket(serial: "A1B2"), index: 1)
    kernel.link("/dev/v4l/by-id/usb-C920-video-index0", to: "../../video0")
    kernel.link("/dev/v4l/by-path/pci-usb-0:4:1.0-video-index0", to: "../../video0")
    kernel.link("/dev/lectern/by-path/pci-usb-0:4:1.0", to: "../../video0")
    kernel.link("/dev/lectern/desk", to: "../video0")
    kernel.link("/dev/scan-cam", to: "video0")
    let cameras = directory.cameras()
    let camera = try #require(cameras.first)
    #expect(cameras.count == 1)
    #expect(camera.name == "HD Pro Webcam C920")
    #expect(camera.identity.id == "usb-046d:0825-A1B2-00")
    #expect(camera.identity.port == "1-4")
    #expect(
      camera.links == [
        "/dev/v4l/by-id/usb-C920-video-index0", "/dev/v4l/by-path/pci-usb-0:4:1.0-video-index0",
        "/dev/lectern/by-path/pci-usb-0:4:1.0", "/dev/lectern/desk", "/dev/scan-cam",
      ]
    )
    #expect(camera.driver == "uvcvideo")
    #expect(camera.formats.count == 2)
    #expect(camera.controls.count == 7)
    #expect(camera.unavailable == nil)
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `other nodes are left out`() {
    for (number, bits) in [
      FakeCamera.Capabilities.output, FakeCamera.Capabilities.codec,
      FakeCamera.Capabilities.radio, FakeCamera.Capabilities.touch,
    ].enumerated() {
      var node = FakeCamera.small()
      node.deviceCapabilities = bits
      kernel.plug(node, number, socket: FakeSocket(port: "1-\(number)"))
    }
    kernel.plug(FakeCamera("No Formats", formats: []), 4)
    #expect(directory.cameras().isEmpty)
  }

  @Test func `cameras stand in the order of their numbers`() {
    for number in [10, 2, 0] {
      kernel.plug(.small(), number, socket: FakeSocket(port: "1-\(number)"))
    }
    #expect(directory.cameras().map(\.node) == ["/dev/video0", "/dev/video2", "/dev/video10"])
  }

  @Test func `without sysfs a camera is known by its bus`() throws {
    kernel.plug(.webcam())
    kernel.remove("/sys")
    let camera = try #require(directory.cameras().first)
    #expect(camera.name == "HD Pro Webcam C920")
    #expect(camera.identity.port == "usb-0000:00:14.0-4")
  }

  @Test func `a virtual camera is known by its node`() throws {
    kernel.plug(.small(), 7, socket: nil)
    #expect(try #require(directory.cameras().first).identity.id == "video7")
  }

  @Test func `a camera nobody can read is listed with the reason`() throws {
    let h264 = try #require(PixelFormat("H264"))
    kernel.plug(
      FakeCamera("H264", formats: [FakeFormat(h264, sizes: [(640, 480)], rates: [30])])
    )
    #expect(directory.cameras().first?.unavailable?.code == .noUsableFormat)
  }

  // MARK: Twins

  @Test func `twins with one serial number are told apart by their ports`() {
    kernel.plug(.small(), 0, socket: FakeSocket(serial: "1", port: "1-1"))
    kernel.plug(.small(), 2, socket: FakeSocket(serial: "1", port: "1-2"))
    #expect(
      directory.cameras().map(\.identity.id) == ["usb-046d:0825@1-1-00", "usb-046d:0825@1-2-00"]
    )
  }

  @Test func `who is plugged in is told without opening a node, twins with their number`() {
    for (number, port) in [(0, "1-1"), (2, "1-2")] {
      kernel.plug(.small(), number, socket: FakeSocket(serial: "1", port: port))
      kernel.plug(
        .metadataNode,
        number + 1,
        socket: FakeSocket(serial: "1", port: port),
        index: 1
      )
    }
    let present = directory.present()
    #expect(present.map(\.node) == ["/dev/video0", "/dev/video2"])
    #expect(present.map(\.identity.port) == ["1-1", "1-2"])
    #expect(present.map(\.identity.serial) == ["1", "1"])
    #expect(kernel.count(of: "open") == 0)
  }

  // MARK: Unusable now

  @Test func `a busy camera names its user and is not disturbed`() throws {
    kernel.plug(.webcam())
    kernel.hold()
    let camera = try #require(directory.cameras().first)
    #expect(camera.unavailable?.code == .busy)
    #expect(camera.unavailable?.message.contains("firefox (process 4711)") == true)
    #expect(camera.formats.count == 2)
    #expect(kernel.count(of: "VIDIOC_S_FMT") == 0)
    kernel.letGo()
    #expect(directory.cameras().first?.unavailable == nil)
  }

  private func denied(
    mode: UInt32 = 0o660,
    group: UInt32 = 44,
    groups: [UInt32],
    recorded: [UInt32],
    scripted: Bool = false
  ) -> CaptureError? {
    kernel.setCredentials(
      ProcessCredentials(process: 77, user: 1000, groups: groups, recordedGroups: recorded)
    )
    kernel.plug(
      .webcam(),
      status: FileStatus(kind: .characterDevice, mode: mode, user: 0, group: group)
    )
    if scripted { kernel.fail("open", with: EACCES) }
    return directory.cameras().first?.unavailable
  }

  @Test func `who is not in the group is told how to get in`() {
    let error = denied(groups: [1000], recorded: [1000])
    #expect(error?.code == .permissionDenied)
    #expect(
      error?.message
        == "No permission to open HD Pro Webcam C920 (/dev/video0): it belongs to root and the group video, mode 0660."
    )
    #expect(error?.remedy?.contains("sudo usermod -aG video anna") == true)
    #expect(error?.remedy?.contains("screen") == true)
    #expect(error?.remedy?.contains("sudo setfacl -m u:anna:rw /dev/video0") == true)
  }

  @Test func `a missing right is asked for again with a few calls`() throws {
    let fault = try #require(denied(groups: [1000], recorded: [1000]))
    let camera = try #require(directory.cameras().first)
    let before = kernel.callCount
    #expect(directory.persists(fault, of: camera))
    #expect(kernel.callCount - before < 20)
    kernel.allow(mode: 0o666)
    #expect(!directory.persists(fault, of: camera))
  }

  @Test func `who was put in the group is told to log in again`() {
    let error = denied(groups: [1000], recorded: [1000, 44])
    #expect(error?.remedy?.contains("log out and in again") == true)
    #expect(error?.remedy?.contains("usermod") == false)
  }

  @Test func `who is in the group and still kept out hears of access lists`() {
    let error = denied(groups: [1000, 44], recorded: [1000, 44], scripted: true)
    #expect(error?.remedy?.contains("getfacl /dev/video0") == true)
  }

  @Test func `a node that is for root alone is no matter of groups`() {
    let error = denied(mode: 0o600, group: 0, groups: [1000], recorded: [1000])
    #expect(error?.message.contains("root and the group root, mode 0600") == true)
    #expect(error?.remedy?.contains("udev rules (sudo make install)") == true)
    #expect(error?.remedy?.contains("sudo setfacl -m u:anna:rw /dev/video0") == true)
    #expect(error?.remedy?.contains("usermod") == false)
  }

  @Test func `a sandbox is told apart from the node's own rights`() {
    kernel.plug(.webcam())
    kernel.fail("open", with: EPERM)
    let error = directory.cameras().first?.unavailable
    #expect(error?.code == .deniedByPolicy)
    #expect(error?.remedy?.contains("DeviceAllow") == true)
  }

  @Test func `a metadata node that cannot be opened is still no camera`() {
    kernel.plug(.webcam(), 0)
    kernel.plug(.metadataNode, 1, index: 1)
    kernel.fail("open", with: EACCES, times: 2)
    #expect(directory.cameras().map(\.node) == ["/dev/video0"])
  }

  @Test func `udev's word goes before a guess`() {
    kernel.plug(.webcam(), 0, index: 1)
    kernel.put("/run/udev/data/c81:0", text: "S:v4l/x\nE:ID_V4L_CAPABILITIES=:capture:\n")
    kernel.fail("open", with: EACCES)
    #expect(directory.cameras().count == 1)
  }

  @Test func `a container without the node hears that it was not passed in`() {
    kernel.plug(.webcam())
    kernel.remove("/dev/video0")
    let error = directory.cameras().first?.unavailable
    #expect(error?.code == .deniedByPolicy)
    #expect(error?.remedy?.contains("--device /dev/video0") == true)
  }

  @Test func `a node that was overtaken by a replug is told apart from an unplug`() throws {
    kernel.plug(.webcam())
    kernel.put("/sys/devices/pci0000:00/usb1/1-4/1-4:1.0/video4linux/video0/dev", text: "81:5")
    kernel.remove("/sys/dev/char")
    kernel.fail("open", with: ENXIO)
    let error = directory.cameras().first?.unavailable
    #expect(error?.code == .disconnected)
    #expect(error?.message == "/dev/video0 leads nowhere: the camera is device 81:5 now.")
  }

  @Test func `a node without anything behind it is no camera, and asked for says why`() {
    kernel.plug(.webcam())
    kernel.unplug(keepingNode: true)
    #expect(directory.cameras().isEmpty)
    #expect(failure(.path("/dev/video0"))?.code == .disconnected)
  }

  // MARK: Choosing

  @Test func `a virtual camera nobody feeds is a camera, and says what it waits for`() throws {
    var idle = FakeCamera("Loopback", formats: [])
    idle.driver = "v4l2 loopback"
    kernel.plug(idle, 3, socket: nil)
    idle.deviceCapabilities = FakeCamera.Capabilities.output
    kernel.plug(idle, 4, socket: nil)
    for node in ["/dev/video3", "/dev/video4"] {
      let camera = try directory.resolve(.path(node))
      #expect(
        camera.unavailable?.description == """
          Loopback (\(node)) has no picture: no program sends one to this virtual camera. Start the \
          program that is to send the picture.
          """
      )
      #expect(try directory.persists(#require(camera.unavailable), of: camera))
      let error = #expect(throws: CaptureError.self) {
        _ = try Camera(opening: camera, kernel: kernel)
      }
      #expect(error == camera.unavailable)
    }
    // A camera that is merely busy will be free one day.
    kernel.plug(.webcam(), 5, socket: FakeSocket(port: "1-5"))
    kernel.hold(5)
    #expect(try directory.resolve(.automatic).node == "/dev/video5")
  }

  @Test func `an input without a signal is listed so, and asked again with a few calls`() throws {
    kernel.plug(.webcam())
    // V4L2_IN_ST_NO_SIGNAL
    kernel.change { $0.inputStatus = 2 }
    let camera = try directory.resolve(.automatic)
    #expect(camera.unavailable?.code == .noSignal)
    let fault = try #require(camera.unavailable)
    let before = kernel.callCount
    #expect(directory.persists(fault, of: camera))
    #expect(kernel.callCount - before < 20)
    kernel.change { $0.inputStatus = 0 }
    #expect(!directory.persists(fault, of: camera))
  }

  @Test func `automatic takes the first that can be used`() throws {
    kernel.plug(.webcam(), 0, socket: FakeSocket(port: "1-1"))
    kernel.plug(.small(), 2, socket: FakeSocket(port: "1-2"))
    #expect(try directory.resolve(.automatic).node == "/dev/video0")
    kernel.hold(0)
    #expect(try directory.resolve(.automatic).node == "/dev/video2")
    kernel.hold(2)
    // None can be used: the reason of the first is the one to tell.
    #expect(try directory.resolve(.automatic).unavailable?.code == .busy)
  }

  @Test func `a camera is chosen by node, link, name, serial number and identity`() throws {
    kernel.plug(.webcam(), 0, socket: FakeSocket(serial: "A1B2", port: "1-1"))
    kernel.plug(.small(), 2, socket: FakeSocket(serial: "C3D4", port: "1-2"))
    kernel.link("/dev/v4l/by-id/usb-a:b-index0", to: "../../video2")
    for selector: CameraSelector in [
      .path("/dev/video2"), .path("/dev/v4l/by-id/usb-a:b-index0"), .name("small"), .name("c3d4"),
      .name("usb-046d:0825-C3D4-00"),
    ] {
      #expect(try directory.resolve(selector).node == "/dev/video2")
    }
  }

  @Test func `a name that fits two cameras is not guessed at`() {
    kernel.plug(.small(), 0, socket: FakeSocket(port: "1-1"))
    kernel.plug(.small(), 2, socket: FakeSocket(port: "1-2"))
    let error = failure(.name("Small"))
    #expect(error?.code == .ambiguous)
    #expect(error?.message.contains("/dev/video0, usb-046d:0825@1-1-00") == true)
  }

  @Test func `a whole name is meant exactly`() throws {
    kernel.plug(FakeCamera.small(), 0, socket: FakeSocket(port: "1-1"))
    var longer = FakeCamera.small()
    longer.card = "Small Camera Pro"
    kernel.plug(longer, 2, socket: FakeSocket(port: "1-2"))
    #expect(try directory.resolve(.name("small camera")).node == "/dev/video0")
  }

  @Test func `what does not exist is answered with what does`() {
    #expect(failure(.automatic)?.message == "No camera is connected.")
    #expect(failure(.path("/dev/video3"))?.code == .noCamera)
    kernel.plug(.small())
    #expect(failure(.path("/dev/video3"))?.remedy?.contains("Small Camera (/dev/video0") == true)
    let error = failure(.name("Logitech"))
    #expect(error?.code == .noCamera)
    #expect(error?.remedy?.contains("Small Camera (/dev/video0") == true)
  }

  @Test func `a metadata node leads to its camera`() {
    kernel.plug(.webcam(), 0)
    kernel.plug(.metadataNode, 1, index: 1)
    let error = failure(.path("/dev/video1"))
    #expect(error?.code == .notACaptureDevice)
    #expect(
      error?.description
        == "/dev/video1 is a metadata node, no camera. The camera's node is /dev/video0."
    )
  }

  @Test func `a metadata node that cannot be opened leads to its camera as well`() {
    kernel.plug(.webcam(), 0)
    kernel.plug(.metadataNode, 1, index: 1)
    kernel.setCredentials(
      ProcessCredentials(process: 1, user: 1000, groups: [], recordedGroups: [])
    )
    let error = failure(.path("/dev/video1"))
    #expect(error?.code == .notACaptureDevice)
    #expect(error?.remedy == "The camera's node is /dev/video0.")
  }

  @Test func `a file is no device node`() {
    kernel.put("/tmp/picture.jpg", text: "x")
    #expect(failure(.path("/tmp/picture.jpg"))?.code == .notACaptureDevice)
  }
}
