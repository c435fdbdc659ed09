import Capture
import Glibc
import Recognition
import Synchronization

/// Keeps scanning with a camera, whatever happens to it.
struct CameraScan: Sendable {
  let settings: ScanSettings
  let selector: CameraSelector
  let camera: CameraSettings
  let loop: ScanLoop
  let worker: ReadingWorker
  let sink: EventSink
  let kernel: any Kernel

  /// What is asked of the stream while it runs.
  var controls: LiveControls?

  /// Times and limits of recovery.
  var rules = RecoveryRules()

  /// Is told how the scan stands with its camera.
  var standing: @Sendable (CameraStanding) -> Void = { _ in }

  /// Scans until the first page settled when only one is wanted, or the task is cancelled.
  ///
  /// - Returns: What the fallback pictures came to when they were read instead, because there was no
  ///   camera at the start and nobody wants to wait for one.
  /// - Throws: ``ScanError`` when there is no camera at the start, no fallback, and nobody wants to
  ///   wait; or when the engine cannot work.
  func run() async throws(ScanError) -> StillSummary? {
    let capture = CaptureWorker(kernel: kernel)
    let watcher = WatchWorker(kernel: kernel, blindPause: rules.blindPause)
    let lifecycle = SharedLifecycle(
      CameraLifecycle(rules: rules, seed: UInt64(getpid())),
      sink: sink,
      now: { [kernel] in kernel.now },
      standing: standing
    )
    defer { lifecycle.handle(.end) }
    let gate = FallbackGate()
    // Ends, and is waited for, when this function returns.
    async let _ = readFallback(through: gate)
    var node: String?
    var step = lifecycle.handle(.begin)
    while !Task.isCancelled {
      switch step {
      case .look:
        await watcher.begin()
        let answer = await capture.look(for: selector)
        step = lifecycle.handle(answer)
        if case .notFound(let error) = answer, endsWithoutCamera(lifecycle) {
          return try await settle(for: error)
        }
      case .open(let info):
        node = info.node
        switch await stream(info, with: capture, watcher, lifecycle, gate) {
        case .finished:
          return nil
        case .engineFailed(let error):
          throw ScanError(error)
        case .captureFailed(let error):
          step = lifecycle.handle(.failed(error))
          if endsWithoutCamera(lifecycle) { return try await settle(for: error) }
        }
      case .wait:
        if lifecycle.state != .settling { gate.cameraWentAway() }
        let change = await watcher.wait(atMost: lifecycle.timeLeft, closingOf: node)
        step = lifecycle.handle(change ? .devicesChanged : .timer)
      }
    }
    return nil
  }

  /// Whether a camera that was never there is not waited for.
  private func endsWithoutCamera(_ lifecycle: SharedLifecycle) -> Bool {
    !lifecycle.hasRun && !settings.waitsForCamera
  }

  private func stream(
    _ info: CameraInfo,
    with capture: CaptureWorker,
    _ watcher: WatchWorker,
    _ lifecycle: SharedLifecycle,
    _ gate: FallbackGate
  ) async -> StreamRun.End {
    // Ends, and is waited for, with the stream.
    async let _ = SurroundingsWatch(watcher: watcher, capture: capture).run(for: info, lifecycle)
    let observer = StreamObserver(
      began: { source in
        gate.cameraBegan()
        lifecycle.handle(.began(source))
      },
      steadied: { _ in
        gate.cameraSteadied()
        lifecycle.handle(.steadied)
      }
    )
    return await StreamRun.run(loop, isRecording: false, observer: observer) {
      [camera, controls] inbox, stop in
      await capture.run(info, camera, into: inbox, until: stop, controls: controls) { steppedDown in
        lifecycle.handle(.opened(steppedDown))
      } health: { health in
        lifecycle.handle(.health(health))
      }
    }
  }

  /// There is no camera to begin with: the fallback is read in its place, once.
  private func settle(for error: CaptureError) async throws(ScanError) -> StillSummary {
    guard !settings.fallback.isEmpty else { throw ScanError(error) }
    return try await StillBatch(
      pictures: PictureList(settings.fallback),
      StillSettings(request: settings.request, types: settings.types),
      sink: sink
    ).run(sharing: worker)
  }

  /// Reads the fallback while the camera is away, with the engine that reads its frames.
  private func readFallback(through gate: FallbackGate) async {
    guard !settings.fallback.isEmpty else { return }
    let reader = FallbackReader(paths: settings.fallback, sink: sink) {
      [settings, worker] entry, control in
      let pages = Mutex<[StillReading]>([])
      await worker.readPages(
        of: entry,
        StillSettings(request: settings.request, types: settings.types),
        control: control
      ) { page in pages.withLock { $0.append(page) } }
      return pages.withLock { $0 }
    }
    await reader.run(through: gate)
  }
}
