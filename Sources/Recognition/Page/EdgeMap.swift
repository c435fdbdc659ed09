import Imaging

/// How steeply a small picture gets brighter at each pixel, and where.
struct EdgeMap {
  let width: Int
  let height: Int

  /// Where the brightness steps, a pixel wide, with the direction in which it rises.
  private(set) var points: [Point] = []

  /// A steepness, in luma a pixel, that texture rarely reaches.
  let limit: Float

  /// A place on an edge, in pixels from the middle of the picture.
  struct Point {
    var place: SIMD2<Float>
    var rise: SIMD2<Float>
    var steepness: Float
  }

  private var gradients: [SIMD2<Float>]

  /// Finds the edges of a picture.
  init(_ image: LumaImage) {
    let (width, height) = (image.width, image.height)
    (self.width, self.height) = (width, height)
    var gradients = [SIMD2<Float>](repeating: .zero, count: width * height)
    var counts = [Int](repeating: 0, count: 256)
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for y in 1..<max(height - 1, 1) {
        for x in 1..<max(width - 1, 1) {
          let place = y * width + x
          func at(_ offset: Int) -> Float { unsafe Float(pixels[place + offset]) }
          let (left, right) = (-1, 1)
          let (up, down) = (-width, width)
          let across =
            at(up + right) - at(up + left) + 2 * (at(right) - at(left)) + at(down + right)
            - at(down + left)
          let along =
            at(down + left) - at(up + left) + 2 * (at(down) - at(up)) + at(down + right)
            - at(up + right)
          gradients[place] = SIMD2(across, along) / 8
          counts[min(Int(max(abs(across), abs(along)) / 8 * 4), 255)] += 1
        }
      }
    }
    var rest = counts.reduce(0, +) / 2
    var median = 0
    while median < 255, rest >= counts[median] {
      rest -= counts[median]
      median += 1
    }
    limit = min(max(3 * Float(median) / 4, 2), 8)
    self.gradients = gradients
    collectPoints()
  }

  /// How steeply the brightness rises at a place; nothing outside the picture.
  func gradient(at place: SIMD2<Float>) -> SIMD2<Float>? {
    let x = Int((place.x + Float(width - 1) / 2).rounded())
    let y = Int((place.y + Float(height - 1) / 2).rounded())
    guard x >= 1, y >= 1, x < width - 1, y < height - 1 else { return nil }
    return gradients[y * width + x]
  }

  /// Keeps the pixels that are steeper than their neighbours across the edge.
  private mutating func collectPoints() {
    let middle = SIMD2(Float(width - 1), Float(height - 1)) / 2
    for y in 2..<max(height - 2, 2) {
      for x in 2..<max(width - 2, 2) {
        let place = y * width + x
        let rise = gradients[place]
        let steepness = (rise * rise).sum().squareRoot()
        guard steepness >= limit else { continue }
        let step = abs(rise.x) > abs(rise.y) ? 1 : width
        let axis = step == 1 ? 0 : 1
        guard abs(gradients[place - step][axis]) <= abs(rise[axis]),
          abs(gradients[place + step][axis]) <= abs(rise[axis])
        else { continue }
        points.append(
          Point(
            place: SIMD2(Float(x), Float(y)) - middle,
            rise: rise / steepness,
            steepness: steepness
          )
        )
      }
    }
  }
}
