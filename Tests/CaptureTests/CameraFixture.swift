import Capture
import TestSupport
import Testing

/// A machine with one camera, and what it takes to open it.
struct CameraFixture {
  let kernel = FakeKernel()

  init(_ camera: FakeCamera) {
    kernel.plug(camera)
  }

  /// The camera as listed, without looking at whether it can be used.
  var info: CameraInfo {
    CameraInfo(
      name: "Test Camera",
      identity: CameraIdentity(port: "1-4"),
      node: "/dev/video0"
    )
  }

  /// Opens the camera.
  func open(_ settings: CameraSettings = CameraSettings()) throws(CaptureError) -> Camera {
    try Camera(opening: info, settings: settings, kernel: kernel)
  }

  /// Opens and starts the camera.
  func started(_ settings: CameraSettings = CameraSettings()) throws(CaptureError) -> Camera {
    var camera = try open(settings)
    try camera.start()
    return camera
  }

  /// The error of opening, starting and reading one frame; `nil` when all went well.
  func failure(_ settings: CameraSettings = CameraSettings()) -> CaptureError? {
    do throws(CaptureError) {
      var camera = try started(settings)
      var frame = Frame()
      _ = try camera.nextFrame(into: &frame, timeout: .seconds(1))
      return nil
    } catch {
      return error
    }
  }
}
