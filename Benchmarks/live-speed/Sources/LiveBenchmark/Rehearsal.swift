import Capture
import Foundation
import Imaging
import Recognition
import Synchronization

@testable import Scanner

/// Plays a recorded clip through the live path on a clock of its own: a reading takes a set time,
/// whatever this machine does meanwhile, so that two runs give the same lines.
struct Rehearsal {
  /// The folder of JPEG frames.
  var folder: URL

  /// Frames a second.
  var rate: Double

  /// How long a reading takes.
  var latency: Duration

  /// What to read and how.
  var settings: ScanSettings

  /// Plays the clip and prints the events, each with the clip's time, one in JSON a line.
  func run() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jpg") }.sorted()
    let now = Mutex(Duration.zero)
    let encoder = JSONEncoder()
    let sink = EventSink { event in
      guard let data = try? encoder.encode(event) else { return }
      let time = now.withLock { $0 } / .seconds(1)
      print("{\"at\":\(time),\"event\":\(String(decoding: data, as: UTF8.self))}")
    }
    let worker = ReadingWorker()
    try await worker.prepare(for: settings.request)
    let settings = settings
    let loop = ScanLoop(settings: settings, sink: sink) { frame, region, control in
      var request = settings.request
      request.regionOfInterest = region
      return await worker.read(frame, orientation: .up, request: request, control: control)
    }
    var pending: (done: Duration, reading: PageReading, job: ScanLoop.Job)?
    for (number, name) in names.enumerated() {
      let time = Duration.seconds(Double(number) / rate)
      if let reading = pending, reading.done <= time {
        now.withLock { $0 = reading.done }
        _ = await loop.take(reading.job.isCancelled ? reading.reading.cancelled : reading.reading)
        pending = nil
      }
      now.withLock { $0 = time }
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let frame = Frame(
        bytes: bytes,
        layout: RasterLayout(format: .mjpeg, width: 1280, height: 720, bytesPerRow: 0),
        sequence: UInt32(number),
        capturedAt: time,
        receivedAt: time
      )
      guard let job = await loop.examine(frame) else { continue }
      pending = (time + latency, await job.run(on: frame), job)
    }
    if let reading = pending, !reading.job.isCancelled { _ = await loop.take(reading.reading) }
    await loop.finish()
  }
}

extension PageReading {
  /// What would have come of the reading had it been called off.
  fileprivate var cancelled: PageReading { PageReading(size: size, outcome: .cancelled) }
}
