import Imaging
import Testing

@testable import Scanner

@Suite struct GateTests {
  /// Blocks of which the first so many changed, all with something to see in them.
  private static func change(_ changed: Int, of count: Int = 100) -> PictureChange {
    let blocks = (0..<count).map { index in
      PictureChange.Block(difference: index < changed ? 60 : 0, contrast: 200)
    }
    return PictureChange(blocks, columns: 10)
  }

  private static func measure(
    moving: Int = 0,
    sinceRead: Int? = nil,
    luma: Double = 128,
    sharpness: Double = 1
  ) -> Gate.Measure {
    Gate.Measure(
      motion: change(moving),
      sinceRead: sinceRead.map { change($0) },
      meanLuma: luma,
      sharpness: sharpness
    )
  }

  /// Gives a gate one measure every 100 ms and collects its decisions.
  private static func decisions(
    of gate: inout Gate,
    from start: Int,
    _ measures: [Gate.Measure]
  ) -> [Gate.Decision] {
    measures.enumerated().map { index, measure in
      gate.examine(measure, at: .milliseconds((start + index) * 100))
    }
  }

  /// A gate that has warmed up and read a page by 1 s.
  private static func restingGate() -> Gate {
    var gate = Gate()
    let still = [Gate.Measure](repeating: measure(), count: 10)
    let decided = decisions(of: &gate, from: 0, still)
    #expect(decided.contains(.read(.replaced)))
    gate.noteRead()
    return gate
  }

  @Test func `a page at rest is read once the exposure has steadied`() {
    var gate = Gate()
    var measures = [60, 80, 100, 118, 126, 128, 128, 128].map { Self.measure(luma: Double($0)) }
    measures += [Gate.Measure](repeating: Self.measure(), count: 4)
    let decided = Self.decisions(of: &gate, from: 0, measures)
    let first = decided.firstIndex(of: .read(.replaced))
    #expect(first != nil && first ?? 0 >= 7, "read while the exposure still moved: \(decided)")
  }

  @Test func `an exposure that never steadies does not keep a page from being read`() {
    var gate = Gate()
    let flicker = (0..<40).map { Self.measure(luma: $0.isMultiple(of: 2) ? 100 : 140) }
    #expect(Self.decisions(of: &gate, from: 0, flicker).contains(.read(.replaced)))
  }

  @Test func `a moving picture is not read`() {
    var gate = Gate()
    let moving = [Gate.Measure](repeating: Self.measure(moving: 80), count: 38)
    let decided = Self.decisions(of: &gate, from: 0, moving)
    #expect(!decided.contains { if case .read = $0 { true } else { false } })
  }

  @Test func `something small that never rests does not keep the rest from being read`() {
    var gate = Gate()
    let restless = [Gate.Measure](repeating: Self.measure(moving: 5), count: 60)
    #expect(Self.decisions(of: &gate, from: 0, restless).contains(.read(.replaced)))
  }

  @Test func `a page held in the hand, which never rests, is read in a sharp moment`() {
    var gate = Gate()
    let blurred = Self.measure(moving: 80, sinceRead: 80, sharpness: 0.1)
    let sharp = Self.measure(moving: 80, sinceRead: 80)
    let decided = Self.decisions(
      of: &gate,
      from: 0,
      [sharp] + [Gate.Measure](repeating: blurred, count: 60) + [sharp]
    )
    #expect(decided.dropLast().allSatisfy { $0 == .wait || $0 == .moving })
    #expect(decided.last == .read(.replaced))
    // The reading goes on although the page does not rest.
    gate.noteRead()
    #expect(Self.decisions(of: &gate, from: 70, [sharp]) == [.disturbed])
  }

  @Test func `something small that moves does not call off a reading, a page that leaves does`() {
    var gate = Self.restingGate()
    let finger = Self.measure(moving: 6, sinceRead: 6)
    #expect(Self.decisions(of: &gate, from: 20, [finger, finger]) == [.disturbed, .disturbed])
    let leaving = Self.measure(moving: 80, sinceRead: 80)
    #expect(Self.decisions(of: &gate, from: 22, [leaving]) == [.moving])
  }

  @Test func `a page that stays is not read again`() {
    var gate = Self.restingGate()
    let still = [Gate.Measure](repeating: Self.measure(sinceRead: 0), count: 200)
    let decided = Self.decisions(of: &gate, from: 20, still)
    #expect(decided.allSatisfy { $0 == .unchanged })
  }

  @Test func `another page is read as one that replaced the first`() {
    var gate = Self.restingGate()
    let turn = [Self.measure(moving: 90, sinceRead: 90)]
    let rest = [Gate.Measure](repeating: Self.measure(sinceRead: 90), count: 5)
    #expect(Self.decisions(of: &gate, from: 20, turn + rest).contains(.read(.replaced)))
  }

  @Test func `a display that shows another value is read as the same page in part`() {
    var gate = Self.restingGate()
    let turn = [Self.measure(moving: 4, sinceRead: 4)]
    let rest = [Gate.Measure](repeating: Self.measure(sinceRead: 4), count: 5)
    #expect(Self.decisions(of: &gate, from: 20, turn + rest).contains(.read(.partly)))
  }

  @Test func `a hand that passes over the page costs no reading`() {
    var gate = Self.restingGate()
    let hand = [Gate.Measure](repeating: Self.measure(moving: 70, sinceRead: 70), count: 5)
    let leaving = [Self.measure(moving: 70, sinceRead: 0)]
    let rest = [Gate.Measure](repeating: Self.measure(sinceRead: 0), count: 10)
    let decided = Self.decisions(of: &gate, from: 20, hand + leaving + rest)
    #expect(!decided.contains { if case .read = $0 { true } else { false } })
    #expect(decided.last == .unchanged)
  }

  @Test func `a page is not read before it is sharp, unless it stays blurred`() {
    var gate = Self.restingGate()
    let turn = [Self.measure(moving: 90, sinceRead: 90)]
    let blurred = Self.measure(sinceRead: 90, sharpness: 0.2)
    let early = Self.decisions(
      of: &gate,
      from: 20,
      turn + [Gate.Measure](repeating: blurred, count: 8)
    )
    #expect(!early.contains(.read(.replaced)))
    let late = Self.decisions(of: &gate, from: 29, [Gate.Measure](repeating: blurred, count: 12))
    #expect(late.contains(.read(.replaced)))
  }

  @Test func `a few blurred frames are passed over, a picture that stays blurred is not`() {
    var gate = Self.restingGate()
    let sharpness = [1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1, 0.1]
    let passed = sharpness.enumerated().map { index, sharpness in
      gate.passesOver(sharpness: sharpness, at: .milliseconds(2000 + 100 * index))
    }
    #expect(passed == [false, true, true, true, true, false, false, false, true])
  }

  @Test func `a page that drifts slowly is at rest, one that is carried is not`() {
    for (shift, isRead) in [(0.005, true), (0.03, false)] {
      var gate = Gate()
      var step = Self.measure()
      step.shift = shift
      let decided = Self.decisions(of: &gate, from: 0, [Gate.Measure](repeating: step, count: 20))
      #expect(decided.contains(.read(.replaced)) == isRead)
    }
  }

  @Test func `few frames are looked at while the page rests`() {
    var gate = Self.restingGate()
    _ = gate.examine(Self.measure(sinceRead: 0), at: .seconds(2))
    #expect(!gate.wants(frameAt: .milliseconds(2033)))
    #expect(!gate.wants(frameAt: .milliseconds(2166)))
    #expect(gate.wants(frameAt: .milliseconds(2200)))
  }

  @Test func `every frame is looked at where boxes are to follow the page`() {
    var gate = Gate(limits: .everyFrame)
    for number in 0..<60 {
      let time = Duration.milliseconds(33 * number)
      #expect(gate.wants(frameAt: time))
      if case .read = gate.examine(Self.measure(sinceRead: number > 20 ? 0 : nil), at: time) {
        gate.noteRead()
      }
    }
  }

  @Test func `a clock that jumps back does not stop the gate`() {
    let gate = Self.restingGate()
    #expect(gate.wants(frameAt: .zero))
  }
}
