import CV4L2

extension DeviceFile {
  /// The node's controls in the driver's order: numbers, switches, menus and buttons.
  ///
  /// Classes, texts and compound controls are left out.
  ///
  /// The corresponding requests are `VIDIOC_QUERYCTRL` and `VIDIOC_G_CTRL`.
  func controls() -> [CameraControl] {
    var controls: [CameraControl] = []
    var query = v4l2_queryctrl()
    // The numbers grow, or the driver does not know how to go on.
    var last: UInt32 = 0
    while controls.count < 512 {
      query.id = last | V4L2_CTRL_FLAG_NEXT_CTRL
      guard attempt(.queryControl, &query), query.id > last else { break }
      last = query.id
      if let control = control(query) { controls.append(control) }
    }
    return controls
  }

  private func control(_ query: v4l2_queryctrl) -> CameraControl? {
    let kinds = [
      V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_BOOLEAN, V4L2_CTRL_TYPE_MENU, V4L2_CTRL_TYPE_BUTTON,
      V4L2_CTRL_TYPE_INTEGER_MENU, V4L2_CTRL_TYPE_BITMASK,
    ]
    guard kinds.map(\.rawValue).contains(query.type),
      query.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0
    else { return nil }
    var value: Int?
    if query.flags & UInt32(V4L2_CTRL_FLAG_WRITE_ONLY) == 0,
      query.type != V4L2_CTRL_TYPE_BUTTON.rawValue
    {
      var current = v4l2_control(id: query.id, value: 0)
      if attempt(.getControl, &current) { value = Int(current.value) }
    }
    let fixed = V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_INACTIVE | V4L2_CTRL_FLAG_GRABBED
    return CameraControl(
      name: ControlName.normalized(String(field: query.name)),
      id: query.id,
      minimum: Int(query.minimum),
      maximum: Int(query.maximum),
      step: Int(query.step),
      defaultValue: Int(query.default_value),
      value: value,
      isSettable: query.flags & UInt32(fixed) == 0
    )
  }

  /// Sets one control.
  ///
  /// The corresponding request is `VIDIOC_S_CTRL`.
  func setControl(_ id: UInt32, to value: Int) throws(SystemCallError) {
    var control = v4l2_control(id: id, value: Int32(clamping: value))
    try send(.setControl, &control)
  }
}

/// Control names as people write them.
enum ControlName {
  /// Turns the driver's words into the name `v4l2-ctl` uses: letters and digits in lower case, one
  /// underscore for whatever stands between them.
  static func normalized(_ name: String) -> String {
    var result = ""
    var isGap = false
    for byte in name.utf8 {
      let isUpper = (0x41...0x5a).contains(byte)
      guard isUpper || (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) else {
        isGap = true
        continue
      }
      if isGap, !result.isEmpty { result.append("_") }
      isGap = false
      result.unicodeScalars.append(Unicode.Scalar(isUpper ? byte + 0x20 : byte))
    }
    return result
  }

  /// Names from before kernel 5.19, which scripts and manuals still use, by control number.
  static let older: [String: UInt32] = [
    "exposure_auto": UInt32(V4L2_CID_EXPOSURE_AUTO),
    "exposure_absolute": UInt32(V4L2_CID_EXPOSURE_ABSOLUTE),
    "exposure_auto_priority": UInt32(V4L2_CID_EXPOSURE_AUTO_PRIORITY),
    "focus_auto": UInt32(V4L2_CID_FOCUS_AUTO),
    "white_balance_temperature_auto": UInt32(V4L2_CID_AUTO_WHITE_BALANCE),
  ]

  /// The automatic control that rules a manual one, and its value for "off".
  static let automatic: [UInt32: (id: UInt32, off: Int)] = [
    UInt32(V4L2_CID_EXPOSURE_ABSOLUTE): (UInt32(V4L2_CID_EXPOSURE_AUTO), 1),
    UInt32(V4L2_CID_EXPOSURE): (UInt32(V4L2_CID_EXPOSURE_AUTO), 1),
    UInt32(V4L2_CID_IRIS_ABSOLUTE): (UInt32(V4L2_CID_EXPOSURE_AUTO), 1),
    UInt32(V4L2_CID_GAIN): (UInt32(V4L2_CID_AUTOGAIN), 0),
    UInt32(V4L2_CID_FOCUS_ABSOLUTE): (UInt32(V4L2_CID_FOCUS_AUTO), 0),
    UInt32(V4L2_CID_WHITE_BALANCE_TEMPERATURE): (UInt32(V4L2_CID_AUTO_WHITE_BALANCE), 0),
    UInt32(V4L2_CID_RED_BALANCE): (UInt32(V4L2_CID_AUTO_WHITE_BALANCE), 0),
    UInt32(V4L2_CID_BLUE_BALANCE): (UInt32(V4L2_CID_AUTO_WHITE_BALANCE), 0),
    UInt32(V4L2_CID_HUE): (UInt32(V4L2_CID_HUE_AUTO), 0),
    UInt32(V4L2_CID_BRIGHTNESS): (UInt32(V4L2_CID_AUTOBRIGHTNESS), 0),
  ]
}
