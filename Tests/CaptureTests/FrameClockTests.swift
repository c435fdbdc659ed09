import CV4L2
import Imaging
import TestSupport
import Testing

@testable import Capture

@Suite struct FrameClockTests {
  private static let now = Duration.seconds(500)

  @Test(arguments: [
    // Milliseconds from the receipt, and whether that is believed at 10 frames a second.
    (0, true), (-40, true), (-9_999, true), (-10_001, false), (99, true), (101, false),
    (-500_000, false),
  ])
  func `a driver's time is believed where it can be true`(offset: Int, isBelieved: Bool) {
    var clock = FrameClock(frameRate: 10)
    let driver = Self.now + .milliseconds(offset)
    let time = clock.capturedAt(driver, isMonotonic: true, receivedAt: Self.now)
    #expect(time == (isBelieved ? driver : Self.now))
  }

  @Test func `a time of another clock is not believed`() {
    var clock = FrameClock(frameRate: 10)
    let time = clock.capturedAt(Self.now, isMonotonic: false, receivedAt: Self.now + .seconds(1))
    #expect(time == Self.now + .seconds(1))
  }

  @Test func `a time that runs backwards is not believed, and the next one is again`() {
    var clock = FrameClock(frameRate: 10)
    func take(_ driver: Int, _ received: Int) -> Duration {
      clock.capturedAt(
        .milliseconds(driver),
        isMonotonic: true,
        receivedAt: .milliseconds(received)
      )
    }
    #expect(take(1000, 1010) == .milliseconds(1000))
    #expect(take(900, 1110) == .milliseconds(1110))
    #expect(take(1000, 1210) == .milliseconds(1000))
  }

  @Test func `a stream that starts anew may count from an earlier time`() {
    var clock = FrameClock(frameRate: 10)
    _ = clock.capturedAt(.seconds(5), isMonotonic: true, receivedAt: .seconds(5))
    clock.reset()
    let time = clock.capturedAt(.seconds(4), isMonotonic: true, receivedAt: .seconds(5))
    #expect(time == .seconds(4))
  }

  @Test func `a camera with a clock of its own gives frames the time of receipt`() throws {
    var odd = FakeFrame.grey(32, 24)
    odd.flags = 0
    odd.timeOffset = .seconds(3)
    var camera = try CameraFixture(.small(.repeating([odd]))).started()
    var frame = Frame()
    #expect(try camera.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
    #expect(frame.capturedAt == frame.receivedAt)
  }

  @Test(arguments: [
    ([0, 1, 2], 0), ([5, 6, 9], 2), ([UInt32.max - 1, UInt32.max, 0, 1], 0),
    ([UInt32.max, 2], 2), ([7, 7, 8], 0), ([100, 0, 1], 0), ([0, 1_000_000], 0), ([], 0),
  ])
  func `gaps in the numbers are lost frames, jumps are not`(numbers: [UInt32], missing: Int) {
    var counter = SequenceCounter()
    #expect(numbers.map { counter.missing(before: $0) }.reduce(0, +) == missing)
  }
}
