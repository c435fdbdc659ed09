import CV4L2
import Capture
import Glibc
import Imaging

extension FakeDevice {
  func answerCapability(_ answer: UnsafeMutablePointer<v4l2_capability>) {
    unsafe copy(camera.driver, to: &answer.pointee.driver)
    unsafe copy(camera.card, to: &answer.pointee.card)
    unsafe copy(camera.bus, to: &answer.pointee.bus_info)
    unsafe answer.pointee.capabilities = camera.capabilities | V4L2_CAP_DEVICE_CAPS
    unsafe answer.pointee.device_caps = camera.deviceCapabilities
  }

  /// Answers the three enumerations.
  func enumerate(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case .enumerateFormats:
      let answer = unsafe argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
      let index = Int(unsafe answer.pointee.index)
      guard unsafe answer.pointee.type == type, camera.formats.indices.contains(index) else {
        return EINVAL
      }
      unsafe answer.pointee.pixelformat = camera.formats[index].format.rawValue
      unsafe copy(camera.formats[index].name, to: &answer.pointee.description)
      return 0
    case .enumerateFrameSizes:
      return unsafe enumerateSizes(argument.assumingMemoryBound(to: v4l2_frmsizeenum.self))
    default:
      return unsafe enumerateRates(argument.assumingMemoryBound(to: v4l2_frmivalenum.self))
    }
  }

  private func enumerateSizes(_ answer: UnsafeMutablePointer<v4l2_frmsizeenum>) -> Int32 {
    let index = Int(unsafe answer.pointee.index)
    let code = unsafe answer.pointee.pixel_format
    guard let format = camera.formats.first(where: { $0.format.rawValue == code }) else {
      return EINVAL
    }
    switch format.sizes {
    case .unknown:
      return ENOTTY
    case .listed(let sizes):
      guard sizes.indices.contains(index) else { return EINVAL }
      unsafe answer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      unsafe answer.pointee.discrete.width = UInt32(sizes[index].size.width)
      unsafe answer.pointee.discrete.height = UInt32(sizes[index].size.height)
    case .stepwise(let minimum, let maximum, let step, _):
      guard index == 0 else { return EINVAL }
      let isFree = step == PixelSize(width: 1, height: 1)
      let kind = isFree ? V4L2_FRMSIZE_TYPE_CONTINUOUS : V4L2_FRMSIZE_TYPE_STEPWISE
      unsafe answer.pointee.type = kind.rawValue
      unsafe answer.pointee.stepwise = v4l2_frmsize_stepwise(
        min_width: UInt32(minimum.width),
        max_width: UInt32(maximum.width),
        step_width: UInt32(step.width),
        min_height: UInt32(minimum.height),
        max_height: UInt32(maximum.height),
        step_height: UInt32(step.height)
      )
    }
    return 0
  }

  private func enumerateRates(_ answer: UnsafeMutablePointer<v4l2_frmivalenum>) -> Int32 {
    let index = Int(unsafe answer.pointee.index)
    let code = unsafe answer.pointee.pixel_format
    let size = unsafe PixelSize(
      width: Int(answer.pointee.width),
      height: Int(answer.pointee.height)
    )
    guard let format = camera.formats.first(where: { $0.format.rawValue == code }) else {
      return EINVAL
    }
    func interval(_ rate: Double) -> v4l2_fract {
      v4l2_fract(numerator: 1000, denominator: UInt32((rate * 1000).rounded()))
    }
    switch format.sizes {
    case .unknown:
      return ENOTTY
    case .listed(let sizes):
      guard let rates = sizes.first(where: { $0.size == size })?.frameRates,
        rates.indices.contains(index)
      else { return EINVAL }
      unsafe answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      unsafe answer.pointee.discrete = interval(rates[index])
    case .stepwise(_, _, _, let rates):
      guard index == 0 else { return EINVAL }
      unsafe answer.pointee.type = V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
      unsafe answer.pointee.stepwise = v4l2_frmival_stepwise(
        min: interval(rates.upperBound),
        max: interval(rates.lowerBound),
        step: v4l2_fract(numerator: 1, denominator: 1)
      )
    }
    return 0
  }

  func answerInput(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    guard let status = camera.inputStatus else { return ENOTTY }
    guard request == .enumerateInput else {
      unsafe argument.storeBytes(of: 0, as: UInt32.self)
      return 0
    }
    let answer = unsafe argument.assumingMemoryBound(to: v4l2_input.self)
    guard unsafe answer.pointee.index == 0 else { return EINVAL }
    unsafe copy("Camera 1", to: &answer.pointee.name)
    unsafe answer.pointee.status = status
    return 0
  }

  /// Answers the three control requests.
  mutating func answerControl(
    _ request: DeviceRequest,
    _ argument: UnsafeMutableRawPointer
  ) -> Int32 {
    guard request != .queryControl else {
      return unsafe queryControl(argument.assumingMemoryBound(to: v4l2_queryctrl.self))
    }
    let control = unsafe argument.assumingMemoryBound(to: v4l2_control.self)
    let id = unsafe control.pointee.id
    guard let index = camera.controls.firstIndex(where: { $0.id == id }) else { return EINVAL }
    let known = camera.controls[index]
    guard request == .setControl else {
      unsafe control.pointee.value = known.value
      return 0
    }
    let value = unsafe control.pointee.value
    if known.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0 { return EACCES }
    if let ruler = known.ruler,
      camera.controls.first(where: { $0.id == ruler.id })?.value != ruler.value
    {
      return EACCES
    }
    guard known.range.contains(value) else { return ERANGE }
    camera.controls[index].value = value
    return 0
  }

  private func queryControl(_ query: UnsafeMutablePointer<v4l2_queryctrl>) -> Int32 {
    let wanted = unsafe query.pointee.id
    let next = wanted & V4L2_CTRL_FLAG_NEXT_CTRL != 0
    let id = wanted & ~V4L2_CTRL_FLAG_NEXT_CTRL
    let found = camera.controls.filter { next ? $0.id > id : $0.id == id }.min { $0.id < $1.id }
    guard let found else { return EINVAL }
    unsafe query.pointee.id = found.id
    unsafe query.pointee.type = found.type
    unsafe copy(found.name, to: &query.pointee.name)
    unsafe query.pointee.minimum = found.range.lowerBound
    unsafe query.pointee.maximum = found.range.upperBound
    unsafe query.pointee.step = 1
    unsafe query.pointee.default_value = found.value
    unsafe query.pointee.flags = found.flags
    return 0
  }

  /// Copies text into a field of a struct, cut where the field ends.
  private func copy<Field>(_ text: String, to field: inout Field) {
    unsafe withUnsafeMutableBytes(of: &field) { room in
      unsafe room.copyBytes(from: Array(text.utf8).prefix(room.count - 1) + [0])
    }
  }
}
