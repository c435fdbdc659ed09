import Capture
import Recognition
import Synchronization

/// A live scanner: point it at a camera and take its items.
///
/// The counterpart of VisionKit's `DataScannerViewController`, without a view. What was asked for is
/// remembered: when the camera goes away, the scanner goes on by itself once it is back.
///
///     let scanner = DataScanner(settings: ScanSettings())
///     try scanner.startScanning()
///     for await event in scanner.events { … }
public final class DataScanner: Sendable {
  /// What to scan and how; fixed when the scanner is made.
  public let settings: ScanSettings

  /// What happens, for one listener; ends when the scanner is deallocated.
  ///
  /// The newest 4096 events wait for a listener that is slow; older ones are dropped.
  public let events: AsyncStream<ScanEvent>

  let controls: LiveControls
  private let board = ItemBoard()
  private let continuation: AsyncStream<ScanEvent>.Continuation
  private let monitor: AvailabilityMonitor
  let kernel: any Kernel
  private let scan = Mutex<Task<Void, Never>?>(nil)

  /// Makes a scanner that does nothing yet.
  ///
  /// - Parameter settings: What to scan and how.
  public convenience init(settings: ScanSettings = ScanSettings()) {
    self.init(settings: settings, kernel: LinuxKernel())
  }

  init(settings: ScanSettings, kernel: any Kernel) {
    self.settings = settings
    self.kernel = kernel
    controls = LiveControls(region: settings.request.regionOfInterest)
    monitor = AvailabilityMonitor(settings, kernel: kernel)
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
  }

  deinit {
    scan.withLock { $0?.cancel() }
    continuation.finish()
    monitor.finish()
    board.finish()
    controls.tap.finish()
  }

  /// Whether scanning is possible and why not: now, and again whenever that changes, whether it scans
  /// or not.
  ///
  /// Each call makes a stream of its own, which ends when the scanner is deallocated. Only the newest
  /// value waits for a listener that is slow. While nothing changes under `/dev`, it looks every half
  /// a minute; while nobody listens, never.
  public var availability: AsyncStream<ScannerAvailability> { monitor.changes() }

  /// The items in view in reading order: those of the moment first, then whenever they change.
  ///
  /// Each call makes a stream of its own, which ends when the scanner is deallocated; only the newest
  /// snapshot waits for a listener that is slow. Stopping empties it.
  public var recognizedItems: AsyncStream<[RecognizedItem]> { board.snapshots() }

  /// Whether scanning was started and not stopped since.
  public var isScanning: Bool { scan.withLock { $0 != nil } }

  /// Begins to scan, and goes on until ``stopScanning()`` whatever happens to the camera; harmless
  /// when it scans already.
  ///
  /// - Throws: ``ScanError`` when scanning is not supported here, or not available and the settings
  ///   do not say to wait.
  public func startScanning() throws(ScanError) {
    // Its own camera would look busy to it.
    guard !isScanning else { return }
    let availability = ScannerAvailability(
      settings,
      engine: .available(for: settings),
      standing: .unused,
      kernel: kernel
    )
    if let error = availability.error, !settings.waitsForCamera || error.isEngine { throw error }
    let live = LiveScan(
      settings: settings,
      sink: EventSink(keeping: settings.contentKinds) { [continuation] in
        continuation.yield($0)
      },
      kernel: kernel,
      controls: controls,
      board: board,
      standing: { [monitor] in monitor.note($0) }
    )
    scan.withLock { scan in
      guard scan == nil else { return }
      // Owned by the scanner, which cancels it when it is stopped or goes away.
      scan = Task { [board] in
        _ = try? await live.run()
        board.show([])
      }
    }
  }

  /// Ends the scan and frees the camera; harmless when it does not scan.
  public func stopScanning() {
    let task = scan.withLock { scan in
      defer { scan = nil }
      return scan
    }
    task?.cancel()
    board.show([])
  }

  /// Waits until the scan that runs has ended by itself, as a recording's does, or was stopped.
  ///
  /// - Returns: Soon after the camera was freed; at once when it does not scan.
  package func finished() async {
    await scan.withLock { $0 }?.value
  }

  /// Ends the scan for good: waits until the camera is free, and ends ``events`` and
  /// ``recognizedItems`` after what is still in them.
  package func shutDown() async {
    let task = scan.withLock { $0 }
    stopScanning()
    await task?.value
    continuation.finish()
    board.finish()
  }

  /// Scans in the calling task until it is cancelled or there is no more to scan.
  ///
  /// - Parameters:
  ///   - settings: What to scan and how.
  ///   - listener: Is told what happens, on the scanner's threads. It may block; frames are dropped
  ///     meanwhile.
  /// - Returns: What the fallback pictures came to when they were read because no camera was
  ///   available; `nil` when the camera was.
  /// - Throws: ``ScanError`` when there is no source at all, or no engine.
  public static func run(
    _ settings: ScanSettings,
    listener: @escaping @Sendable (ScanEvent) -> Void
  ) async throws(ScanError) -> StillSummary? {
    let sink = EventSink(keeping: settings.contentKinds, listener)
    return try await LiveScan(settings: settings, sink: sink).run()
  }
}
