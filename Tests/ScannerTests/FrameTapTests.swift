import Capture
import Testing

@testable import Scanner

/// A stream's frames for those who watch.
@Suite struct FrameTapTests {
  private static func frame(_ number: UInt8, at milliseconds: Int) -> Frame {
    Frame(bytes: [number], receivedAt: .milliseconds(milliseconds))
  }

  @Test func `a viewer gets the newest frame, at most so many a second`() async {
    let tap = FrameTap()
    let often = tap.frames(atMost: 1000)
    let seldom = tap.frames(atMost: 10)
    for number in 0..<9 { tap.offer(Self.frame(UInt8(number), at: 1000 + number * 20)) }
    tap.finish()
    var seen: [[UInt8]] = []
    for await frame in often { seen.append(frame.bytes) }
    for await frame in seldom { seen.append(frame.bytes) }
    // One waits: the last for the one, the one a tenth of a second after the first for the other.
    #expect(seen == [[8], [5]])
  }

  @Test func `nobody keeps a frame that was shown before they came or after they left`() async {
    let tap = FrameTap()
    tap.offer(Self.frame(1, at: 1000))
    do {
      let frames = tap.frames(atMost: 1000)
      tap.offer(Self.frame(2, at: 2000))
      var viewer = frames.makeAsyncIterator()
      #expect(await viewer.next()?.bytes == [2])
    }
    let frames = tap.frames(atMost: 1000)
    tap.finish()
    for await _ in frames { Issue.record("a frame from before") }
    for await _ in tap.frames(atMost: 1) { Issue.record("a frame after the end") }
  }
}
