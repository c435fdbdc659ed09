import CV4L2
import Glibc

/// Sets a camera's controls: first what reading needs, then what the user wants.
///
/// Lectern's own are best effort. Reading wants a sharp, even, quiet picture of something that lies
/// still, so:
/// - focus is continuous, because pages come and go at different distances;
/// - exposure is automatic, because light changes, by aperture priority where the camera has it
///   (UVC's usual "auto");
/// - the frame rate may sink in dim light (`exposure_dynamic_framerate`): a longer exposure costs a
///   page at rest nothing, more gain would cost it its thin strokes;
/// - the power line frequency is the camera's own "auto" where it has one, and left alone otherwise:
///   50 or 60 Hz would be a guess about where the user is.
struct ControlPlan {
  /// What the camera has.
  var controls: [CameraControl]

  /// For messages.
  var label: CameraLabel

  /// Lectern's own settings, each with the values to try, best first.
  static let own: [(id: UInt32, values: [Int])] = [
    (UInt32(V4L2_CID_FOCUS_AUTO), [1]),
    (UInt32(V4L2_CID_EXPOSURE_AUTO), [3, 0]),
    (UInt32(V4L2_CID_EXPOSURE_AUTO_PRIORITY), [1]),
    (UInt32(V4L2_CID_POWER_LINE_FREQUENCY), [3]),
  ]

  /// Sets Lectern's own controls; what the camera lacks or refuses is passed over.
  func applyOwn(to device: borrowing DeviceFile) {
    for (id, values) in Self.own {
      guard let control = controls.first(where: { $0.id == id }) else { continue }
      for value in values where (control.minimum...max(control.minimum, control.maximum)) ~= value {
        // Setting what is set already can restart a camera's search for focus.
        if control.value == value { break }
        do throws(SystemCallError) {
          try device.setControl(id, to: value)
          break
        } catch {
          continue
        }
      }
    }
  }

  /// Sets the user's controls in the order given.
  ///
  /// - Throws: ``CaptureError/Code/invalidSetting`` for a name the camera does not have, a value out
  ///   of range, and a control an automatic mode rules.
  func apply(_ settings: [ControlSetting], to device: borrowing DeviceFile) throws(CaptureError) {
    for setting in settings {
      let control = try find(setting.name)
      guard (control.minimum...max(control.minimum, control.maximum)) ~= setting.value else {
        throw outOfRange(control, setting.value, nil)
      }
      do throws(SystemCallError) {
        try device.setControl(control.id, to: setting.value)
      } catch {
        throw refused(control, setting.value, error)
      }
    }
  }

  private func find(_ name: String) throws(CaptureError) -> CameraControl {
    let wanted = ControlName.normalized(name)
    if let control = controls.first(where: { $0.name == wanted }) { return control }
    if let id = ControlName.older[wanted], let control = controls.first(where: { $0.id == id }) {
      return control
    }
    throw CaptureError(
      .invalidSetting,
      "\(label.text) has no control \(name).",
      remedy: controls.isEmpty
        ? "It has no controls." : "It has \(controls.map(\.name).joined(separator: ", "))."
    )
  }

  private func refused(
    _ control: CameraControl,
    _ value: Int,
    _ cause: SystemCallError
  )
    -> CaptureError
  {
    switch cause.code {
    case ENODEV, ENXIO:
      return label.disconnected(cause)
    case EINVAL, ERANGE:
      return outOfRange(control, value, cause)
    case EACCES, EBUSY, EPERM:
      return ruled(control, cause)
    default:
      return CaptureError(
        .invalidSetting,
        "\(label.text) refused \(control.name)=\(value) (\(cause)).",
        remedy: "Leave this control out.",
        cause: cause
      )
    }
  }

  private func outOfRange(
    _ control: CameraControl,
    _ value: Int,
    _ cause: SystemCallError?
  )
    -> CaptureError
  {
    let step = control.step > 1 ? " in steps of \(control.step)" : ""
    return CaptureError(
      .invalidSetting,
      "\(label.text) does not accept \(control.name)=\(value).",
      remedy: "It goes from \(control.minimum) to \(control.maximum)\(step).",
      cause: cause
    )
  }

  /// `EACCES` from a control is no lack of permission: the control is read-only or ruled by another.
  private func ruled(_ control: CameraControl, _ cause: SystemCallError) -> CaptureError {
    let rule = ControlName.automatic[control.id]
    let ruler = controls.first { $0.id == rule?.id }
    let remedy: String
    if let rule, let ruler {
      remedy = "Switch the automatic mode off first: --control \(ruler.name)=\(rule.off)."
    } else if control.isSettable {
      remedy = "Switch off the automatic mode that rules it first, or stop the other program."
    } else {
      remedy = "It is read-only, or ruled by an automatic mode that has to be switched off first."
    }
    return CaptureError(
      .invalidSetting,
      "\(control.name) of \(label.text) cannot be set now.",
      remedy: remedy,
      cause: cause
    )
  }
}
