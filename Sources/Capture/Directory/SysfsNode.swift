/// What sysfs and udev's database say about a video node, without opening it.
struct SysfsNode {
  /// The kernel's name, such as `video0`.
  var kernelName: String

  /// The device's name, as the driver gave it.
  var deviceName: String?

  /// The node's place among those of one device: 0 is the camera, 1 often its metadata.
  var index: Int?

  /// `major:minor`.
  var device: String?

  /// Who the camera is.
  var identity: CameraIdentity

  /// Whether udev found a camera in it; `nil` without udev.
  var isCapture: Bool?

  /// Reads what there is about a node.
  ///
  /// - Parameters:
  ///   - node: The node, such as `/dev/video0`.
  ///   - kernel: Where to look.
  init?(_ node: String, kernel: any Kernel) {
    let name = String(node.split(separator: "/").last ?? "")
    let status = try? kernel.status(of: node)
    let number = status.map { "\($0.major):\($0.minor)" }
    // By number first: a node may have any name, and a container's may be another than the kernel's.
    let byNumber = number.flatMap { try? kernel.resolve("/sys/dev/char/\($0)") }
    let byName = try? kernel.resolve("/sys/class/video4linux/\(name)")
    guard let directory = byNumber ?? byName, directory.contains("/video4linux/") else {
      return nil
    }
    kernelName = String(directory.split(separator: "/").last ?? "")
    deviceName = kernel.text(of: directory + "/name")
    index = kernel.text(of: directory + "/index").flatMap { Int($0) }
    device = kernel.text(of: directory + "/dev")
    identity = SysfsNode.identity(of: directory, name: kernelName, index: index ?? 0, kernel)
    isCapture = device.flatMap { kernel.text(of: "/run/udev/data/c\($0)") }.flatMap { record in
      let key = "E:ID_V4L_CAPABILITIES="
      return record.split(separator: "\n").first { $0.hasPrefix(key) }.map {
        $0.dropFirst(key.count).split(separator: ":").contains("capture")
      }
    }
  }

  /// Whether a node that cannot be opened is a camera, as far as can be told.
  var isProbablyCamera: Bool { isCapture ?? ((index ?? 0) == 0) }

  private static func identity(
    of directory: String,
    name: String,
    index: Int,
    _ kernel: any Kernel
  ) -> CameraIdentity {
    // A device with more than one camera on one interface tells them apart by the index alone.
    let suffix = index > 0 ? ".\(index)" : ""
    guard let parent = try? kernel.resolve(directory + "/device") else {
      // A virtual device, such as v4l2loopback's, has nothing but its name.
      return CameraIdentity(port: name)
    }
    var interface: String?
    var place = parent
    for _ in 0..<6 {
      interface = interface ?? kernel.text(of: place + "/bInterfaceNumber")
      if let vendor = kernel.text(of: place + "/idVendor") {
        return CameraIdentity(
          vendorID: vendor,
          productID: kernel.text(of: place + "/idProduct"),
          serial: kernel.text(of: place + "/serial"),
          port: String(place.split(separator: "/").last ?? ""),
          interface: (interface ?? "00") + suffix
        )
      }
      guard let cut = place.lastIndex(of: "/"), cut != place.startIndex else { break }
      place = String(place[..<cut])
    }
    return CameraIdentity(
      port: String(parent.split(separator: "/").last ?? ""),
      interface: index > 0 ? String(index) : nil
    )
  }
}
