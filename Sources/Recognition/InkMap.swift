import Imaging

/// Where ink alternates with paper in a picture with even light, in cells of 8 pixels.
///
/// Text alternates every few pixels, so this says cheaply where text may be, without reading it.
struct InkMap {
  private static let cell = 8
  // On paper that is evened out to 245.
  private static let inkLimit: UInt8 = 150

  private let columns: Int
  private var counts: [UInt32]
  private let total: Int

  /// Changes between ink and paper along the rows, as a share of the pixels.
  ///
  /// About 0.002 to 0.05 for pages, 0 for blank ones, over 0.15 for noise.
  let density: Double

  /// Counts the ink of a picture.
  init(_ image: LumaImage) {
    let (width, height) = (image.width, image.height)
    let columns = (width + Self.cell - 1) / Self.cell
    var counts = [UInt32](repeating: 0, count: columns * ((height + Self.cell - 1) / Self.cell))
    let limit = Self.inkLimit
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height {
        let first = (y / Self.cell) * columns
        for column in 0..<columns {
          let start = max(column * Self.cell, 1)
          let end = min((column + 1) * Self.cell, width)
          var changes: UInt32 = 0
          for x in y * width + start..<max(y * width + end, y * width + start) {
            unsafe changes &+= (pixels[x] < limit) != (pixels[x - 1] < limit) ? 1 : 0
          }
          counts[first + column] &+= changes
        }
      }
    }
    self.columns = columns
    self.counts = counts
    total = counts.reduce(0) { $0 + Int($1) }
    density = Double(total) / Double(max(width * height, 1))
  }

  /// The share of the ink that lies outside of the words a reading is not quite unsure of.
  ///
  /// - Parameter reading: What was read in this picture.
  /// - Returns: 0 when everything was read, 1 when nothing was.
  func share(outside reading: Reading) -> Double {
    guard total > 0 else { return 0 }
    var rest = counts
    let rows = counts.count / max(columns, 1)
    for word in reading.lines.flatMap(\.words) where word.confidence > 0.3 {
      let (margin, cell) = (word.box.height / 3, Self.cell)
      let left = max((word.box.left - margin) / cell, 0)
      let right = min((word.box.right + margin) / cell, columns - 1)
      let top = max((word.box.top - margin) / cell, 0)
      let bottom = min((word.box.bottom + margin) / cell, rows - 1)
      guard left <= right, top <= bottom else { continue }
      for row in top...bottom {
        for column in left...right { rest[row * columns + column] = 0 }
      }
    }
    return Double(rest.reduce(0) { $0 + Int($1) }) / Double(total)
  }
}
