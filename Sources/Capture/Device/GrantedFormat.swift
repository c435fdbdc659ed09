import CV4L2
import Imaging

/// What the driver made of the format it was asked for.
struct GrantedFormat {
  /// How to read the frames.
  var layout: RasterLayout

  /// The rate the driver will try to keep; `nil` when it does not say.
  var frameRate: Double?

  /// The fewest bytes a whole frame has.
  var minimumByteCount: Int

  /// Takes over an answer, every field of it: drivers adjust what they are asked for.
  ///
  /// - Returns: Nothing where the pictures could not be read: an unknown format, fields that come
  ///   one after the other, or rows that do not fit into the driver's own frame size.
  init?(
    width: UInt32,
    height: UInt32,
    format: UInt32,
    stride: UInt32,
    byteCount: UInt32,
    field: UInt32
  ) {
    let format = PixelFormat(rawValue: format)
    guard let traits = FormatTraits(format), width > 0, height > 0 else { return nil }
    let apart = [V4L2_FIELD_ALTERNATE, V4L2_FIELD_SEQ_TB, V4L2_FIELD_SEQ_BT]
    guard !apart.map(\.rawValue).contains(field) else { return nil }
    // 0 is what JPEG has, and what v4l2loopback says for anything.
    let row = Int(width) * traits.bytesPerPixel
    layout = RasterLayout(
      format: format,
      width: Int(width),
      height: Int(height),
      bytesPerRow: traits.bytesPerPixel == 0 ? 0 : max(Int(stride), row)
    )
    minimumByteCount = layout.minimumByteCount
    // A sheared picture is worse than none: some drivers state a stride their frames do not have.
    guard byteCount == 0 || Int(byteCount) >= minimumByteCount else { return nil }
  }
}

extension DeviceFile {
  private var isMultiPlanar: Bool {
    bufferType == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
  }

  /// Sets a format once, and takes what the driver makes of it.
  ///
  /// The corresponding request is `VIDIOC_S_FMT`.
  func setFormat(_ mode: CameraMode) throws(SystemCallError) -> GrantedFormat? {
    var format = unsafe v4l2_format()
    unsafe format.type = bufferType
    if isMultiPlanar {
      unsafe format.fmt.pix_mp.width = UInt32(mode.size.width)
      unsafe format.fmt.pix_mp.height = UInt32(mode.size.height)
      unsafe format.fmt.pix_mp.pixelformat = mode.format.rawValue
      unsafe format.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
      unsafe format.fmt.pix_mp.num_planes = 1
    } else {
      unsafe format.fmt.pix.width = UInt32(mode.size.width)
      unsafe format.fmt.pix.height = UInt32(mode.size.height)
      unsafe format.fmt.pix.pixelformat = mode.format.rawValue
      unsafe format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    }
    try unsafe send(.setFormat, &format)
    return unsafe granted(format)
  }

  /// The format the node has now.
  ///
  /// The corresponding request is `VIDIOC_G_FMT`.
  func currentFormat() throws(SystemCallError) -> GrantedFormat? {
    var format = unsafe v4l2_format()
    unsafe format.type = bufferType
    try unsafe send(.getFormat, &format)
    return unsafe granted(format)
  }

  private func granted(_ format: v4l2_format) -> GrantedFormat? {
    if isMultiPlanar {
      let picture = unsafe format.fmt.pix_mp
      // Luma and chroma in buffers of their own would need a second plane mapped.
      guard picture.num_planes == 1 else { return nil }
      let plane = picture.plane_fmt.0
      return GrantedFormat(
        width: picture.width,
        height: picture.height,
        format: picture.pixelformat,
        stride: plane.bytesperline,
        byteCount: plane.sizeimage,
        field: picture.field
      )
    }
    let picture = unsafe format.fmt.pix
    return GrantedFormat(
      width: picture.width,
      height: picture.height,
      format: picture.pixelformat,
      stride: picture.bytesperline,
      byteCount: picture.sizeimage,
      field: picture.field
    )
  }

  /// Asks for a rate, as well as the driver can, and reads back the one it keeps.
  ///
  /// Sent even where the rate is the driver's choice: some cameras deliver nothing without it.
  ///
  /// The corresponding requests are `VIDIOC_S_PARM` and `VIDIOC_G_PARM`.
  func setFrameRate(_ rate: Double?) -> Double? {
    var parameters = v4l2_streamparm()
    parameters.type = bufferType
    let isKnown = attempt(.getParameters, &parameters)
    if let rate { unsafe parameters.parm.capture.timeperframe = v4l2_fract(rate: rate) }
    let current = unsafe parameters.parm.capture.timeperframe
    guard isKnown || rate != nil else { return nil }
    guard attempt(.setParameters, &parameters) else {
      return isKnown && rate == nil ? current.rate : nil
    }
    return unsafe parameters.parm.capture.timeperframe.rate
  }
}
