import FoundationEssentials
import Imaging

/// What one reading looks at when it does not look at the whole page: lines whose picture changed, or
/// that still need votes.
struct ReadingScope: Sendable, Hashable {
  /// The lines that are read anew.
  var lines: Set<UUID>

  /// Where what is no line yet may be found.
  private(set) var places: [Quadrilateral]

  /// What is cut out of the upright picture, each part to be read by itself.
  private(set) var parts: [NormalizedRect]

  private var edges: [Quadrilateral]

  /// More parts than this, or more than this share of the picture, cost as much as the whole.
  private static let (mostParts, largestShare) = (4, 0.5)

  /// How much is cut out around a line, in its heights.
  private static let margin = 0.7

  /// The same around a place that changed, as a share of the picture.
  private static let placeMargin = 0.02

  /// Finds what is to be cut out, or nothing where reading the whole is as well.
  ///
  /// - Parameters:
  ///   - lines: The lines to read.
  ///   - places: Where the picture changed besides, in the upright picture.
  ///   - region: The part of the upright picture that is read at all.
  init?(lines: [RecognizedItem], places: [Box] = [], in region: NormalizedRect) {
    self.lines = Set(lines.map(\.id))
    self.places = places.map(\.shape)
    let limits = Box(region)
    let rows = lines.map { item in
      let box = Box(item.bounds)
      return box.grown(by: (box.bottom - box.top) * Self.margin)
    }
    var boxes = (rows + places.map { $0.grown(by: Self.placeMargin) }).map { $0.cut(to: limits) }
    boxes.removeAll { $0.width <= 0 || $0.bottom <= $0.top }
    let joined = Box.joined(boxes)
    let share = joined.reduce(0) { $0 + $1.width * ($1.bottom - $1.top) }
    guard !joined.isEmpty, joined.count <= Self.mostParts,
      share <= Self.largestShare * region.width * region.height
    else { return nil }
    parts = joined.compactMap(\.rect)
    guard parts.count == joined.count else { return nil }
    edges = []
    // Where the picture itself ends nothing is cut through.
    for box in joined {
      if box.left > limits.left + Self.reach { edges.append(Self.edge(box.left, of: box)) }
      if box.right < limits.right - Self.reach { edges.append(Self.edge(box.right, of: box)) }
    }
  }

  /// How near to where it was cut off something counts as cut through.
  private static let reach = 0.002

  private static func edge(_ x: Double, of box: Box) -> Quadrilateral {
    Box(left: x - reach, top: box.top, right: x + reach, bottom: box.bottom).shape
  }

  /// Whether something that is no line yet lies in the row of what changed.
  func mayHold(_ shape: Quadrilateral) -> Bool {
    let box = Box(shape)
    let middle = (box.top + box.bottom) / 2
    return places.contains { place in
      let place = Box(place)
      return (place.top...place.bottom).contains(middle) && box.left < place.right
        && place.left < box.right
    }
  }

  /// Whether a line reaches the edge of what was cut out, so that a part of it may be missing.
  func cuts(_ shape: Quadrilateral) -> Bool {
    let box = Box(shape)
    return edges.contains { edge in
      let edge = Box(edge)
      return box.left < edge.right && edge.left < box.right && box.top < edge.bottom
        && edge.top < box.bottom
    }
  }

  /// The page moved in the picture.
  mutating func move(_ movement: (Quadrilateral) -> Quadrilateral) {
    for index in places.indices { places[index] = movement(places[index]) }
    for index in edges.indices { edges[index] = movement(edges[index]) }
  }
}

extension Box {
  /// Makes a box of its sides.
  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Its corners.
  var shape: Quadrilateral {
    Quadrilateral(
      topLeft: NormalizedPoint(x: left, y: top),
      topRight: NormalizedPoint(x: right, y: top),
      bottomRight: NormalizedPoint(x: right, y: bottom),
      bottomLeft: NormalizedPoint(x: left, y: bottom)
    )
  }

  /// The same as a part of the picture; `nil` when it has no area there.
  var rect: NormalizedRect? {
    let (x, y) = (max(left, 0), max(top, 0))
    return NormalizedRect(x: x, y: y, width: min(right, 1) - x, height: min(bottom, 1) - y)
  }

  /// The box with so much around it.
  func grown(by margin: Double) -> Box {
    Box(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }

  /// What of the box lies in another.
  func cut(to other: Box) -> Box {
    Box(
      left: max(left, other.left),
      top: max(top, other.top),
      right: min(right, other.right),
      bottom: min(bottom, other.bottom)
    )
  }

  /// The boxes with those that meet made one, until none do.
  static func joined(_ boxes: [Box]) -> [Box] {
    var result: [Box] = []
    for box in boxes {
      var box = box
      while let other = result.firstIndex(where: { $0.meets(box) }) {
        let met = result.remove(at: other)
        box = Box(
          left: min(box.left, met.left),
          top: min(box.top, met.top),
          right: max(box.right, met.right),
          bottom: max(box.bottom, met.bottom)
        )
      }
      result.append(box)
    }
    return result
  }

  private func meets(_ other: Box) -> Bool {
    left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
  }
}
