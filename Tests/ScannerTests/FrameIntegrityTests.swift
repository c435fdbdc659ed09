import Imaging
import Testing

@testable import Scanner

@Suite struct FrameIntegrityTests {
  private let noise = DecodeCompleteness.damaged(
    DecodeDamage(isTruncated: false, decodedRows: nil, reason: "Corrupt JPEG data")
  )
  private let cut = DecodeCompleteness.damaged(
    DecodeDamage(isTruncated: true, decodedRows: 100, reason: "Premature end of JPEG file")
  )

  /// What becomes of frames one after the other, each with its second.
  private func accepted(_ frames: [(DecodeCompleteness, Int)]) -> [Bool] {
    var integrity = FrameIntegrity()
    return frames.map { integrity.accepts($0.0, at: .seconds($0.1)) }
  }

  @Test func `of a camera that can send whole frames no damaged one counts, however long it lasts`()
  {
    let frames = [(DecodeCompleteness.complete, 1), (noise, 2), (noise, 600), (.complete, 601)]
    #expect(accepted(frames) == [true, false, false, true])
  }

  @Test func `a camera whose every frame is odd is read after a while, but for frames cut off`() {
    #expect(
      accepted([(noise, 10), (noise, 14), (noise, 15), (cut, 16)]) == [false, false, true, false]
    )
  }
}
