import CV4L2
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Capture

@Suite struct FormatListTests {
  private func formats(
    _ camera: FakeCamera,
    alsoAt size: PixelSize? = nil
  ) throws -> [CameraFormat] {
    let kernel = FakeKernel()
    kernel.plug(camera)
    var device = try DeviceFile(opening: "/dev/video0", kernel: kernel, wake: nil)
    device.bufferType = try device.capability().captureType ?? 0
    return device.formats(alsoAt: size)
  }

  private func stepwise(_ step: PixelSize) -> FakeCamera {
    FakeCamera(
      "Stepwise",
      formats: [
        FakeFormat(
          .nv12,
          "",
          .stepwise(
            minimum: PixelSize(width: 32, height: 32),
            maximum: PixelSize(width: 1936, height: 1216),
            step: step,
            rates: 1...45
          )
        )
      ]
    )
  }

  @Test func `a list is read as the driver has it`() throws {
    let formats = try formats(.webcam())
    #expect(formats.map(\.format) == [.yuyv, .mjpeg])
    #expect(formats[0].sizes.map(\.size.height) == [480, 720, 1080])
    #expect(formats[0].sizes[1].frameRates == [10, 7.5, 5])
  }

  @Test func `a range is given by its common sizes and its ends`() throws {
    let sizes = try formats(stepwise(PixelSize(width: 16, height: 8)))[0].sizes
    let all = sizes.map(\.size)
    #expect(all.contains(PixelSize(width: 1280, height: 720)))
    #expect(all.first == PixelSize(width: 32, height: 32))
    #expect(all.last == PixelSize(width: 1936, height: 1216))
    #expect(sizes[0].frameRates == [45, 30, 25, 24, 20, 15, 10, 7.5, 5, 1])
  }

  @Test func `every size of a range lies on its grid`() throws {
    let step = PixelSize(width: 48, height: 20)
    let sizes = try formats(stepwise(step))[0].sizes.map(\.size)
    for size in sizes where size != PixelSize(width: 1936, height: 1216) {
      #expect((size.width - 32) % 48 == 0 && (size.height - 32) % 20 == 0, "\(size)")
    }
  }

  @Test func `a size asked for is found inside a range, and not between its steps`() throws {
    let free = stepwise(PixelSize(width: 1, height: 1))
    let odd = PixelSize(width: 1001, height: 701)
    #expect(try formats(free, alsoAt: odd)[0].sizes.contains { $0.size == odd })
    let stepped = stepwise(PixelSize(width: 16, height: 8))
    #expect(try !formats(stepped, alsoAt: odd)[0].sizes.contains { $0.size == odd })
  }

  @Test(arguments: [EINVAL, ENOTTY])
  func `a driver that knows no sizes still has its formats`(code: Int32) throws {
    let kernel = FakeKernel()
    kernel.plug(.webcam())
    kernel.fail("VIDIOC_ENUM_FRAMESIZES", with: code, times: 99)
    var device = try DeviceFile(opening: "/dev/video0", kernel: kernel, wake: nil)
    device.bufferType = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    #expect(device.formats().map(\.format) == [.yuyv, .mjpeg])
  }

  @Test(arguments: [EINVAL, ENOTTY])
  func `a driver that knows no rates still has its sizes`(code: Int32) throws {
    let kernel = FakeKernel()
    kernel.plug(.webcam())
    kernel.fail("VIDIOC_ENUM_FRAMEINTERVALS", with: code, times: 99)
    var device = try DeviceFile(opening: "/dev/video0", kernel: kernel, wake: nil)
    device.bufferType = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    let formats = device.formats()
    #expect(formats[1].sizes.count == 3)
    #expect(formats[1].sizes[0].frameRates.isEmpty)
  }

  @Test func `a driver that never ends a list is left after a while`() throws {
    let kernel = FakeKernel()
    var camera = FakeCamera.small()
    camera.formats = (0..<400).map { FakeFormat(PixelFormat(rawValue: UInt32($0)), "x", .unknown) }
    kernel.plug(camera)
    var device = try DeviceFile(opening: "/dev/video0", kernel: kernel, wake: nil)
    device.bufferType = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    #expect(device.formats().count == 256)
  }
}
