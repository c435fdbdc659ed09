import Capture
import Recognition
import Synchronization

/// Knows whether a scanner could scan, and tells whoever listens when that changes.
///
/// It looks when something changes under `/dev` and when the scan stands otherwise with its camera,
/// and now and then in case a change was missed.
final class AvailabilityMonitor: Sendable {
  /// A look without a reason is taken this seldom.
  private static let slowestLook = Duration.seconds(30)

  private struct State {
    var standing = CameraStanding.unused
    var wakers: [Int: AsyncStream<Void>.Continuation] = [:]
    var listeners = 0
    var isFinished = false
  }

  private let settings: ScanSettings
  private let kernel: any Kernel
  private let looker: Looker
  private let state = Mutex(State())

  /// Makes a monitor that looks only while somebody listens.
  init(_ settings: ScanSettings, kernel: any Kernel) {
    self.settings = settings
    self.kernel = kernel
    looker = Looker(settings: settings, kernel: kernel)
  }

  /// The scan that runs stands otherwise with its camera.
  func note(_ standing: CameraStanding) {
    state.withLock { state in
      state.standing = standing
      for waker in state.wakers.values { waker.yield() }
    }
  }

  /// Ends every stream.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      for waker in state.wakers.values { waker.finish() }
      state.wakers = [:]
    }
  }

  /// The availability now, and again whenever it changes; only the newest waits for a slow listener.
  func changes() -> AsyncStream<ScannerAvailability> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ScannerAvailability.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    // Owned by the stream: it ends with its listener.
    let task = Task {
      await self.watch { continuation.yield($0) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func watch(_ tell: (ScannerAvailability) -> Void) async {
    let (wakes, waker) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = add(waker)
    defer { state.withLock { _ = $0.wakers.removeValue(forKey: number) } }
    let watcher = WatchWorker(kernel: kernel)
    await watcher.begin()
    // Ends, and is waited for, when this function returns.
    async let _ = Self.wake(waker, with: watcher)
    waker.yield()
    var last: ScannerAvailability.Gist?
    for await _ in wakes {
      let found = await looker.look(state.withLock { $0.standing })
      guard found.gist != last, !Task.isCancelled else { continue }
      last = found.gist
      tell(found)
    }
  }

  private func add(_ waker: AsyncStream<Void>.Continuation) -> Int {
    state.withLock { state in
      state.listeners += 1
      if state.isFinished { waker.finish() } else { state.wakers[state.listeners] = waker }
      return state.listeners
    }
  }

  private static func wake(
    _ waker: AsyncStream<Void>.Continuation,
    with watcher: WatchWorker
  ) async {
    while !Task.isCancelled {
      _ = await watcher.wait(atMost: slowestLook)
      // What changes during the look that follows ends the next wait.
      await watcher.begin()
      waker.yield()
    }
  }
}

/// Looks at cameras and engine, on a thread of its own.
private actor Looker {
  private let executor = QueueExecutor(label: "lectern.availability")
  private let settings: ScanSettings
  private let kernel: any Kernel
  private var engine: RecognitionEngine??

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(settings: ScanSettings, kernel: any Kernel) {
    self.settings = settings
    self.kernel = kernel
  }

  /// Looks; an engine that was found once is not loaded again.
  func look(_ standing: CameraStanding) -> ScannerAvailability {
    let engine = engine.map(Result.success) ?? .available(for: settings)
    self.engine = try? engine.get()
    return ScannerAvailability(settings, engine: engine, standing: standing, kernel: kernel)
  }
}

extension ScannerAvailability {
  /// What counts as a change: not the values of a camera's controls, which move by themselves.
  fileprivate struct Gist: Hashable {
    struct Camera: Hashable {
      var identity: CameraIdentity
      var node: String
      var unavailable: CaptureError?
    }

    var cameras: [Camera]
    var camera: Camera?
    var engine: RecognitionEngine?
    var codeReader: RecognitionEngine?
    var reasons: [ScanError]
  }

  fileprivate var gist: Gist {
    func gist(_ camera: CameraInfo) -> Gist.Camera {
      Gist.Camera(
        identity: camera.identity,
        node: camera.node,
        unavailable: camera.unavailable
      )
    }
    return Gist(
      cameras: cameras.map(gist),
      camera: camera.map(gist),
      engine: engine,
      codeReader: codeReader,
      reasons: reasons
    )
  }
}
