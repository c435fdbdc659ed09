import Capture

/// Owns the open camera or recording and blocks in it, on a thread of its own.
actor CaptureWorker {
  private let executor = QueueExecutor(label: "lectern.capture")
  private let kernel: any Kernel

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// The first frame may take this long: cameras start slowly.
  private static let firstFrameLimit = Duration.seconds(8)

  /// The shortest limit for the frames after it.
  private static let stallLimit = Duration.seconds(2)

  /// Makes a worker that has nothing open.
  init(kernel: any Kernel = LinuxKernel()) {
    self.kernel = kernel
  }

  /// Opens a source and moves its newest frames into an inbox until it ends or is stopped; then ends
  /// the inbox.
  ///
  /// - Parameters:
  ///   - source: What to open.
  ///   - inbox: Gets the frames.
  ///   - stop: Ends the work from another thread.
  ///   - found: Is told which camera is about to be opened.
  /// - Returns: Why the source could not be opened or could not go on; `nil` when it ended by itself
  ///   or was stopped.
  func run(
    _ source: ScanSource,
    into inbox: ScanInbox,
    until stop: StopSignal,
    found: @Sendable (CameraInfo) -> Void
  ) -> CaptureError? {
    defer { inbox.finish(abandoningReading: stop.isStopped) }
    do throws(CaptureError) {
      guard !stop.isStopped else { return nil }
      switch source {
      case .camera(let selector, let settings):
        let info = try CameraDirectory(kernel: kernel).resolve(selector)
        found(info)
        var camera = try Camera(opening: info, settings: settings, wake: nil, kernel: kernel)
        try pump(&camera, into: inbox, until: stop)
      case .recording(let folder, let frameRate):
        var recording = try RecordingSource(
          directory: folder,
          frameRate: frameRate,
          wake: nil,
          kernel: kernel
        )
        try pump(&recording, into: inbox, until: stop)
      }
      return nil
    } catch {
      return error
    }
  }

  private func pump<Source: FrameSource & ~Copyable>(
    _ source: inout Source,
    into inbox: ScanInbox,
    until stop: StopSignal
  ) throws(CaptureError) {
    stop.watch(source.wake)
    defer {
      stop.watch(nil)
      source.stop()
    }
    try source.start()
    inbox.begin(source.source)
    var frame = Frame()
    var pace = FramePace()
    var limit = Self.firstFrameLimit
    while !stop.isStopped {
      switch try source.nextFrame(into: &frame, timeout: limit) {
      case .frame:
        pace.note(frame.receivedAt)
        limit = max(Self.stallLimit, pace.interval * 10)
        inbox.put(&frame)
      case .timedOut:
        throw .stalled(source.source, after: limit)
      case .woken:
        break
      case .ended:
        return
      }
    }
  }
}

/// The measured time between frames: a camera in the dark slows down and is not stalled.
struct FramePace: Sendable {
  /// The mean time from one frame to the next, lately.
  private(set) var interval = Duration.zero
  private var last: Duration?

  /// Takes the time of a frame.
  mutating func note(_ time: Duration) {
    defer { last = time }
    guard let last, time > last else { return }
    interval = interval == .zero ? time - last : (interval * 7 + (time - last)) / 8
  }
}
