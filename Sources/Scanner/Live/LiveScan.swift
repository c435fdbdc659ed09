import Capture
import Recognition

/// One run of live scanning: finds the source, keeps it going, reads what it shows.
struct LiveScan: Sendable {
  /// How often an absent or busy camera is looked for.
  static let retryInterval = Duration.seconds(1)

  let settings: ScanSettings
  let sink: EventSink
  var kernel: any Kernel = LinuxKernel()

  /// Scans until the source ends, the first page settled when only one is wanted, or the task is
  /// cancelled.
  ///
  /// - Returns: What the fallback pictures came to when they were read in the camera's place.
  /// - Throws: ``ScanError`` when there is no source at all, or no engine.
  func run() async throws(ScanError) -> StillSummary? {
    let worker = ReadingWorker()
    do {
      try await worker.prepare(for: settings.request)
    } catch {
      throw ScanError(error)
    }
    let loop = ScanLoop(settings: settings, sink: sink) { [settings] frame, control in
      await worker.read(
        frame,
        orientation: settings.orientation,
        request: settings.request,
        control: control
      )
    }
    return try await keepScanning(with: loop, capture: CaptureWorker(kernel: kernel))
  }

  private func keepScanning(
    with loop: ScanLoop,
    capture: CaptureWorker
  ) async throws(ScanError) -> StillSummary? {
    var summary: StillSummary?
    var failure: CaptureError?
    var hasStreamed = false
    while !Task.isCancelled {
      let stream = await streamOnce(with: loop, capture: capture)
      hasStreamed = hasStreamed || stream.hasStreamed
      switch stream.end {
      case .finished:
        return summary
      case .engineFailed(let error):
        throw ScanError(error)
      case .captureFailed(let error):
        if stream.hasStreamed { failure = nil }
        if failure?.code != error.code || failure?.message != error.message { report(error) }
        failure = error
        guard case .camera = settings.source else { throw ScanError(error) }
        if !hasStreamed, summary == nil, !settings.fallback.isEmpty {
          summary = try await readFallback()
        }
        guard hasStreamed || settings.waitsForCamera else {
          if let summary { return summary }
          throw ScanError(error)
        }
        try? await Task.sleep(for: Self.retryInterval)
      }
    }
    return summary
  }

  private enum StreamEnd: Sendable {
    case finished
    case engineFailed(RecognitionError)
    case captureFailed(CaptureError)
  }

  /// Opens the source and scans until it ends or fails.
  private func streamOnce(
    with loop: ScanLoop,
    capture: CaptureWorker
  ) async -> (end: StreamEnd, hasStreamed: Bool) {
    let inbox = ScanInbox()
    let stop = StopSignal()
    let source = settings.source
    return await withTaskCancellationHandler {
      async let captured = capture.run(source, into: inbox, until: stop) { [sink] camera in
        let change = StateChange(.configuring, camera: SourceDescription(camera))
        sink.send(.state(change), from: .camera)
      }
      let end = await loop.run(inbox, isRecording: source.isRecording)
      stop.stop()
      let error = await captured
      switch end {
      case .failed(let error):
        return (.engineFailed(error), inbox.hasBegun)
      case .streamEnded, .pageSettled:
        guard let error, end == .streamEnded else { return (.finished, inbox.hasBegun) }
        return (.captureFailed(error), inbox.hasBegun)
      }
    } onCancel: {
      stop.stop()
      inbox.finish(abandoningReading: true)
    }
  }

  /// Reads the fallback pictures in the camera's place.
  private func readFallback() async throws(ScanError) -> StillSummary {
    try await StillBatch(
      paths: settings.fallback,
      request: settings.request,
      orientation: nil,
      jobs: nil,
      sink: sink
    ).run()
  }

  private func report(_ error: CaptureError) {
    let change = StateChange(error.state, reason: error.message, advice: error.remedy)
    sink.send(.state(change), from: .camera)
  }
}

extension ScanSource {
  /// Whether the frames come from a recording.
  var isRecording: Bool {
    if case .recording = self { true } else { false }
  }
}

extension SourceDescription {
  /// A camera whose mode is not chosen yet.
  init(_ camera: CameraInfo) {
    self.init(
      name: camera.name,
      id: camera.identity.id,
      node: camera.node,
      width: 0,
      height: 0,
      format: "",
      fps: 0
    )
  }
}

extension CaptureError {
  /// The scanner's state while this is what keeps it from scanning.
  var state: ScannerState {
    switch code {
    case .noCamera, .ambiguous: .absent
    case .permissionDenied, .deniedByPolicy: .denied
    case .busy: .busy
    case .disconnected: .lost
    case .noBandwidth: .noBandwidth
    case .noSignal: .noSignal
    case .stalled, .streamError, .system: .recovering
    case .notACaptureDevice, .noUsableFormat, .invalidSetting, .recording: .unsupported
    }
  }
}
