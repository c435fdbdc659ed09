public import Imaging

/// A camera as found on this machine.
public struct CameraInfo: Sendable, Hashable, Codable {
  /// The name the driver or sysfs gives.
  public var name: String

  /// Who the camera is, whatever number its node has today.
  public var identity: CameraIdentity

  /// The node, such as `/dev/video0`.
  public var node: String

  /// Links udev made to the node: by-id first, then by-path, Lectern's own, others.
  public var links: [String]

  /// The kernel driver, such as `uvcvideo`; `nil` while the node cannot be opened.
  public var driver: String?

  /// The bus address the driver reports, such as `usb-0000:00:14.0-1`.
  public var bus: String?

  /// What it offers, in the driver's order; empty while the node cannot be opened.
  public var formats: [CameraFormat]

  /// Its controls; empty while the node cannot be opened.
  public var controls: [CameraControl]

  /// Why it cannot be used now; `nil` when it can.
  public var unavailable: CaptureError?

  /// Makes an entry.
  public init(
    name: String,
    identity: CameraIdentity,
    node: String,
    links: [String] = [],
    driver: String? = nil,
    bus: String? = nil,
    formats: [CameraFormat] = [],
    controls: [CameraControl] = [],
    unavailable: CaptureError? = nil
  ) {
    self.name = name
    self.identity = identity
    self.node = node
    self.links = links
    self.driver = driver
    self.bus = bus
    self.formats = formats
    self.controls = controls
    self.unavailable = unavailable
  }
}

/// What stays the same about a camera when its node gets another number.
public struct CameraIdentity: Sendable, Hashable, Codable {
  /// USB vendor, four hexadecimal digits.
  public var vendorID: String?

  /// USB product, four hexadecimal digits.
  public var productID: String?

  /// The serial number the device reports.
  public var serial: String?

  /// Where it is plugged in: the sysfs name of the USB device (`1-4.2`) or of the parent device.
  public var port: String?

  /// The USB interface number, for devices with more than one camera.
  public var interface: String?

  /// Makes an identity.
  public init(
    vendorID: String? = nil,
    productID: String? = nil,
    serial: String? = nil,
    port: String? = nil,
    interface: String? = nil
  ) {
    self.vendorID = vendorID
    self.productID = productID
    self.serial = serial
    self.port = port
    self.interface = interface
  }

  /// One word for it: `usb-VVVV:PPPP-SERIAL-I` with a serial, `usb-VVVV:PPPP@PORT-I` without one,
  /// the port alone for cameras that are not on USB.
  public var id: String {
    let suffix = interface.map { "-\($0)" } ?? ""
    guard let vendorID, let productID else { return (port ?? "unknown") + suffix }
    if let serial { return "usb-\(vendorID):\(productID)-\(serial)\(suffix)" }
    return "usb-\(vendorID):\(productID)@\(port ?? "unknown")\(suffix)"
  }
}

/// One pixel format of a camera and the sizes it has in it.
public struct CameraFormat: Sendable, Hashable, Codable {
  /// The format.
  public var format: PixelFormat

  /// The driver's words for it.
  public var name: String

  /// The sizes, in the driver's order.
  ///
  /// A stepwise range is given by its common sizes inside.
  public var sizes: [FrameSize]

  /// Makes a format.
  public init(format: PixelFormat, name: String, sizes: [FrameSize]) {
    self.format = format
    self.name = name
    self.sizes = sizes
  }
}

/// A frame size and the rates it is offered at.
public struct FrameSize: Sendable, Hashable, Codable {
  /// The size.
  public var size: PixelSize

  /// Frames a second, highest first; empty when the driver does not say.
  public var frameRates: [Double]

  /// Makes a size.
  public init(size: PixelSize, frameRates: [Double]) {
    self.size = size
    self.frameRates = frameRates
  }
}

/// One control of a camera.
public struct CameraControl: Sendable, Hashable, Codable {
  /// The name as `v4l2-ctl` writes it: lower case, underscores.
  public var name: String

  /// The kernel's number (`V4L2_CID_…`).
  public var id: UInt32

  /// The smallest value.
  public var minimum: Int

  /// The largest value.
  public var maximum: Int

  /// The distance between values.
  public var step: Int

  /// The value after power-on.
  public var defaultValue: Int

  /// The value now; `nil` when it cannot be read.
  public var value: Int?

  /// Whether it can be set now: not read-only, disabled, or ruled by an automatic mode.
  public var isSettable: Bool

  /// Makes a control.
  public init(
    name: String,
    id: UInt32,
    minimum: Int,
    maximum: Int,
    step: Int,
    defaultValue: Int,
    value: Int?,
    isSettable: Bool
  ) {
    self.name = name
    self.id = id
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.defaultValue = defaultValue
    self.value = value
    self.isSettable = isSettable
  }
}
