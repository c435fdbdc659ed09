import Imaging
import Recognition
import TestSupport
import Testing

@testable import Scanner

@Suite struct GuidanceTests {
  private static func look(
    moves: Bool = false,
    movesMost: Bool = false,
    shift: Double = 0,
    isReplaced: Bool = false,
    brightest: UInt8 = 220,
    glare: Double = 0,
    sharpness: Double = 1.5
  ) -> Guidance.Look {
    Guidance.Look(
      moves: moves || movesMost,
      movesMost: movesMost,
      shift: shift,
      isReplaced: isReplaced,
      sharpness: sharpness,
      light: PictureLight(brightest: brightest, glare: glare, detail: 0.5)
    )
  }

  private static let good = Guidance.Reading(lines: 20, height: 24, confidence: 0.95)

  /// Shows guidance looks for some seconds, ten a second, and collects what it says and when.
  private static func said(
    by guidance: inout Guidance,
    from start: Double,
    for seconds: Double,
    _ look: (Int) -> Guidance.Look
  ) -> [(time: Double, hint: GuidanceHint?)] {
    (0..<Int(seconds * 10)).compactMap { index in
      let time = start + Double(index) / 10
      return guidance.look(look(index), at: .milliseconds(Int((time * 1000).rounded())))
        .map { (time, $0.hint) }
    }
  }

  @Test func `a good page at rest for a minute gives no hint`() {
    var guidance = Guidance()
    guidance.noteReading(Self.good)
    guidance.noteReading(Self.good)
    let noise = Self.said(by: &guidance, from: 0, for: 60) { index in
      // A speck now and then, the light wavering a little.
      Self.look(
        moves: index % 17 == 0,
        shift: 0.004,
        brightest: UInt8(215 + index % 7),
        sharpness: 1.4
      )
    }
    #expect(noise.isEmpty)
  }

  @Test(arguments: [
    (Self.look(brightest: 30), GuidanceHint.tooDark), (Self.look(glare: 0.02), .glare),
    (Self.look(sharpness: 0.05), .tooBlurry), (Self.look(movesMost: true), .holdStill),
    (Self.look(shift: 0.05), .holdStill),
  ])
  func `a cause that lasts is said once, and withdrawn once it is gone`(
    look: Guidance.Look,
    hint: GuidanceHint
  ) {
    var guidance = Guidance()
    let said = Self.said(by: &guidance, from: 0, for: 30) { _ in look }
    #expect(said.map(\.hint) == [hint])
    #expect(said[0].time >= 0.7 && said[0].time <= 2.5)
    let after = Self.said(by: &guidance, from: 30, for: 30) { _ in Self.look() }
    #expect(after.map(\.hint) == [nil])
    #expect(after[0].time >= 31 && after[0].time <= 31.5)
  }

  @Test func `a cause that comes and goes is never said, or once and never withdrawn`() {
    var guidance = Guidance()
    let flicker: (Int) -> Guidance.Look = { Self.look(brightest: $0 % 3 == 0 ? 220 : 30) }
    #expect(Self.said(by: &guidance, from: 0, for: 60, flicker).isEmpty)
    let dark = Self.said(by: &guidance, from: 60, for: 5) { _ in Self.look(brightest: 30) }
    #expect(dark.map(\.hint) == [.tooDark])
    #expect(Self.said(by: &guidance, from: 65, for: 60, flicker).isEmpty)
  }

  @Test func `a measure that wavers around its limit does not make a hint flicker`() {
    var guidance = Guidance()
    let said = Self.said(by: &guidance, from: 0, for: 60) { index in
      Self.look(brightest: index % 20 < 10 ? 55 : 70)
    }
    #expect(said.map(\.hint) == [.tooDark])
  }

  @Test func `one hint is up at a time, the weightiest, and the next follows it`() {
    var guidance = Guidance()
    let blurred = Self.said(by: &guidance, from: 0, for: 3) { _ in Self.look(sharpness: 0.05) }
    #expect(blurred.map(\.hint) == [.tooBlurry])
    let darker = Self.said(by: &guidance, from: 3, for: 3) { _ in
      Self.look(brightest: 30, sharpness: 0.05)
    }
    #expect(darker.map(\.hint) == [.tooDark])
    let lit = Self.said(by: &guidance, from: 6, for: 3) { _ in Self.look(sharpness: 0.05) }
    #expect(lit.map(\.hint) == [.tooBlurry])
  }

  @Test(arguments: [
    (Guidance.Reading(lines: 0, height: 0, confidence: 0), GuidanceHint.noText),
    (Guidance.Reading(lines: 9, height: 9, confidence: 0.6), .moveCloser),
    (Guidance.Reading(lines: 9, height: 24, confidence: 0.9, linesAtEdge: 3), .pageCutOff),
  ])
  func `what the readings of a page say holds until the page is replaced`(
    reading: Guidance.Reading,
    hint: GuidanceHint
  ) {
    var guidance = Guidance()
    guidance.noteReading(reading)
    guidance.noteReading(reading)
    #expect(Self.said(by: &guidance, from: 0, for: 20) { _ in Self.look() }.map(\.hint) == [hint])
    let gone = Self.said(by: &guidance, from: 20, for: 5) { index in
      Self.look(moves: index == 0, isReplaced: index < 3)
    }
    #expect(gone.map(\.hint) == [nil])
  }

  @Test func `print that reads well is neither too dark nor too blurred`() {
    var guidance = Guidance()
    guidance.noteReading(Self.good)
    #expect(
      Self.said(by: &guidance, from: 0, for: 10) { _ in Self.look(brightest: 30, sharpness: 0.05) }
        .isEmpty
    )
  }

  @Test func `soft print is blurred where it reads badly, and else the size of its letters`() {
    var guidance = Guidance()
    let soft: (Int) -> Guidance.Look = { _ in Self.look(sharpness: 0.25) }
    #expect(Self.said(by: &guidance, from: 0, for: 5, soft).isEmpty)
    guidance.noteReading(Guidance.Reading(lines: 5, height: 30, confidence: 0.4))
    #expect(Self.said(by: &guidance, from: 5, for: 5, soft).map(\.hint) == [.tooBlurry])
  }

  @Test func `a page put down within two seconds is not asked to hold still`() {
    var guidance = Guidance()
    let said = Self.said(by: &guidance, from: 0, for: 10) { Self.look(movesMost: $0 < 15) }
    #expect(said.isEmpty)
  }

  @Test func `a new stream begins without a hint, and a clock that jumps back is no fault`() {
    var guidance = Guidance()
    _ = Self.said(by: &guidance, from: 100, for: 3) { _ in Self.look(brightest: 30) }
    #expect(guidance.hint == .tooDark)
    #expect(Self.said(by: &guidance, from: 0, for: 5) { _ in Self.look(brightest: 30) }.count <= 2)
    guidance.streamBegan()
    #expect(guidance.hint == nil)
  }

  @Test(.timeLimit(.minutes(20)), arguments: [(UInt8(20), GuidanceHint.tooDark), (128, .noText)])
  func `a camera in the dark says so, and one that looks at an empty desk`(
    luma: UInt8,
    hint: GuidanceHint
  ) async {
    let kernel = FakeKernel(.real)
    kernel.plug(QuickScan.camera(frames: .repeating([.grey(64, 48, luma)])))
    let log = EventLog()
    let scan = QuickScan.make(kernel, log)
    let task = Task { _ = try await scan.run() }
    let event = await log.first { if case .guidance = $0.content { true } else { false } }
    #expect(event?.content == .guidance(hint))
    task.cancel()
    _ = await task.result
  }
}
