import Glibc
import Testing

@testable import Recognition

struct TextStripTests {
  /// The regions of a map drawn with letters; a dot is below the threshold.
  private func regions(_ rows: [String]) -> [TextRegion] {
    let values = rows.flatMap { row in row.map { Float($0 == "." ? 0 : 1) } }
    return unsafe values.withUnsafeBufferPointer {
      unsafe TextRegion.find(
        in: $0,
        width: rows[0].count,
        height: rows.count,
        threshold: 0.5
      )
    }
  }

  @Test func `places that touch at a corner or meet further down are one region`() {
    #expect(regions(["#..#", ".##.", "....", "#..#"]).map(\.area) == [4, 1, 1])
    #expect(regions(["#.#.#", "#####", "....."]).map(\.area) == [8])
  }

  @Test(arguments: [0.0, 0.3, -0.7, 1.4])
  func `the smallest rectangle around turned corners is turned as they are`(angle: Double) throws {
    let (axis, across) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
    let center = SIMD2(50.0, 40.0)
    let points = [SIMD2(-20.0, -5), SIMD2(20, -5), SIMD2(20, 5), SIMD2(-20, 5), SIMD2(3, 1)]
      .map { center + axis * $0.x + across * $0.y }
    let rectangle = try #require(TurnedRectangle(around: points))
    #expect(abs(rectangle.length - 40) < 1e-6)
    #expect(abs(rectangle.breadth - 10) < 1e-6)
    #expect(abs((rectangle.axis * axis).sum()) > 1 - 1e-9)
    #expect(((rectangle.center - center) * (rectangle.center - center)).sum() < 1e-9)
  }

  @Test func `a strip follows a bent line and keeps its ends when it grows`() throws {
    // An arc of 400 by 12 places that hangs down 20 in the middle.
    let runs = (0..<60).flatMap { y in
      (0..<400).compactMap { x -> TextRegion.Run? in
        let middle = 40 - 20 * pow((Double(x) - 200) / 200, 2)
        return abs(Double(y) - middle) < 6 ? TextRegion.Run(y: y, start: x, end: x + 1) : nil
      }
    }
    let strip = try #require(TextStrip(TextRegion(runs: runs), scale: SIMD2(1, 1)))
    let (middle, end) = (strip.point(along: 0, across: 0), strip.point(along: 0.9, across: 0))
    #expect(abs(middle.y - 40) < 1.5)
    #expect(abs(end.y - (40 - 20 * pow((end.x - 200) / 200, 2))) < 1.5)
    #expect(abs(strip.height - 12) < 2)
    let grown = strip.grown(by: 1.8)
    #expect(grown.height > strip.height + 6)
    #expect(abs(grown.point(along: 0, across: 0).y - 40) < 1.5)
  }

  @Test func `a reversed strip begins where the other ends`() {
    let strip = TextStrip(
      center: SIMD2(100, 100),
      axis: SIMD2(1, 0),
      halfLength: 50,
      curve: SIMD4(1, 2, 3, 0),
      halfHeight: 8,
      growth: 2
    )
    let (forward, backward) = (
      strip.point(along: -1, across: -1), strip.reversed.point(along: 1, across: 1)
    )
    #expect(abs(forward.x - backward.x) < 1e-9)
    #expect(abs(forward.y - backward.y) < 1e-9)
  }

  @Test func `a lone digit on a page of lines stands upright`() {
    func strip(_ width: Double, _ height: Double) -> TextStrip {
      TextStrip(
        center: SIMD2(0, 0),
        axis: width > height ? SIMD2(1, 0) : SIMD2(0, 1),
        halfLength: max(width, height) / 2,
        halfHeight: min(width, height) / 2
      )
    }
    let aligned = TextStrip.aligned([strip(300, 20), strip(12, 20), strip(20, 200)])
    #expect(aligned.map(\.isLevel) == [true, true, false])
    #expect(aligned[1].length == 12)
  }
}
