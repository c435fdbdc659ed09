extension LumaImage {
  /// How sharp the picture's contents are: high for focused print, near 0 for blurred or empty.
  ///
  /// The variance of the Laplacian (what a pixel differs from its four neighbours), divided by the
  /// variance of the luma itself, over those 32 × 32 tiles that have contents (a standard deviation
  /// of at least 8). Dividing makes it the same for faint and for bold print and for dim light;
  /// leaving out empty tiles makes it the same for a full page and for two lines, and keeps a blank
  /// page's noise from looking sharp. It is a mean, so that the number of pixels has no influence;
  /// the size of the print in pixels has, so compare pictures decoded at the same scale. Defocus
  /// that doubles the width of an edge divides it by about four.
  ///
  /// - Returns: 0 for an empty or blank picture, about 0.5 to 4 for focused print, 20 for pure noise.
  public func sharpness() -> Double {
    guard width >= 3, height >= 3 else { return 0 }
    var total = TileMoments()
    let (width, height) = (width, height)
    unsafe withPointer { pixels in
      var top = 1
      while top < height &- 1 {
        let rows = min(TileMoments.side, height &- 1 &- top)
        var left = 1
        while left < width &- 1 {
          let columns = min(TileMoments.side, width &- 1 &- left)
          let origin = unsafe pixels + (top &* width &+ left)
          total.addIfItHasContents(
            unsafe TileMoments(origin, stride: width, columns: columns, rows: rows)
          )
          left &+= TileMoments.side
        }
        top &+= TileMoments.side
      }
    }
    return total.luma > 0 ? total.laplacian / total.luma : 0
  }
}

/// Sums of squared deviations over a tile, or over several.
private struct TileMoments {
  /// The side of a tile; its sums of squares fit 32 bits.
  static let side = 32

  /// Squared deviations of the luma from the tile's mean.
  var luma = 0.0

  /// Squared deviations of the Laplacian from its mean.
  var laplacian = 0.0

  private var count = 0

  init() {}

  /// Measures one tile; its neighbours on all sides lie inside the picture.
  init(_ origin: UnsafePointer<UInt8>, stride: Int, columns: Int, rows: Int) {
    var sum: Int32 = 0
    var squares: Int32 = 0
    var edgeSum: Int32 = 0
    var edgeSquares: Int32 = 0
    for y in 0..<rows {
      let row = unsafe origin + y &* stride
      for x in 0..<columns {
        let value = unsafe Int16(row[x])
        let sides = unsafe Int16(row[x &- 1]) &+ Int16(row[x &+ 1])
        let ends = unsafe Int16(row[x &- stride]) &+ Int16(row[x &+ stride])
        let edge = value &* 4 &- sides &- ends
        sum &+= Int32(value)
        squares &+= Int32(value) &* Int32(value)
        edgeSum &+= Int32(edge)
        edgeSquares &+= Int32(edge) &* Int32(edge)
      }
    }
    count = columns * rows
    luma = Double(squares) - Double(sum) * Double(sum) / Double(count)
    laplacian = Double(edgeSquares) - Double(edgeSum) * Double(edgeSum) / Double(count)
  }

  mutating func addIfItHasContents(_ tile: TileMoments) {
    guard tile.luma >= Double(tile.count) * 64 else { return }
    luma += tile.luma
    laplacian += tile.laplacian
    count += tile.count
  }
}
