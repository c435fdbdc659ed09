import FoundationEssentials
import Imaging
import Recognition
import Testing

@testable import Scanner

struct ItemFocusTests {
  private static let center = NormalizedPoint(x: 0.5, y: 0.5)

  /// A line in the middle of the picture's width, at a height.
  private static func item(_ text: String, y: Double) -> RecognizedItem {
    let rect = PixelRect(x: 300, y: Int(y * 1000), width: 400, height: 30)
    return RecognizedItem(
      id: UUID(),
      observation: RecognizedTextObservation(
        candidates: [RecognizedText(string: text, confidence: 0.9)],
        bounds: Quadrilateral(rect, in: PixelSize(width: 1000, height: 1000)),
        words: [],
        position: TextPosition(block: 1, paragraph: 1, line: 1),
        direction: .leftToRight,
        language: nil,
        engine: RecognitionEngine(name: "test", version: "1", models: [])
      ),
      readings: 1
    )
  }

  @Test func `only the item nearest the point is left`() {
    var focus = ItemFocus()
    let (far, near) = (Self.item("far", y: 0.1), Self.item("near", y: 0.48))
    let changes = focus.filter(
      [.added(far), .added(near), .settled(far), .settled(near), .page([far, near])],
      items: [far, near],
      point: Self.center
    )
    #expect(changes == [.added(near), .settled(near), .page([near])])
  }

  @Test func `another point makes another item the one`() {
    var focus = ItemFocus()
    let (top, middle) = (Self.item("top", y: 0.1), Self.item("middle", y: 0.48))
    _ = focus.filter([.settled(top), .settled(middle)], items: [top, middle], point: Self.center)
    let changes = focus.filter([], items: [top, middle], point: NormalizedPoint(x: 0.5, y: 0.1))
    #expect(changes == [.removed(middle), .added(top), .settled(top)])
  }

  @Test func `two items that are as near do not take turns`() {
    var focus = ItemFocus()
    let (above, below) = (Self.item("above", y: 0.42), Self.item("below", y: 0.56))
    _ = focus.filter([], items: [above, below], point: Self.center)
    var moved = [above, below]
    for y in [0.56, 0.545, 0.555, 0.535] {
      moved[1].bounds = Self.item("below", y: y).bounds
      #expect(focus.filter([], items: moved, point: Self.center).isEmpty)
    }
  }

  @Test func `the item that left is removed, and nothing stands in for it on an empty page`() {
    var focus = ItemFocus()
    let item = Self.item("gone", y: 0.5)
    _ = focus.filter([.added(item)], items: [item], point: Self.center)
    let changes = focus.filter([.removed(item), .page([])], items: [], point: Self.center)
    #expect(changes == [.removed(item), .page([])])
  }

  @Test func `a point in a shape has no distance, one beside it has`() {
    let shape = Self.item("", y: 0.5).bounds
    #expect(shape.distance(to: NormalizedPoint(x: 0.4, y: 0.51)) == 0)
    #expect(abs(shape.distance(to: NormalizedPoint(x: 0.8, y: 0.51)) - 0.1) < 1e-9)
  }
}
