import Imaging

/// How much of a line is backed by edges, for any part of it at once.
struct SideSupport {
  let line: EdgeLine

  // Running sums, a pixel a step: steps inside the picture, steps where the brightness rises along the
  // normal, where it falls.
  private var inside: [Int32] = [0]
  private var rising: [Int32] = [0]
  private var falling: [Int32] = [0]
  private let reach: Int

  /// Follows a line through a picture's edges.
  init(_ line: EdgeLine, _ edges: EdgeMap) {
    self.line = line
    reach = edges.width + edges.height
    let start = line.normal * line.distance
    for step in -reach...reach {
      let place = start + line.direction * Float(step)
      var (up, down, isInside) = (false, false, false)
      if !line.isBorder, edges.gradient(at: place) != nil {
        isInside = true
        for offset in [-1.5, 0, 1.5] as [Float] {
          guard let rise = edges.gradient(at: place + line.normal * offset) else { continue }
          let slope = (rise * line.normal).sum()
          let isAcross = slope * slope > 0.6 * (rise * rise).sum()
          up = up || (isAcross && slope >= edges.limit)
          down = down || (isAcross && slope <= -edges.limit)
        }
      }
      inside.append(inside[inside.count - 1] + (isInside ? 1 : 0))
      rising.append(rising[rising.count - 1] + (up ? 1 : 0))
      falling.append(falling[falling.count - 1] + (down ? 1 : 0))
    }
  }

  /// What backs a part of the line.
  struct Part {
    /// How long it is, and how much of that lies inside the picture.
    var length: Float
    var seen: Float
    /// The shares of the seen part where the brightness rises along the normal, and where it falls.
    var rising: Float
    var falling: Float
  }

  /// What backs the line between two places on it.
  func part(from first: SIMD2<Float>, to last: SIMD2<Float>) -> Part {
    let (a, b) = (position(first), position(last))
    return part(min(a, b), max(a, b))
  }

  /// What backs the continuation of the line beyond the second of two places on it.
  func beyond(_ first: SIMD2<Float>, _ last: SIMD2<Float>, share: Float) -> Part {
    let (a, b) = (position(first), position(last))
    let gap: Float = b > a ? 3 : -3
    let end = b + gap + (b - a) * share
    return part(min(b + gap, end), max(b + gap, end))
  }

  private func position(_ place: SIMD2<Float>) -> Float { (place * line.direction).sum() }

  private func part(_ low: Float, _ high: Float) -> Part {
    func index(_ position: Float) -> Int {
      min(max(Int(position.rounded()) + reach, 0), inside.count - 1)
    }
    let (start, end) = (index(low), index(high))
    let seen = Float(inside[end] - inside[start])
    return Part(
      length: high - low,
      seen: seen,
      rising: Float(rising[end] - rising[start]) / max(seen, 1),
      falling: Float(falling[end] - falling[start]) / max(seen, 1)
    )
  }
}
