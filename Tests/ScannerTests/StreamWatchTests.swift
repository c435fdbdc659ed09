import Capture
import Testing

@testable import Scanner

@Suite struct StreamWatchTests {
  private static let source = SourceDescription(
    name: "Cam",
    id: "usb-1",
    node: "/dev/video0",
    width: 1280,
    height: 720,
    format: "MJPG",
    fps: 30
  )

  private static func counters(damaged: Int) -> FrameCounters {
    var counters = FrameCounters()
    counters.damaged[.noEnd] = damaged
    return counters
  }

  /// When a stream counts as stopped after frames at this distance, in seconds after the last.
  private func limit(frameEvery step: Duration) -> Duration? {
    var watch = StreamWatch(at: .zero)
    var now = Duration.zero
    for _ in 0..<50 {
      now += step
      watch.noteFrame(now, FrameCounters())
    }
    return (1...100).map { Duration.milliseconds(200) * $0 }.first {
      watch.fault(of: Self.source, FrameCounters(), at: now + $0) != nil
    }
  }

  @Test func `a quick camera counts as stalled after two seconds`() {
    #expect(limit(frameEvery: .milliseconds(33)) == .seconds(2))
  }

  @Test func `a camera that is slow in the dark is given ten times its pace`() throws {
    let slow = try #require(limit(frameEvery: .milliseconds(400)))
    #expect(slow >= .seconds(4) && slow <= .milliseconds(4200))
  }

  @Test func `the first frame may take eight seconds, and three after a restart in place`() {
    var watch = StreamWatch(at: .zero)
    #expect(watch.fault(of: Self.source, FrameCounters(), at: .milliseconds(7900)) == nil)
    #expect(watch.fault(of: Self.source, FrameCounters(), at: .seconds(8)) != nil)
    watch.noteFrame(.seconds(1), FrameCounters())
    watch.noteRestart(at: .seconds(4))
    #expect(watch.fault(of: Self.source, FrameCounters(), at: .milliseconds(6900)) == nil)
    #expect(watch.fault(of: Self.source, FrameCounters(), at: .seconds(7)) != nil)
  }

  @Test func `a camera that was opened in vain is given ever more time, up to a minute`() {
    for (openings, seconds) in [(0, 8), (1, 16), (2, 32), (3, 60), (1000, 60)] {
      let watch = StreamWatch(at: .zero, fruitlessOpenings: openings)
      let limit = Duration.seconds(seconds)
      #expect(watch.fault(of: Self.source, FrameCounters(), at: limit - .seconds(1)) == nil)
      #expect(watch.fault(of: Self.source, FrameCounters(), at: limit) != nil)
    }
  }

  @Test func `damaged frames alone are a fault after three seconds, and said to be damaged`() {
    var watch = StreamWatch(at: .zero)
    watch.noteFrame(.seconds(1), Self.counters(damaged: 2))
    #expect(watch.fault(of: Self.source, Self.counters(damaged: 30), at: .seconds(3)) == nil)
    let error = watch.fault(of: Self.source, Self.counters(damaged: 90), at: .seconds(4))
    #expect(error?.message.contains("nothing but damaged frames") == true)
    #expect(error?.remedy?.contains("cable") == true)
  }
}
