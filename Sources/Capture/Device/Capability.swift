import CV4L2

/// What a node says it is.
package struct Capability: Sendable, Hashable {
  /// The driver, such as `uvcvideo`.
  package var driver: String

  /// The device's name.
  package var card: String

  /// The bus address.
  package var bus: String

  /// What this node can do; not the union over all nodes of the device.
  package var flags: UInt32

  init(_ answer: v4l2_capability) {
    driver = String(field: answer.driver)
    card = String(field: answer.card)
    bus = String(field: answer.bus_info)
    // `capabilities` counts what all nodes of the device can do, so a metadata node has the capture
    // bit in it too. Drivers from before 2012 have nothing better.
    flags =
      answer.capabilities & V4L2_CAP_DEVICE_CAPS != 0 ? answer.device_caps : answer.capabilities
  }

  /// The buffer type to capture with; `nil` when the node is no camera.
  package var captureType: UInt32? {
    guard notACamera == nil else { return nil }
    return flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0
      ? V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
  }

  /// Whether the node is v4l2loopback's, a camera whose picture another program sends.
  package var isLoopback: Bool { driver == "v4l2 loopback" }

  /// What the node is instead of a camera, in words; `nil` for a camera.
  package var notACamera: String? {
    func has(_ bits: Int32...) -> Bool { bits.contains { flags & UInt32(bitPattern: $0) != 0 } }
    if has(V4L2_CAP_VIDEO_M2M, V4L2_CAP_VIDEO_M2M_MPLANE) { return "a codec" }
    if has(V4L2_CAP_TOUCH) { return "a touch sensor" }
    if has(V4L2_CAP_VIDEO_CAPTURE, V4L2_CAP_VIDEO_CAPTURE_MPLANE) {
      if !has(V4L2_CAP_STREAMING) { return "a device that cannot stream" }
      return nil
    }
    if has(V4L2_CAP_META_CAPTURE, V4L2_CAP_META_OUTPUT) { return "a metadata node" }
    if has(V4L2_CAP_VIDEO_OUTPUT, V4L2_CAP_VIDEO_OUTPUT_MPLANE) { return "an output device" }
    if has(V4L2_CAP_RADIO, V4L2_CAP_SDR_CAPTURE, V4L2_CAP_SDR_OUTPUT) { return "a radio" }
    if has(V4L2_CAP_VBI_CAPTURE, V4L2_CAP_SLICED_VBI_CAPTURE) { return "a teletext node" }
    return "not a video device"
  }
}

extension DeviceFile {
  /// What the node is.
  ///
  /// The corresponding request is `VIDIOC_QUERYCAP`.
  func capability() throws(SystemCallError) -> Capability {
    var answer = v4l2_capability()
    try send(.queryCapability, &answer)
    return Capability(answer)
  }

  /// Why the selected input gives no picture, in words; `nil` when it does or does not say.
  ///
  /// The corresponding requests are `VIDIOC_G_INPUT` and `VIDIOC_ENUMINPUT`.
  func inputFault() -> String? {
    var index: UInt32 = 0
    guard attempt(.getInput, &index) else { return nil }
    var input = v4l2_input()
    input.index = index
    guard attempt(.enumerateInput, &input) else { return nil }
    let name = String(field: input.name)
    if input.status & UInt32(V4L2_IN_ST_NO_POWER) != 0 { return "input \(name) has no power" }
    if input.status & UInt32(V4L2_IN_ST_NO_SIGNAL) != 0 { return "input \(name) has no signal" }
    if input.status & UInt32(V4L2_IN_ST_NO_SYNC) != 0 {
      return "the signal at input \(name) cannot be locked on"
    }
    return nil
  }
}

extension String {
  /// A C string in a fixed field of a struct, ended by a zero or by the field.
  init<Field: BitwiseCopyable>(field: Field) {
    self = unsafe withUnsafeBytes(of: field) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
