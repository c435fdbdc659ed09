import CV4L2
import Capture
import Imaging

extension FakeCamera {
  /// A webcam like Logitech's C920: raw is slow at the sizes that matter, JPEG is not.
  package static func webcam(_ frames: FakeFrames = .repeating([.jpeg(1920, 1080)])) -> FakeCamera {
    var camera = FakeCamera(
      "HD Pro Webcam C920",
      formats: [
        FakeFormat(
          .yuyv,
          "YUYV 4:2:2",
          .listed([
            FrameSize(size: PixelSize(width: 640, height: 480), frameRates: [30, 15, 10, 5]),
            FrameSize(size: PixelSize(width: 1280, height: 720), frameRates: [10, 7.5, 5]),
            FrameSize(size: PixelSize(width: 1920, height: 1080), frameRates: [5]),
          ])
        ),
        FakeFormat(
          .mjpeg,
          sizes: [(640, 480), (1280, 720), (1920, 1080)],
          rates: [30, 24, 20, 15, 10, 7.5, 5]
        ),
      ],
      frames: frames
    )
    camera.controls = webcamControls
    return camera
  }

  private static var webcamControls: [FakeControl] {
    [
      FakeControl(V4L2_CID_BRIGHTNESS, "Brightness", 0...255, value: 128),
      FakeControl(V4L2_CID_POWER_LINE_FREQUENCY, "Power Line Frequency", 0...2, value: 2),
      FakeControl(V4L2_CID_EXPOSURE_AUTO, "Auto Exposure", 0...3, value: 1),
      FakeControl(
        V4L2_CID_EXPOSURE_ABSOLUTE,
        "Exposure Time, Absolute",
        3...2047,
        value: 250,
        ruler: (V4L2_CID_EXPOSURE_AUTO, 1)
      ),
      FakeControl(
        V4L2_CID_EXPOSURE_AUTO_PRIORITY,
        "Exposure, Dynamic Framerate",
        0...1,
        value: 0
      ),
      FakeControl(
        V4L2_CID_FOCUS_ABSOLUTE,
        "Focus, Absolute",
        0...250,
        value: 0,
        ruler: (V4L2_CID_FOCUS_AUTO, 0)
      ),
      FakeControl(V4L2_CID_FOCUS_AUTO, "Focus, Automatic Continuous", 0...1, value: 0),
    ]
  }

  /// A small grey camera, quick to test with: 32 by 24 pixels, 30 frames a second.
  package static func small(_ frames: FakeFrames = .repeating([.grey(32, 24)])) -> FakeCamera {
    FakeCamera(
      "Small Camera",
      formats: [FakeFormat(.grey, sizes: [(32, 24)], rates: [30])],
      frames: frames
    )
  }

  /// A small JPEG camera.
  package static func smallJPEG(_ frames: FakeFrames = .repeating([.jpeg(32, 24)])) -> FakeCamera {
    FakeCamera(
      "Small Camera",
      formats: [FakeFormat(.mjpeg, sizes: [(32, 24)], rates: [30])],
      frames: frames
    )
  }

  /// What uvcvideo puts beside every camera.
  package static var metadataNode: FakeCamera {
    var camera = FakeCamera("HD Pro Webcam C920", formats: [])
    camera.deviceCapabilities = Capabilities.metadata
    camera.capabilities = Capabilities.camera | Capabilities.metadata
    return camera
  }

  /// A loopback device with the format of its producer.
  package static func loopback(_ frames: FakeFrames, refusal: Int32) -> FakeCamera {
    var camera = FakeCamera(
      "Loopback",
      formats: [FakeFormat(.mjpeg, "MJPG", .unknown)],
      frames: frames
    )
    camera.driver = "v4l2 loopback"
    camera.fixedFormat = (
      CameraMode(format: .mjpeg, size: PixelSize(width: 32, height: 24)), refusal
    )
    camera.grantedBuffers = 2
    camera.inputStatus = nil
    return camera
  }
}
