import CV4L2

/// The V4L2 requests Capture makes, under the kernel's names.
package enum DeviceRequest: String, Sendable, Hashable, CaseIterable {
  case queryCapability = "VIDIOC_QUERYCAP"
  case enumerateFormats = "VIDIOC_ENUM_FMT"
  case enumerateFrameSizes = "VIDIOC_ENUM_FRAMESIZES"
  case enumerateFrameIntervals = "VIDIOC_ENUM_FRAMEINTERVALS"
  case getFormat = "VIDIOC_G_FMT"
  case setFormat = "VIDIOC_S_FMT"
  case getParameters = "VIDIOC_G_PARM"
  case setParameters = "VIDIOC_S_PARM"
  case requestBuffers = "VIDIOC_REQBUFS"
  case queryBuffer = "VIDIOC_QUERYBUF"
  case queueBuffer = "VIDIOC_QBUF"
  case dequeueBuffer = "VIDIOC_DQBUF"
  case startStream = "VIDIOC_STREAMON"
  case stopStream = "VIDIOC_STREAMOFF"
  case getInput = "VIDIOC_G_INPUT"
  case enumerateInput = "VIDIOC_ENUMINPUT"
  case queryControl = "VIDIOC_QUERYCTRL"
  case getControl = "VIDIOC_G_CTRL"
  case setControl = "VIDIOC_S_CTRL"
  case subscribeEvent = "VIDIOC_SUBSCRIBE_EVENT"
  case dequeueEvent = "VIDIOC_DQEVENT"

  /// The number `ioctl` takes.
  package var code: UInt {
    switch self {
    case .queryCapability: CV4L2_QUERYCAP
    case .enumerateFormats: CV4L2_ENUM_FMT
    case .enumerateFrameSizes: CV4L2_ENUM_FRAMESIZES
    case .enumerateFrameIntervals: CV4L2_ENUM_FRAMEINTERVALS
    case .getFormat: CV4L2_G_FMT
    case .setFormat: CV4L2_S_FMT
    case .getParameters: CV4L2_G_PARM
    case .setParameters: CV4L2_S_PARM
    case .requestBuffers: CV4L2_REQBUFS
    case .queryBuffer: CV4L2_QUERYBUF
    case .queueBuffer: CV4L2_QBUF
    case .dequeueBuffer: CV4L2_DQBUF
    case .startStream: CV4L2_STREAMON
    case .stopStream: CV4L2_STREAMOFF
    case .getInput: CV4L2_G_INPUT
    case .enumerateInput: CV4L2_ENUMINPUT
    case .queryControl: CV4L2_QUERYCTRL
    case .getControl: CV4L2_G_CTRL
    case .setControl: CV4L2_S_CTRL
    case .subscribeEvent: CV4L2_SUBSCRIBE_EVENT
    case .dequeueEvent: CV4L2_DQEVENT
    }
  }
}
