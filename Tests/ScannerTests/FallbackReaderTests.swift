import Imaging
import Recognition
import Synchronization
import Testing

@testable import Scanner

/// The fallback's way through outages, with pictures whose reading the test decides.
@Suite struct FallbackReaderTests {
  private static let blank = StillReading.Outcome.read(
    [],
    size: PixelSize(width: 1, height: 1),
    warning: nil
  )

  private static func path(_ entry: PictureList.Entry) -> String {
    if case .file(let path) = entry { path } else { "-" }
  }

  private static func name(_ event: ScanEvent) -> String {
    String((event.path ?? "").split(separator: "/").last ?? "")
  }

  private func reader(
    _ folder: TemporaryFolder,
    _ log: EventLog,
    read: @escaping FallbackReader.Read
  ) -> FallbackReader {
    FallbackReader(
      paths: [folder.path],
      interval: .milliseconds(5),
      sink: EventSink(log.add),
      read: read
    )
  }

  private func names(_ log: EventLog) -> [String] {
    log.events.filter { $0.type == "file" }.map(Self.name)
  }

  @Test(.timeLimit(.minutes(20)))
  func `a folder is read as it fills while the camera is away, and left alone otherwise`()
    async throws
  {
    let folder = try TemporaryFolder()
    let log = EventLog()
    let gate = FallbackGate()
    let reader = reader(folder, log) { entry, _ in
      [StillReading(path: Self.path(entry), outcome: Self.blank)]
    }
    try folder.put("1.jpg")
    try folder.put("notes.txt")
    let task = Task { await reader.run(through: gate) }
    gate.cameraWentAway()
    _ = await log.first { $0.type == "file" }
    try folder.put("2.jpg")
    _ = await log.first { $0.type == "file" }
    gate.cameraBegan()
    gate.cameraSteadied()
    try folder.put("3.jpg")
    // A second outage right after the first is noticed as well.
    #expect(names(log) == ["1.jpg", "2.jpg"])
    gate.cameraWentAway()
    _ = await log.first { $0.type == "file" }
    task.cancel()
    await task.value
    #expect(names(log) == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test(.timeLimit(.minutes(20)))
  func `the picture in hand is dropped when the camera is back, and read in the next outage`()
    async throws
  {
    let folder = try TemporaryFolder()
    let log = EventLog()
    let gate = FallbackGate()
    let (begun, begin) = AsyncStream.makeStream(of: Int.self)
    let attempts = Atomic(0)
    let reader = reader(folder, log) { entry, control in
      let attempt = attempts.add(1, ordering: .relaxed).newValue
      begin.yield(attempt)
      while attempt == 1, !control.isCancelled { await Task.yield() }
      let isDropped = control.isCancelled
      return [
        StillReading(path: Self.path(entry), outcome: isDropped ? .cancelled : Self.blank)
      ]
    }
    try folder.put("1.jpg")
    try folder.put("2.jpg")
    let task = Task { await reader.run(through: gate) }
    gate.cameraWentAway()
    _ = await begun.first { _ in true }
    gate.cameraBegan()
    #expect(gate.begin() == nil)
    gate.cameraSteadied()
    gate.cameraWentAway()
    _ = await log.first { Self.name($0) == "2.jpg" }
    task.cancel()
    await task.value
    #expect(names(log) == ["1.jpg", "2.jpg"])
    #expect(attempts.load(ordering: .relaxed) == 3)
  }

  @Test(.timeLimit(.minutes(20)))
  func `at the end of the scan the picture in hand is said to be cancelled`() async throws {
    let folder = try TemporaryFolder()
    let log = EventLog()
    let gate = FallbackGate()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let reader = reader(folder, log) { entry, control in
      begin.yield()
      await withTaskCancellationHandler {
        while !control.isCancelled { await Task.yield() }
      } onCancel: {
        control.cancel()
      }
      return [StillReading(path: Self.path(entry), outcome: .cancelled)]
    }
    try folder.put("1.jpg")
    let task = Task { await reader.run(through: gate) }
    gate.cameraWentAway()
    _ = await begun.first { _ in true }
    task.cancel()
    await task.value
    let outcomes = log.events.compactMap { event in
      if case .file(let file) = event.content { file.outcome } else { nil }
    }
    #expect(outcomes == [.cancelled])
  }
}
