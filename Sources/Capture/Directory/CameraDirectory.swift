import CV4L2
import Glibc
import Imaging

/// Finds the cameras of this machine.
///
/// Looks anew at every call and keeps nothing open. A camera is a node that can capture pictures and
/// stream them; the metadata, output, codec and radio nodes beside it are left out. Cameras that
/// cannot be used now are listed with the reason.
///
/// Looking disturbs nobody. A camera in use is recognized by `VIDIOC_REQBUFS` with a count of 0:
/// videobuf2 and uvcvideo answer it with `EBUSY` when another descriptor owns the queue, and have
/// nothing to free or change when none does. `VIDIOC_S_FMT`, the usual probe, would change a format
/// another program has just set.
public struct CameraDirectory: Sendable {
  let kernel: any Kernel

  /// Makes a directory of this machine's cameras.
  public init() {
    self.init(kernel: LinuxKernel())
  }

  package init(kernel: any Kernel) {
    self.kernel = kernel
  }

  /// The cameras there are now, in the order of their nodes' numbers.
  ///
  /// - Returns: Every camera, with why it cannot be used where it cannot.
  public func cameras() -> [CameraInfo] {
    var cameras = nodes().compactMap { node -> CameraInfo? in
      if case .camera(let info) = examine(node) { info } else { nil }
    }
    guard !cameras.isEmpty else { return [] }
    let links = linksByNode()
    for index in cameras.indices { cameras[index].links = links[cameras[index].node] ?? [] }
    separateTwins(&cameras)
    return cameras
  }

  /// Cameras that report the same serial number are told apart by their ports.
  private func separateTwins(_ cameras: inout [CameraInfo]) {
    let ids = cameras.map(\.identity.id)
    for index in cameras.indices where ids.count(where: { $0 == ids[index] }) > 1 {
      cameras[index].identity.serial = nil
    }
  }

  /// All video nodes, those sysfs knows and `/dev` lacks included, by number.
  func nodes() -> [String] {
    let devices = (try? kernel.entries(of: "/dev")) ?? []
    let known = (try? kernel.entries(of: "/sys/class/video4linux")) ?? []
    let numbers = Set(devices + known).compactMap { name -> Int? in
      name.hasPrefix("video") ? Int(name.dropFirst("video".count)) : nil
    }
    return numbers.sorted().map { "/dev/video\($0)" }
  }

  private static let linkDirectories = [
    "/dev/v4l/by-id", "/dev/v4l/by-path", "/dev/lectern/by-id", "/dev/lectern/by-path",
    "/dev/lectern", "/dev",
  ]

  /// The links udev made, in the order by-id, by-path, those of Lectern's own rules, others.
  private func linksByNode() -> [String: [String]] {
    var links: [String: [String]] = [:]
    for directory in Self.linkDirectories {
      for name in ((try? kernel.entries(of: directory)) ?? []).sorted() {
        let link = "\(directory)/\(name)"
        guard (try? kernel.destination(ofLink: link)) != nil,
          let node = try? kernel.resolve(link), node.hasPrefix("/dev/video")
        else { continue }
        links[node, default: []].append(link)
      }
    }
    return links
  }
}

// MARK: One node

extension CameraDirectory {
  /// What a node turns out to be.
  enum Finding {
    /// A camera.
    case camera(CameraInfo)

    /// Something else, in words.
    case other(String)

    /// Something that cannot be opened and is no camera, as far as sysfs tells.
    case hidden

    /// A node with nothing behind it, or nothing that is known.
    case nothing(SystemCallError?)
  }

  /// Looks at one node.
  func examine(_ node: String) -> Finding {
    let sysfs = SysfsNode(node, kernel: kernel)
    var info = CameraInfo(
      name: sysfs?.deviceName ?? node,
      identity: sysfs?.identity
        ?? CameraIdentity(port: String(node.split(separator: "/").last ?? "")),
      node: node
    )
    guard let status = try? kernel.status(of: node), status.kind == .characterDevice else {
      guard let sysfs, sysfs.isProbablyCamera else { return .nothing(nil) }
      info.unavailable = missingNode(node, name: info.name)
      return .camera(info)
    }
    do throws(SystemCallError) {
      let device = try DeviceFile(opening: node, kernel: kernel, wake: nil)
      return try examine(device, info, hasSysfs: sysfs != nil)
    } catch {
      guard let sysfs, error.code != ENOENT else { return .nothing(error) }
      guard sysfs.isProbablyCamera else { return .hidden }
      let isStale = sysfs.device != "\(status.major):\(status.minor)"
      info.unavailable =
        isStale ? staleNode(node, sysfs, error) : label(info).error(error, at: .open)
      return .camera(info)
    }
  }

  private func examine(
    _ device: consuming DeviceFile,
    _ found: CameraInfo,
    hasSysfs: Bool
  ) throws(SystemCallError) -> Finding {
    var info = found
    let capability = try device.capability()
    if !capability.card.isEmpty { info.name = capability.card }
    info.driver = capability.driver
    info.bus = capability.bus
    if !hasSysfs { info.identity.port = capability.bus }
    if let type = capability.captureType {
      device.bufferType = type
      info.formats = device.formats()
    }
    guard !info.formats.isEmpty else {
      guard capability.isLoopback else {
        return .other(capability.notACamera ?? "a node without picture formats")
      }
      info.unavailable = label(info).noProducer
      return .camera(info)
    }
    info.controls = device.controls()
    do throws(CaptureError) {
      _ = try ModeNegotiation(formats: info.formats, settings: CameraSettings()).candidates()
      if let cause = device.ownershipFault() {
        info.unavailable = label(info).busy(cause)
      } else if let fault = device.inputFault() {
        info.unavailable = label(info).noSignal(fault)
      }
    } catch {
      info.unavailable = error
    }
    return .camera(info)
  }

  private func label(_ info: CameraInfo) -> CameraLabel {
    CameraLabel(name: info.name, node: info.node, kernel: kernel)
  }

  /// A container's node goes on naming the camera's old number after it was plugged in again.
  private func staleNode(
    _ node: String,
    _ sysfs: SysfsNode,
    _ cause: SystemCallError
  )
    -> CaptureError
  {
    CaptureError(
      .disconnected,
      "\(node) leads nowhere: the camera is device \(sysfs.device ?? "unknown") now.",
      remedy: "Restart the container, so that it gets the new node.",
      cause: cause
    )
  }

  /// A container sees the machine's sysfs, and only the nodes it was given.
  private func missingNode(_ node: String, name: String) -> CaptureError {
    CaptureError(
      .deniedByPolicy,
      "The kernel has the camera \(name), but \(node) is missing here.",
      remedy: "In a container, pass the device in (--device \(node)) and start it again."
    )
  }
}

extension DeviceFile {
  /// The error that shows that another descriptor owns the queue; `nil` when none does.
  fileprivate func ownershipFault() -> SystemCallError? {
    var request = v4l2_requestbuffers(mapped: 0, type: bufferType)
    do throws(SystemCallError) {
      try send(.requestBuffers, &request)
      return nil
    } catch {
      return error.code == EBUSY ? error : nil
    }
  }
}
