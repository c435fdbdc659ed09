import Glibc
import Imaging

extension Camera {
  /// More modes than this are not tried in one start; each attempt takes bus transfers.
  private static let mostAttempts = 12

  /// Takes the camera and begins delivering.
  ///
  /// Where the bus has no bandwidth for a mode, cheaper ones follow: JPEG instead of raw, fewer
  /// frames, smaller pictures; ``steppedDownFrom`` tells. A mode the driver refuses is passed over.
  /// The controls are set every time, because a camera forgets them when it loses power.
  ///
  /// - Throws: ``CaptureError``: busy, gone, no signal, no bandwidth for any mode, a control that
  ///   cannot be set, or every mode refused.
  public mutating func start() throws(CaptureError) {
    guard !device.isStreaming else { return }
    device.releaseBuffers()
    if let fault = device.inputFault() { throw label.noSignal(fault) }
    do throws(CaptureError) {
      try startFirstPossible()
    } catch {
      device.releaseBuffers()
      throw error
    }
    sequence.reset()
    clock = FrameClock(frameRate: mode.frameRate)
    emptyErrors = 0
  }

  /// Starts the stream anew in place: stop, queue every buffer, start.
  ///
  /// Cures what ``CaptureError/Code/streamError`` and a stall report, without closing the node.
  ///
  /// - Throws: ``CaptureError`` when the driver refuses; the camera is stopped then.
  public mutating func restart() throws(CaptureError) {
    guard device.isStreaming else { return try start() }
    do throws(SystemCallError) {
      try device.stopStream()
      try device.startStream()
    } catch {
      device.releaseBuffers()
      // The stream had its bandwidth before, so EIO does not speak of that.
      let speaksOfStart = error.call == DeviceRequest.startStream.rawValue && error.code != EIO
      throw label.error(error, at: speaksOfStart ? .start : .stream)
    }
    sequence.reset()
    clock.reset()
    emptyErrors = 0
  }

  /// Ends the stream and gives the driver its buffers back, so that another program can have the
  /// camera; harmless when not started.
  public mutating func stop() {
    device.releaseBuffers()
  }
}

extension Camera {
  /// What became of one mode.
  private enum Attempt {
    /// Frames will come.
    case started

    /// The driver does not want it, or made something unreadable of it.
    case refused(CaptureError)

    /// The bus cannot carry it.
    case tooMuch(CaptureError)
  }

  private mutating func startFirstPossible() throws(CaptureError) {
    var cheaperThan = Double.infinity
    var last: CaptureError?
    var attempts = 0
    for candidate in candidates where ModeNegotiation.bandwidth(of: candidate) < cheaperThan {
      guard attempts < Self.mostAttempts else { break }
      attempts += 1
      switch try attempt(candidate) {
      case .started:
        steppedDownFrom = cheaperThan.isFinite ? candidates.first : nil
        return
      case .refused(let error):
        // Once the bus is known to be full, that is the reason to tell.
        if last?.code != .noBandwidth { last = error }
      case .tooMuch(let error):
        last = error
        cheaperThan = ModeNegotiation.bandwidth(of: candidate)
      }
      device.releaseBuffers()
    }
    throw last ?? CaptureError(.noUsableFormat, "\(label.text) offers nothing that can be read.")
  }

  private mutating func attempt(_ candidate: CameraMode) throws(CaptureError) -> Attempt {
    let granted: GrantedFormat
    switch try setFormat(candidate) {
    case .success(let format): granted = format
    case .failure(let error):
      return error.code == .noBandwidth ? .tooMuch(error) : .refused(error)
    }
    let rate = device.setFrameRate(candidate.frameRate)
    let controls = ControlPlan(controls: device.controls(), label: label)
    controls.applyOwn(to: device)
    try controls.apply(settings.controls, to: device)
    do throws(SystemCallError) {
      try device.requestBuffers()
    } catch {
      let failure = label.error(error, at: .buffers)
      guard failure.code == .noUsableFormat else { throw failure }
      return .refused(failure)
    }
    device.subscribeToSourceChange()
    do throws(SystemCallError) {
      try device.startStream()
    } catch {
      // Queueing the buffers comes first, and knows nothing of the bus.
      let isStart = error.call == DeviceRequest.startStream.rawValue
      let failure = label.error(error, at: isStart ? .start : .buffers)
      switch failure.code {
      case .noBandwidth: return .tooMuch(failure)
      case .noUsableFormat: return .refused(failure)
      default: throw failure
      }
    }
    adopt(granted, rate: rate ?? candidate.frameRate)
    return .started
  }

  private mutating func adopt(_ granted: GrantedFormat, rate: Double?) {
    mode = CameraMode(format: granted.layout.format, size: granted.layout.size, frameRate: rate)
    check = FrameCheck(layout: granted.layout, minimumByteCount: granted.minimumByteCount)
  }

  /// Sets the format; the failure is a mode to pass over.
  private func setFormat(
    _ wanted: CameraMode
  ) throws(CaptureError)
    -> Result<GrantedFormat, CaptureError>
  {
    let granted: GrantedFormat?
    do throws(SystemCallError) {
      granted = try device.setFormat(wanted)
    } catch {
      // v4l2loopback has one format, its producer's, and refuses to be asked for another.
      if isLoopback, [EBUSY, EINVAL].contains(error.code),
        let current = try? device.currentFormat()
      {
        return .success(current)
      }
      let failure = label.error(error, at: .format)
      guard [.noUsableFormat, .noBandwidth].contains(failure.code) else { throw failure }
      return .failure(failure)
    }
    if let granted, isAcceptable(granted.layout, for: wanted) { return .success(granted) }
    let made = granted.map { "\($0.layout.size) \($0.layout.format)" } ?? "something unreadable"
    return .failure(
      CaptureError(
        .noUsableFormat,
        "\(label.text) was asked for \(wanted) and made \(made) of it.",
        remedy: "Choose another mode with --size."
      )
    )
  }

  /// A size the user asked for is kept exactly; otherwise the driver may adjust it.
  private func isAcceptable(_ layout: RasterLayout, for wanted: CameraMode) -> Bool {
    if let size = settings.size, layout.size != size { return false }
    return layout.format == wanted.format
  }
}
