import Capture
import Recognition

/// One run of live scanning: a camera that is kept going, or a recording that is played once.
struct LiveScan: Sendable {
  let settings: ScanSettings
  let sink: EventSink
  var kernel: any Kernel = LinuxKernel()

  /// Where to look, and who wants a photo; by default nobody changes anything.
  var controls: LiveControls?

  /// Shows the items in view.
  var board = ItemBoard()

  /// Is told how the scan stands with its camera.
  var standing: @Sendable (CameraStanding) -> Void = { _ in }

  /// Scans until the source ends, the first page settled when only one is wanted, or the task is
  /// cancelled.
  ///
  /// - Returns: What the fallback pictures came to when they were read in the camera's place.
  /// - Throws: ``ScanError`` when there is no source at all, or no engine.
  func run() async throws(ScanError) -> StillSummary? {
    let worker = ReadingWorker()
    do {
      try await worker.prepare(for: settings.request, types: settings.types)
    } catch {
      throw ScanError(error)
    }
    let controls = controls ?? LiveControls(region: settings.request.regionOfInterest)
    let read = { @Sendable [settings] (types: RecognizedDataTypes) -> ScanLoop.Read in
      { frame, region, control in
        var request = settings.request
        request.regionOfInterest = region
        var types = types
        types.codes?.regionOfInterest = region
        return await worker.read(
          frame,
          orientation: settings.orientation,
          request: request,
          types: types,
          control: control
        )
      }
    }
    let glance = settings.types.glance.map(read)
    let loop = ScanLoop(
      settings: settings,
      sink: sink,
      controls: controls,
      board: board,
      glance: glance,
      read: read(settings.types)
    )
    switch settings.source {
    case .camera(let selector, let camera):
      let scan = CameraScan(
        settings: settings,
        selector: selector,
        camera: camera,
        loop: loop,
        worker: worker,
        sink: sink,
        kernel: kernel,
        controls: controls,
        standing: standing
      )
      return try await scan.run()
    case .recording(let folder, let frameRate):
      try await play(folder, frameRate, with: loop, controls)
      return nil
    }
  }

  private func play(
    _ folder: String,
    _ frameRate: Double?,
    with loop: ScanLoop,
    _ controls: LiveControls
  ) async throws(ScanError) {
    let capture = CaptureWorker(kernel: kernel)
    let observer = StreamObserver(
      began: { [sink] source in
        sink.send(.state(StateChange(.warming, camera: source)), from: .camera)
      },
      steadied: { [sink] source in
        sink.send(.state(StateChange(.streaming, camera: source)), from: .camera)
      }
    )
    let stream = await StreamRun.run(loop, isRecording: true, observer: observer) { inbox, stop in
      await capture.play(
        folder: folder,
        frameRate: frameRate,
        into: inbox,
        until: stop,
        controls: controls
      )
    }
    switch stream {
    case .finished: break
    case .engineFailed(let error): throw ScanError(error)
    case .captureFailed(let error): throw ScanError(error)
    }
  }
}

/// One stream, from the source's opening to its end: a thread that captures and a loop that reads.
enum StreamRun {
  /// How a stream ended.
  enum End: Sendable, Hashable {
    /// It came to its end, or was stopped.
    case finished

    /// The engine cannot work.
    case engineFailed(RecognitionError)

    /// The source cannot go on.
    case captureFailed(CaptureError)
  }

  /// Runs a stream; cancelling the task stops it.
  ///
  /// - Parameters:
  ///   - loop: Reads the frames.
  ///   - isRecording: Whether the end is that of a recording.
  ///   - observer: Is told what becomes of the stream.
  ///   - capture: Fills the inbox until it ends or is stopped.
  /// - Returns: How it ended.
  static func run(
    _ loop: ScanLoop,
    isRecording: Bool,
    observer: StreamObserver,
    capture: @escaping @Sendable (ScanInbox, StopSignal) async -> CaptureError?
  ) async -> End {
    let inbox = ScanInbox()
    let stop = StopSignal()
    return await withTaskCancellationHandler {
      async let captured = capture(inbox, stop)
      let end = await loop.run(inbox, isRecording: isRecording, observer: observer)
      stop.stop()
      let error = await captured
      switch end {
      case .failed(let error): return .engineFailed(error)
      case .pageSettled: return .finished
      case .streamEnded: return error.map(End.captureFailed) ?? .finished
      }
    } onCancel: {
      stop.stop()
      inbox.finish(abandoningReading: true)
    }
  }
}
