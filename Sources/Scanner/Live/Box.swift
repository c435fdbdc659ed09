import Imaging

/// The upright box around four corners.
struct Box: Sendable, Hashable {
  /// The left edge.
  var left: Double

  /// The top edge.
  var top: Double

  /// The right edge.
  var right: Double

  /// The bottom edge.
  var bottom: Double

  /// Makes the box around a quadrilateral.
  init(_ shape: Quadrilateral) {
    let corners = shape.corners
    left = corners.map(\.x).min() ?? 0
    right = corners.map(\.x).max() ?? 0
    top = corners.map(\.y).min() ?? 0
    bottom = corners.map(\.y).max() ?? 0
  }

  /// Makes the box of a part of the picture.
  init(_ rect: NormalizedRect) {
    left = rect.x
    top = rect.y
    right = rect.x + rect.width
    bottom = rect.y + rect.height
  }

  /// Whether a point lies in the box.
  func contains(_ x: Double, _ y: Double) -> Bool {
    (left...right).contains(x) && (top...bottom).contains(y)
  }

  /// Whether the middle of this box lies in another.
  func hasMiddle(in other: Box) -> Bool {
    other.contains((left + right) / 2, (top + bottom) / 2)
  }

  /// From the left to the right edge.
  var width: Double { right - left }

  private var area: Double { max(right - left, 0) * max(bottom - top, 0) }

  /// The share of the larger of two boxes that both cover, 0…1.
  func overlap(_ other: Box) -> Double {
    let width = min(right, other.right) - max(left, other.left)
    let height = min(bottom, other.bottom) - max(top, other.top)
    guard width > 0, height > 0 else { return 0 }
    let larger = max(area, other.area)
    return larger > 0 ? width * height / larger : 0
  }
}
