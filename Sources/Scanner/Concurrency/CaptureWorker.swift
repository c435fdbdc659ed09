import Capture
import Synchronization

/// Owns the open camera or recording and blocks in it, on a thread of its own.
actor CaptureWorker {
  private let executor = QueueExecutor(label: "lectern.capture")
  private let kernel: any Kernel

  /// Not the actor's own: while a camera streams, whoever watches its surroundings adds to it.
  private nonisolated let memory = Mutex(CameraMemory())

  /// A camera that is there and gives no picture or no right, why, and since when.
  private var refusal:
    (camera: CameraInfo, fault: CaptureError, status: FileStatus?, since: Duration)?

  /// After this time such a camera is looked for anew: a user may have been put in a group.
  private static let refusalTime = Duration.seconds(60)

  /// How the stream stopped since the last good frame, however often it has been opened meanwhile.
  private var stall: CaptureError?

  /// How often that was.
  private var fruitlessOpenings = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes a worker that has nothing open.
  init(kernel: any Kernel = LinuxKernel()) {
    self.kernel = kernel
  }

  /// Asks the directory for the camera that is meant, the same one as before if there was one.
  ///
  /// A camera without a signal, or without the right to open it, is asked for that alone.
  ///
  /// - Parameter selector: Which camera is meant.
  /// - Returns: What the lifecycle is to be told.
  func look(for selector: CameraSelector) -> CameraLifecycle.Event {
    let directory = CameraDirectory(kernel: kernel)
    if let refusal, kernel.now - refusal.since < Self.refusalTime,
      (try? kernel.status(of: refusal.camera.node)) == refusal.status,
      directory.persists(refusal.fault, of: refusal.camera)
    {
      return .notFound(refusal.fault)
    }
    refusal = nil
    do throws(CaptureError) {
      return .found(
        try memory.withLock { memory throws(CaptureError) in
          try memory.camera(for: selector, in: directory)
        }
      )
    } catch {
      return .notFound(error)
    }
  }

  /// Takes note of who is plugged in while the camera streams.
  nonisolated func note(beside present: [CameraPresence]) {
    memory.withLock { $0.noteBeside(present) }
  }

  /// Opens a camera and moves its newest frames into an inbox until it fails or is stopped; then ends
  /// the inbox.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - settings: What is wanted of it.
  ///   - inbox: Gets the frames.
  ///   - stop: Ends the work from another thread.
  ///   - controls: What is asked of the stream while it runs.
  ///   - opened: Is told that the stream is on; the inbox, that the first frame has come.
  ///   - health: Is told once a second how the stream does.
  /// - Returns: Why the camera could not be opened or could not go on; `nil` when it was stopped.
  func run(
    _ camera: CameraInfo,
    _ settings: CameraSettings,
    into inbox: ScanInbox,
    until stop: StopSignal,
    controls: LiveControls? = nil,
    opened: @Sendable (SteppedDown?) -> Void,
    health: @Sendable (StreamHealth) -> Void
  ) -> CaptureError? {
    defer { inbox.finish(abandoningReading: stop.isStopped) }
    do throws(CaptureError) {
      guard !stop.isStopped else { return nil }
      var source = try Camera(opening: camera, settings: settings, wake: nil, kernel: kernel)
      let desk = controls.map { ControlDesk(controls: $0, settings: settings) }
      try pump(&source, isLive: true, into: inbox, until: stop, desk: desk, health: health) {
        source in
        let present = CameraDirectory(kernel: kernel).present()
        memory.withLock { $0.use(camera, beside: present) }
        opened(SteppedDown(source))
      }
      controls?.endCapture(nil)
      return nil
    } catch {
      controls?.endCapture(error)
      return note(error, of: camera)
    }
  }

  /// Keeps what the next opening depends on.
  ///
  /// - Returns: What to tell.
  private func note(_ error: CaptureError, of camera: CameraInfo) -> CaptureError {
    switch error.code {
    case .noSignal, .permissionDenied, .deniedByPolicy:
      refusal = (camera, error, try? kernel.status(of: camera.node), kernel.now)
    case .stalled:
      fruitlessOpenings += 1
      let first = stall ?? error
      stall = first
      // Each opening waits longer than the one before; what is wrong is the same.
      return first
    case .noCamera, .disconnected:
      // In a container the directory knows better why there is no such node.
      if let known = camera.unavailable, [.deniedByPolicy, .disconnected].contains(known.code) {
        return known
      }
    default: break
    }
    return error
  }

  /// Plays a recording into an inbox until it ends or is stopped; then ends the inbox.
  ///
  /// - Returns: Why it could not be played; `nil` when it ended or was stopped.
  func play(
    folder: String,
    frameRate: Double?,
    into inbox: ScanInbox,
    until stop: StopSignal,
    controls: LiveControls? = nil
  ) -> CaptureError? {
    defer { inbox.finish(abandoningReading: stop.isStopped) }
    do throws(CaptureError) {
      guard !stop.isStopped else { return nil }
      var source = try RecordingSource(
        directory: folder,
        frameRate: frameRate,
        wake: nil,
        kernel: kernel
      )
      let desk = controls.map { ControlDesk(controls: $0, settings: CameraSettings()) }
      try pump(
        &source,
        isLive: false,
        into: inbox,
        until: stop,
        desk: desk,
        health: { _ in },
        opened: { _ in }
      )
      controls?.endCapture(nil)
      return nil
    } catch {
      controls?.endCapture(error)
      return error
    }
  }

  private func pump<Source: FrameSource & ~Copyable>(
    _ source: inout Source,
    isLive: Bool,
    into inbox: ScanInbox,
    until stop: StopSignal,
    desk: ControlDesk?,
    health: (StreamHealth) -> Void,
    opened: (borrowing Source) -> Void
  ) throws(CaptureError) {
    stop.watch(source.wake)
    defer {
      stop.watch(nil)
      source.stop()
    }
    try source.start()
    opened(source)
    var desk = desk
    desk?.open()
    var frame = Frame()
    var watch = StreamWatch(at: kernel.now, fruitlessOpenings: fruitlessOpenings)
    var ladder = StreamLadder()
    var meter = HealthMeter()
    while !stop.isStopped {
      do throws(CaptureError) {
        if try desk?.serve(&source, until: stop) ?? false {
          watch = StreamWatch(at: kernel.now, fruitlessOpenings: fruitlessOpenings)
        }
        // Waits are short, so that a stream of damaged frames alone is noticed while it lasts.
        switch try source.nextFrame(into: &frame, timeout: watch.slice) {
        case .frame:
          watch.noteFrame(frame.receivedAt, source.counters)
          ladder.noteFrame()
          if !inbox.hasBegun { inbox.begin(source.source) }
          (stall, fruitlessOpenings) = (nil, 0)
          desk?.show(frame)
          inbox.put(&frame)
        case .timedOut:
          // A recording is as slow as it was recorded.
          if isLive,
            let error = watch.fault(of: source.source, source.counters, at: kernel.now)
          {
            throw error
          }
        case .woken: break
        case .ended: return
        }
      } catch {
        guard !stop.isStopped else { return }
        guard ladder.step(after: error, at: kernel.now) == .restart else { throw error }
        try source.restart()
        watch.noteRestart(at: kernel.now)
      }
      if let state = meter.note(source.counters, at: kernel.now) { health(state) }
    }
  }
}
