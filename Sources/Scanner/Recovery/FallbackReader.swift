import Recognition

/// Reads the fallback's pictures while the camera is away: files once, folders as they fill.
///
/// A picture that was interrupted by the camera's return is not reported, and read in the next
/// outage.
actor FallbackReader {
  /// Reads one picture; the production one asks the engine that live scanning uses as well.
  typealias Read = @Sendable (PictureList.Entry, RecognitionControl) async -> [StillReading]

  /// How long to wait between two looks at the folders.
  static let lookInterval = Duration.seconds(1)

  /// The looks take at most one part in so many of a core's time, however large the folders are.
  private static let thrift = 100

  private let executor = QueueExecutor(label: "lectern.fallback")
  private let sink: EventSink
  private let read: Read
  private let interval: Duration
  private let start = ContinuousClock.now
  private var look: FallbackLook
  private var queue = FallbackQueue()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes a reader that has read nothing yet.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-` for standard input.
  ///   - interval: The time between two looks at the folders.
  ///   - sink: Is told what came of each picture.
  ///   - read: Reads one.
  init(
    paths: [String],
    interval: Duration = lookInterval,
    sink: EventSink,
    read: @escaping Read
  ) {
    look = FallbackLook(paths)
    self.interval = interval
    self.sink = sink
    self.read = read
  }

  /// Reads whenever the gate is open, until the task is cancelled.
  func run(through gate: FallbackGate) async {
    for await _ in gate.openings {
      while gate.isOpen, !Task.isCancelled {
        let time = now
        queue.update(look.findings(), at: time)
        let pause = max(interval, (now - time) * Self.thrift)
        await readWaiting(gate)
        try? await Task.sleep(for: pause)
      }
    }
  }

  private var now: Duration { ContinuousClock.now - start }

  private func readWaiting(_ gate: FallbackGate) async {
    while let entry = queue.next(at: now), let control = gate.begin() {
      let pages = await read(entry, control)
      gate.end()
      if let page = pages.last, case .cancelled = page.outcome {
        // At the end of the scan the picture has been begun and will not be read.
        if Task.isCancelled { sink.send(page) }
        return
      }
      if pages.contains(where: \.isDamaged), queue.postpone(entry, at: now) { continue }
      for page in pages { sink.send(page) }
      queue.finish(entry)
    }
  }
}
