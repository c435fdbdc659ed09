import CV4L2
public import Imaging

/// A camera, from its node to whole frames.
///
/// Opening one looks and plans, and disturbs nobody; ``start()`` takes the camera: format, rate,
/// controls, buffers, stream. Stopping gives all of it back, the node stays open. Whatever ends the
/// value closes the node, also after an unplug, which is what lets the camera return under its old
/// number. There is one owner, who may block; other threads have ``wake``.
public struct Camera: ~Copyable, FrameSource {
  /// The camera as it was found.
  public let info: CameraInfo

  /// What was asked for.
  ///
  /// The driver never changes it.
  public private(set) var settings: CameraSettings

  /// The mode in use; before ``start()``, the one to be tried first.
  public internal(set) var mode: CameraMode

  /// The mode that would have been used with more USB bandwidth; `nil` when it is in use.
  public internal(set) var steppedDownFrom: CameraMode?

  /// What happened to the frames since the camera was opened.
  public internal(set) var counters = FrameCounters()

  /// Ends a wait from another thread.
  public let wake: WakeEvent

  let kernel: any Kernel
  let label: CameraLabel
  let isLoopback: Bool
  var device: DeviceFile

  /// What to try, best first; made anew when the signal changes.
  var candidates: [CameraMode]

  var check: FrameCheck
  var clock: FrameClock
  var sequence = SequenceCounter()

  /// How often `poll` has reported an error that `VIDIOC_DQBUF` does not know of, in a row.
  var emptyErrors = 0

  /// Opens a camera and plans how to run it.
  ///
  /// - Parameters:
  ///   - info: The camera, as ``CameraDirectory`` found it.
  ///   - settings: What is wanted of it.
  ///   - wake: The event that is to end waits; one of its own by default.
  /// - Throws: ``CaptureError``: no permission, gone, no capture device, nothing it offers can be
  ///   read, or a size or rate it does not have.
  public init(
    opening info: CameraInfo,
    settings: CameraSettings = CameraSettings(),
    wake: WakeEvent? = nil
  ) throws(CaptureError) {
    try self.init(opening: info, settings: settings, wake: wake, kernel: LinuxKernel())
  }

  package init(
    opening info: CameraInfo,
    settings: CameraSettings = CameraSettings(),
    wake: WakeEvent? = nil,
    kernel: any Kernel
  ) throws(CaptureError) {
    let label = CameraLabel(name: info.name, node: info.node, kernel: kernel)
    let wake = if let wake { wake } else { try WakeEvent(kernel: kernel) }
    var device: DeviceFile
    do throws(SystemCallError) {
      device = try DeviceFile(opening: info.node, kernel: kernel, wake: wake)
    } catch {
      throw label.error(error, at: .open)
    }
    let capability: Capability
    do throws(SystemCallError) {
      capability = try device.capability()
    } catch {
      throw label.error(error, at: .query)
    }
    guard let type = capability.captureType else {
      if capability.isLoopback { throw label.noProducer }
      throw CaptureError(
        .notACaptureDevice,
        "\(info.node) is \(capability.notACamera ?? "no camera").",
        remedy: "See the cameras with: lectern devices."
      )
    }
    device.bufferType = type
    let formats = device.formats(alsoAt: settings.size)
    if formats.isEmpty, capability.isLoopback { throw label.noProducer }
    let candidates = try ModeNegotiation(formats: formats, settings: settings).candidates()
    guard let first = candidates.first else {
      throw CaptureError(.noUsableFormat, "\(label.text) offers nothing that can be read.")
    }
    self.info = info
    self.settings = settings
    self.wake = wake
    self.kernel = kernel
    self.label = label
    self.candidates = candidates
    isLoopback = capability.isLoopback
    mode = first
    clock = FrameClock(frameRate: first.frameRate)
    check = FrameCheck(
      layout: RasterLayout(
        format: first.format,
        width: first.size.width,
        height: first.size.height,
        bytesPerRow: 0
      ),
      minimumByteCount: 0
    )
    self.device = device
  }

  /// The camera and the mode it is in.
  public var source: SourceDescription {
    SourceDescription(
      name: info.name,
      id: info.identity.id,
      node: info.node,
      width: mode.size.width,
      height: mode.size.height,
      format: mode.format.description,
      fps: mode.frameRate ?? 0
    )
  }

  /// How the bytes of a frame are laid out, once the camera has been started.
  public var layout: RasterLayout { check.layout }

  /// The camera's controls with their values now.
  public var controls: [CameraControl] { device.controls() }

  /// Sets one control, until the next ``start()``.
  ///
  /// - Parameter setting: The control and its value.
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/invalidSetting`` for an unknown name, a value
  ///   out of range, or a control an automatic mode rules.
  public func set(_ setting: ControlSetting) throws(CaptureError) {
    try ControlPlan(controls: device.controls(), label: label).apply([setting], to: device)
  }

  /// Sets the camera up for other settings, or for another signal, and starts it anew.
  ///
  /// - Parameter settings: What is wanted from now on.
  /// - Throws: ``CaptureError`` as ``start()`` does, and for a size or rate the camera does not have;
  ///   the camera is stopped then.
  public mutating func use(_ settings: CameraSettings) throws(CaptureError) {
    device.releaseBuffers()
    candidates = try ModeNegotiation(
      formats: device.formats(alsoAt: settings.size),
      settings: settings
    ).candidates()
    self.settings = settings
    try start()
  }

  /// Zooms with the lens, as far as it goes; a control named `zoom_absolute` whose smallest value is
  /// the lens's shortest focal length.
  ///
  /// - Parameter factor: How much larger things should be than at the shortest focal length, at least 1.
  /// - Returns: How much larger they are; 1 for a camera without such a lens.
  public mutating func zoom(to factor: Double) -> Double {
    let id = UInt32(V4L2_CID_ZOOM_ABSOLUTE)
    guard let control = device.controls().first(where: { $0.id == id }), control.isSettable,
      control.minimum >= 1, control.maximum > control.minimum
    else { return 1 }
    let most = Double(control.maximum) / Double(control.minimum)
    let value = Int((Double(control.minimum) * min(max(factor, 1), most)).rounded())
    guard (try? device.setControl(id, to: value)) != nil else { return 1 }
    return Double(value) / Double(control.minimum)
  }
}
