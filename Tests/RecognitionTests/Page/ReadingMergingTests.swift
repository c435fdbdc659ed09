import Imaging
import Testing

@testable import Recognition

@Suite
struct ReadingMergingTests {
  private let sheet = Reading(
    [line("Dear Anna", 0.95, y: 40), line("tbe b0at Ieft", 0.65, y: 80)],
    origin: .identity
  )

  @Test func `a line read better in another view replaces the worse one where it stands`() {
    // The other view is half as large and shifted.
    let origin = Homography(scale: SIMD2(2, 2), offset: SIMD2(10, 0))
    let plain = Reading(
      [
        Self.line("Dcar Anna", 0.7, y: 20, x: 15, scale: 0.5),
        Self.line("the boat left", 0.95, y: 40, x: 15, scale: 0.5),
      ],
      origin: origin
    )
    let merged = sheet.merged(with: plain, margin: 1.15)
    #expect(merged.lines.map(\.text) == ["Dear Anna", "the boat left"])
    let box = merged.lines[1].box
    #expect(abs(box.left - 40) <= 1 && abs(box.top - 80) <= 1 && abs(box.height - 20) <= 1)
  }

  @Test func `a sure line beside a sheet is added in its place, an unsure one is not`() {
    let around = Reading(
      [Self.line("Turbine Control", 0.9, y: 0), Self.line("woodgrain", 0.5, y: 160)],
      origin: .identity
    )
    let merged = sheet.merged(with: around, margin: nil)
    #expect(merged.lines.map(\.text) == ["Turbine Control", "Dear Anna", "tbe b0at Ieft"])
  }

  @Test func `a line that is read about as well stays`() {
    let other = Reading([Self.line("Dear Auna", 0.97, y: 40)], origin: .identity)
    #expect(sheet.merged(with: other, margin: 1.15).lines.map(\.text) == sheet.lines.map(\.text))
  }

  @Test func `a line that stands at a right angle to the sheet's is left out`() {
    let turned = Reading(
      [Self.line("Turbine Control", 0.95, y: 0)],
      origin: Homography(turningTo: SIMD2(0, 1))
    )
    #expect(sheet.merged(with: turned, margin: 1.15).lines.count == 2)
  }

  /// A line whose letters are 10 pixels wide and 20 high.
  private static func line(
    _ text: String,
    _ confidence: Double,
    y: Double,
    x: Double = 40,
    scale: Double = 1
  ) -> EngineLine {
    var line = EngineLine()
    line.text = text
    line.confidence = confidence
    var start = x
    let (top, bottom) = (Int(y), Int(y + 20 * scale))
    for text in text.split(separator: " ").map(String.init) {
      let end = start + 10 * scale * Double(text.count)
      let box = EngineBox(left: Int(start), top: top, right: Int(end), bottom: bottom)
      line.words.append(EngineWord(text: text, confidence: confidence, box: box))
      start = end + 10 * scale
    }
    line.box = EngineBox(left: Int(x), top: top, right: Int(start - 10 * scale), bottom: bottom)
    return line
  }
}
