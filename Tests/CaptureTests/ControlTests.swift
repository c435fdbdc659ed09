import CV4L2
import Glibc
import TestSupport
import Testing

@testable import Capture

@Suite struct ControlTests {
  @Test(arguments: [
    ("Brightness", "brightness"),
    ("White Balance Temperature, Auto", "white_balance_temperature_auto"),
    ("Exposure, Dynamic Framerate", "exposure_dynamic_framerate"),
    ("Inject V4L2_BUF_FLAG_ERROR", "inject_v4l2_buf_flag_error"),
    ("  Pan (Absolute) ", "pan_absolute"), ("", ""),
  ])
  func `names are those v4l2-ctl shows`(driver: String, name: String) {
    #expect(ControlName.normalized(driver) == name)
  }

  @Test func `a camera's controls are listed with their values`() throws {
    let controls = try CameraFixture(.webcam()).open().controls
    #expect(controls.count == 7)
    let brightness = try #require(controls.first { $0.name == "brightness" })
    #expect(brightness.maximum == 255)
    #expect(brightness.value == 128)
    #expect(brightness.isSettable)
  }

  @Test func `classes, texts and switched off controls are left out`() throws {
    var model = FakeCamera.webcam()
    model.controls[0].type = V4L2_CTRL_TYPE_CTRL_CLASS.rawValue
    model.controls[1].type = V4L2_CTRL_TYPE_STRING.rawValue
    model.controls[2].flags = UInt32(V4L2_CTRL_FLAG_DISABLED)
    #expect(try CameraFixture(model).open().controls.count == 4)
  }

  @Test func `a driver that never ends its controls is left`() throws {
    let fixture = CameraFixture(.webcam())
    let camera = try fixture.open()
    fixture.kernel.fail("VIDIOC_G_CTRL", with: EIO, times: 1000)
    #expect(camera.controls.allSatisfy { $0.value == nil })
  }

  @Test func `what reading needs is set at every start`() throws {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.change { camera in
      // Manual, as another program may have left it.
      for index in camera.controls.indices where camera.controls[index].name == "Auto Exposure" {
        camera.controls[index].value = 1
      }
    }
    var camera = try fixture.started()
    let wanted: [String: Int32] = [
      "Auto Exposure": 3, "Focus, Automatic Continuous": 1, "Exposure, Dynamic Framerate": 1,
      // No "auto" here, and a guess would be worse than what the camera comes with.
      "Power Line Frequency": 2,
    ]
    for (name, value) in wanted { #expect(fixture.kernel.control(name) == value, "\(name)") }
    camera.stop()
    fixture.kernel.change { camera in
      for index in camera.controls.indices { camera.controls[index].value = 0 }
    }
    try camera.start()
    #expect(fixture.kernel.control("Auto Exposure") == 3)
  }

  @Test func `a camera that sets its power line frequency itself is let`() throws {
    var model = FakeCamera.webcam()
    model.controls[1].range = 0...3
    let fixture = CameraFixture(model)
    _ = try fixture.started()
    #expect(fixture.kernel.control("Power Line Frequency") == 3)
  }

  @Test func `a camera without aperture priority gets full automatic exposure`() throws {
    var model = FakeCamera.webcam()
    model.controls[2].range = 0...1
    let fixture = CameraFixture(model)
    _ = try fixture.started()
    #expect(fixture.kernel.control("Auto Exposure") == 0)
  }

  @Test func `what the camera refuses of it is no error`() {
    let fixture = CameraFixture(.webcam())
    fixture.kernel.fail("VIDIOC_S_CTRL", with: EACCES, times: 1000)
    #expect(fixture.failure() == nil)
  }

  private func failure(_ settings: ControlSetting...) -> CaptureError? {
    CameraFixture(.webcam()).failure(CameraSettings(controls: settings))
  }

  @Test func `the user's controls come last and in order`() throws {
    let fixture = CameraFixture(.webcam())
    let settings = [
      ControlSetting(name: "focus_automatic_continuous", value: 0),
      ControlSetting(name: "focus_absolute", value: 42),
    ]
    _ = try fixture.started(CameraSettings(controls: settings))
    #expect(fixture.kernel.control("Focus, Absolute") == 42)
  }

  @Test func `a control can be set while the camera runs`() throws {
    let fixture = CameraFixture(.webcam())
    let camera = try fixture.started()
    try camera.set(ControlSetting(name: "brightness", value: 9))
    #expect(fixture.kernel.control("Brightness") == 9)
    #expect(throws: CaptureError.self) {
      try camera.set(ControlSetting(name: "brightness", value: 999))
    }
  }

  @Test func `names from before kernel 5,19 are understood`() throws {
    let fixture = CameraFixture(.webcam())
    let settings = [
      ControlSetting(name: "focus_auto", value: 0),
      ControlSetting(name: "exposure_auto", value: 1),
      ControlSetting(name: "exposure_absolute", value: 300),
    ]
    _ = try fixture.started(CameraSettings(controls: settings))
    #expect(fixture.kernel.control("Exposure Time, Absolute") == 300)
  }

  @Test func `a control ruled by an automatic mode says how to switch it off`() {
    let error = failure(ControlSetting(name: "focus_absolute", value: 42))
    #expect(error?.code == .invalidSetting)
    #expect(error?.remedy?.contains("--control focus_automatic_continuous=0") == true)
    let exposure = failure(ControlSetting(name: "exposure_time_absolute", value: 300))
    #expect(exposure?.remedy?.contains("--control auto_exposure=1") == true)
  }

  @Test func `an unknown control is answered with those there are`() {
    let error = failure(ControlSetting(name: "sharpnes", value: 1))
    #expect(error?.code == .invalidSetting)
    #expect(error?.remedy?.contains("brightness, ") == true)
  }

  @Test func `a value out of range is answered with the range`() {
    let error = failure(ControlSetting(name: "brightness", value: 256))
    #expect(error?.code == .invalidSetting)
    #expect(error?.remedy == "It goes from 0 to 255.")
  }

  @Test func `a camera lost while a control is set is disconnected`() throws {
    let fixture = CameraFixture(.webcam())
    // After the three that Lectern sets itself.
    fixture.kernel.fail("VIDIOC_S_CTRL", with: ENODEV, nth: 4)
    let settings = [ControlSetting(name: "brightness", value: 1)]
    #expect(fixture.failure(CameraSettings(controls: settings))?.code == .disconnected)
    #expect(fixture.kernel.leaks.isEmpty)
  }
}
