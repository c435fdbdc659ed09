/// The luma and chroma of a raw frame as three planes without padding, chroma at half the width.
struct ColorPlanes {
  /// The size of the luma plane.
  let size: PixelSize

  /// Whether chroma has half the rows too (4:2:0), rather than all (4:2:2).
  let halvesRows: Bool

  /// Luma, row by row.
  private(set) var y: [UInt8]

  /// Blue against luma, row by row.
  private(set) var u: [UInt8]

  /// Red against luma, row by row.
  private(set) var v: [UInt8]

  /// Takes a frame apart; makes nothing of formats that are not luma and chroma.
  ///
  /// - Parameters:
  ///   - bytes: The frame.
  ///   - layout: How to read it.
  /// - Throws: `ImageError` when the frame is too short.
  init?(_ bytes: [UInt8], layout: RasterLayout) throws(ImageError) {
    switch layout.format {
    case .yuyv: try self.init(packed: bytes, layout, luma: 0, u: 1, v: 3)
    case .yvyu: try self.init(packed: bytes, layout, luma: 0, u: 3, v: 1)
    case .uyvy: try self.init(packed: bytes, layout, luma: 1, u: 0, v: 2)
    case .nv12: try self.init(interleaved: bytes, layout, u: 0, v: 1)
    case .nv21: try self.init(interleaved: bytes, layout, u: 1, v: 0)
    case .yu12: try self.init(planar: bytes, layout)
    case .yv12:
      try self.init(planar: bytes, layout)
      swap(&u, &v)
    default: return nil
    }
  }

  private init(_ size: PixelSize, halvesRows: Bool) {
    self.size = size
    self.halvesRows = halvesRows
    let rows = halvesRows ? (size.height + 1) / 2 : size.height
    y = [UInt8](repeating: 0, count: size.area)
    u = [UInt8](repeating: 128, count: (size.width + 1) / 2 * rows)
    v = u
  }

  private init(
    packed bytes: [UInt8],
    _ layout: RasterLayout,
    luma: Int,
    u firstChroma: Int,
    v secondChroma: Int
  ) throws(ImageError) {
    let pairs = (layout.width + 1) / 2
    try layout.check(bytes.count, needs: layout.bytesPerRow * (layout.height - 1) + pairs * 4)
    self.init(layout.size, halvesRows: false)
    for row in 0..<layout.height {
      let start = row * layout.bytesPerRow
      for x in 0..<layout.width { y[row * layout.width + x] = bytes[start + x * 2 + luma] }
      for pair in 0..<pairs {
        u[row * pairs + pair] = bytes[start + pair * 4 + firstChroma]
        v[row * pairs + pair] = bytes[start + pair * 4 + secondChroma]
      }
    }
  }

  private init(
    interleaved bytes: [UInt8],
    _ layout: RasterLayout,
    u firstChroma: Int,
    v secondChroma: Int
  ) throws(ImageError) {
    let pairs = (layout.width + 1) / 2
    let rows = (layout.height + 1) / 2
    let chroma = layout.bytesPerRow * layout.height
    try layout.check(bytes.count, needs: chroma + layout.bytesPerRow * (rows - 1) + pairs * 2)
    self.init(layout.size, halvesRows: true)
    copyLuma(from: bytes, bytesPerRow: layout.bytesPerRow)
    for row in 0..<rows {
      let start = chroma + row * layout.bytesPerRow
      for pair in 0..<pairs {
        u[row * pairs + pair] = bytes[start + pair * 2 + firstChroma]
        v[row * pairs + pair] = bytes[start + pair * 2 + secondChroma]
      }
    }
  }

  private init(planar bytes: [UInt8], _ layout: RasterLayout) throws(ImageError) {
    let pairs = (layout.width + 1) / 2
    let rows = (layout.height + 1) / 2
    let stride = layout.bytesPerRow / 2
    let first = layout.bytesPerRow * layout.height
    let second = first + stride * rows
    try layout.check(bytes.count, needs: second + stride * (rows - 1) + pairs)
    self.init(layout.size, halvesRows: true)
    copyLuma(from: bytes, bytesPerRow: layout.bytesPerRow)
    for row in 0..<rows {
      let target = row * pairs..<(row + 1) * pairs
      let source = row * stride..<row * stride + pairs
      u.replaceSubrange(target, with: bytes[first + source.lowerBound..<first + source.upperBound])
      v.replaceSubrange(
        target,
        with: bytes[second + source.lowerBound..<second + source.upperBound]
      )
    }
  }

  private mutating func copyLuma(from bytes: [UInt8], bytesPerRow: Int) {
    for row in 0..<size.height {
      let start = row * bytesPerRow
      y.replaceSubrange(
        row * size.width..<(row + 1) * size.width,
        with: bytes[start..<start + size.width]
      )
    }
  }
}

extension RasterLayout {
  /// Makes sure that a frame has the bytes its layout needs.
  func check(_ count: Int, needs needed: Int) throws(ImageError) {
    guard width > 0, height > 0, count >= needed else {
      throw ImageError(
        .truncated,
        "The \(format) frame of \(size) has \(count) bytes; it needs \(needed)."
      )
    }
  }
}
