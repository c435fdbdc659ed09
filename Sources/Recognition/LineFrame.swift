import Glibc
import Imaging

/// The slant and turn of a line, to draw its corners along the text.
struct LineFrame {
  private let cosine: Double
  private let sine: Double
  private let isSlanted: Bool
  private let quarterTurns: Int
  private let origin: Homography

  /// The frame of a line whose pixels lie somewhere in the picture.
  init(_ line: EngineLine, origin: Homography) {
    self.origin = origin
    cosine = cos(line.slope)
    sine = sin(line.slope)
    // Under a quarter of a degree the box is as good and cannot lean the wrong way.
    isSlanted = abs(line.slope) > 0.0044 && line.quarterTurns == 0 && line.direction != .topToBottom
    quarterTurns = line.quarterTurns
  }

  /// The smallest shape along the line around some boxes, or the one given where the line is level.
  func quadrilateral(
    around boxes: [EngineBox],
    or whole: EngineBox,
    in size: PixelSize
  )
    -> Quadrilateral
  {
    guard isSlanted, !boxes.isEmpty else { return upright(whole, in: size) }
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for box in boxes {
      // A letter stands upright in its box; of a box's corners the middle of each side is nearest
      // to the ink, and using the corners would make a steep line too high.
      let middle = (x: Double(box.left + box.right) / 2, y: Double(box.top + box.bottom) / 2)
      let (halfWidth, halfHeight) = (Double(box.width) / 2, Double(box.height) / 2)
      let along = middle.x * cosine + middle.y * sine
      let across = middle.y * cosine - middle.x * sine
      left = min(left, along - halfWidth)
      right = max(right, along + halfWidth)
      top = min(top, across - halfHeight)
      bottom = max(bottom, across + halfHeight)
    }
    func corner(_ along: Double, _ across: Double) -> NormalizedPoint {
      normalized(along * cosine - across * sine, along * sine + across * cosine, in: size)
    }
    return Quadrilateral(
      topLeft: corner(left, top),
      topRight: corner(right, top),
      bottomRight: corner(right, bottom),
      bottomLeft: corner(left, bottom)
    )
  }

  /// A box as a shape, its first corner where the text starts.
  func upright(_ box: EngineBox, in size: PixelSize) -> Quadrilateral {
    let corners = [
      normalized(Double(box.left), Double(box.top), in: size),
      normalized(Double(box.right), Double(box.top), in: size),
      normalized(Double(box.right), Double(box.bottom), in: size),
      normalized(Double(box.left), Double(box.bottom), in: size),
    ]
    return Quadrilateral(
      topLeft: corners[quarterTurns % 4],
      topRight: corners[(quarterTurns + 1) % 4],
      bottomRight: corners[(quarterTurns + 2) % 4],
      bottomLeft: corners[(quarterTurns + 3) % 4]
    )
  }

  private func normalized(_ x: Double, _ y: Double, in size: PixelSize) -> NormalizedPoint {
    let place = origin(SIMD2(x, y))
    return NormalizedPoint(
      x: min(max(place.x / Double(max(size.width, 1)), 0), 1),
      y: min(max(place.y / Double(max(size.height, 1)), 0), 1)
    )
  }
}
