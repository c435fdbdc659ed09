import Foundation
import Glibc

@testable import Scanner

/// What the gate, the tracking and the fusion of a 1280x720 stream cost, without an engine and without
/// the decoding of JPEG.
///
/// The frames are raw luma; the recognizer is a script that costs nothing and errs now and then. Every
/// frame is looked at, as where boxes are drawn over a live picture. Time is that of the processor, so
/// that other programs do not count.
struct OwnWork {
  /// How many frames to look at.
  var frames: Int

  /// Measures, and prints.
  func measure() async {
    let scene = Scene()
    let script = ReadingScript()
    let tally = EventTally()
    var settings = ScanSettings()
    settings.tracksAtFrameRate = true
    let loop = ScanLoop(settings: settings, sink: EventSink { tally.add($0) }) { frame, _, _ in
      script.read(page: Int(frame.sequence) / Scene.cycle)
    }
    // Written to beforehand, so that it does not look like growth.
    var times = [Duration](repeating: .zero, count: frames)
    var memory = ResidentMemory()
    for number in 0..<frames {
      let frame = scene.frame(number)
      let begin = ProcessorClock.now
      if let job = await loop.examine(frame) {
        let reading = await job.run(on: frame)
        _ = await loop.take(reading)
      }
      times[number] = ProcessorClock.now - begin
      memory.note(after: number + 1, of: frames)
    }
    times.sort()
    let mean = times.reduce(.zero, +) / .milliseconds(1) / Double(max(frames, 1))
    let places = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1)].map { name, share in
      "\(name)=\(Self.percentile(share, of: times))"
    }
    print(
      "frames of 1280x720: \(frames); readings: \(await loop.recognitions);",
      "lines settled: \(tally.settled); pages: \(tally.pages)"
    )
    print(
      "ms a frame: mean=\(LiveBenchmark.decimal(mean, places: 2))",
      places.joined(separator: " ")
    )
    print("memory: \(memory)")
  }

  private static func percentile(_ share: Double, of sorted: [Duration]) -> String {
    guard !sorted.isEmpty else { return "-" }
    let place = min(Int(share * Double(sorted.count)), sorted.count - 1)
    return LiveBenchmark.decimal(sorted[place] / .milliseconds(1), places: 2)
  }
}

/// The time the process has computed, in all its threads.
enum ProcessorClock {
  static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// What the process holds of the machine's memory, after a tenth of the frames and at the end.
struct ResidentMemory: CustomStringConvertible {
  private var early = 0
  private var late = 0

  mutating func note(after number: Int, of count: Int) {
    if number == max(count / 10, 1) { early = Self.now }
    if number == count { late = Self.now }
  }

  var description: String {
    let megabyte = 1_048_576.0
    let growth = LiveBenchmark.decimal(Double(late - early) / megabyte, places: 1)
    return "\(late / 1_048_576) MB; growth over the last nine tenths: \(growth) MB"
  }

  private static var now: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
