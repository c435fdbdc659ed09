import FoundationEssentials
import Imaging

/// Leaves only the item nearest the point of interest, as `DataScannerViewController` does unless it
/// recognizes multiple items.
///
/// A pure state machine between the page and the world: the item that becomes the nearest is added,
/// the one that was it is removed.
struct ItemFocus: Sendable {
  /// How much nearer another item must be to take over, as a share of the picture: a picture that
  /// trembles must not make two items take turns.
  static let hysteresis = 0.02

  private var focused: RecognizedItem?
  private var settled: Set<UUID> = []

  /// Whether an item is the one that is left.
  func isFocused(_ item: RecognizedItem) -> Bool { item.id == focused?.id }

  /// What is left of the changes of a page.
  ///
  /// - Parameters:
  ///   - changes: The page's changes, in order.
  ///   - items: The items in view after them.
  ///   - point: The point of interest, in the upright picture.
  /// - Returns: The changes of the nearest item alone.
  mutating func filter(
    _ changes: [PageReader.Change],
    items: [RecognizedItem],
    point: NormalizedPoint
  ) -> [PageReader.Change] {
    var result: [PageReader.Change] = []
    let nearest = nearest(of: items, to: point)
    if let old = focused, old.id != nearest?.id {
      result.append(.removed(old))
      focused = nil
    }
    settled.formIntersection(Set(items.map(\.id)).union(changes.compactMap { $0.settledItem?.id }))
    settled.formUnion(changes.compactMap { $0.settledItem?.id })
    guard let nearest else { return result + pages(of: changes, []) }
    if focused == nil {
      result.append(.added(nearest))
      if settled.contains(nearest.id) { result.append(.settled(nearest)) }
    } else {
      for change in changes {
        switch change {
        case .updated(let item) where item.id == nearest.id: result.append(change)
        case .settled(let item) where item.id == nearest.id: result.append(change)
        default: break
        }
      }
    }
    focused = nearest
    return result + pages(of: changes, settled.contains(nearest.id) ? [nearest] : [])
  }

  /// Pages hold the one item that is left.
  private func pages(
    of changes: [PageReader.Change],
    _ lines: [RecognizedItem]
  ) -> [PageReader.Change] {
    changes.contains { if case .page = $0 { true } else { false } } ? [.page(lines)] : []
  }

  private func nearest(of items: [RecognizedItem], to point: NormalizedPoint) -> RecognizedItem? {
    let best = items.min { $0.bounds.distance(to: point) < $1.bounds.distance(to: point) }
    guard let best, let current = items.first(where: { $0.id == focused?.id }) else { return best }
    let gain = current.bounds.distance(to: point) - best.bounds.distance(to: point)
    return gain > Self.hysteresis ? best : current
  }
}

extension PageReader.Change {
  /// The item, when this says that it settled.
  fileprivate var settledItem: RecognizedItem? {
    if case .settled(let item) = self { item } else { nil }
  }
}

extension Quadrilateral {
  /// How far a point lies from the shape, as a share of the picture; 0 inside.
  func distance(to point: NormalizedPoint) -> Double {
    let sides = zip(corners, corners.dropFirst() + corners.prefix(1))
    var isInside = true
    var nearest = Double.infinity
    for (from, to) in sides {
      let (x, y) = (to.x - from.x, to.y - from.y)
      let (px, py) = (point.x - from.x, point.y - from.y)
      if x * py - y * px < 0 { isInside = false }
      let length = x * x + y * y
      let share = length > 0 ? min(max((px * x + py * y) / length, 0), 1) : 0
      let (dx, dy) = (px - share * x, py - share * y)
      nearest = min(nearest, (dx * dx + dy * dy).squareRoot())
    }
    return isInside ? 0 : nearest
  }
}
