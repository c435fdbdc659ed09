/// Collects a picture's rows from top to bottom, reduced as they come.
///
/// However large the stored picture is, no more than the reduced one and a band of rows is held.
package struct LumaBuilder {
  /// The size of what is appended.
  package let storedSize: PixelSize

  /// How much smaller the result is.
  package let scale: DecodeScale

  /// How many rows were appended.
  package private(set) var rows = 0

  private let reduction: BoxReduction
  private var image: LumaImage
  private var alpha: [UInt8]?
  private var band: [UInt8]
  private var bandAlpha: [UInt8] = []
  private var sums: [UInt16]

  /// Makes room for a picture, white until rows come.
  ///
  /// - Parameters:
  ///   - storedSize: The size of what will be appended, at least one pixel.
  ///   - scale: How much smaller the result is.
  ///   - hasAlpha: Whether rows come with their opacity.
  package init(storedSize: PixelSize, scale: DecodeScale, hasAlpha: Bool = false) {
    self.storedSize = storedSize
    self.scale = scale
    let size = scale.reduced(storedSize)
    reduction = BoxReduction(side: scale.divisor, width: storedSize.width)
    image = LumaImage(width: size.width, height: size.height, filledWith: 255)
    alpha = hasAlpha ? [UInt8](repeating: 0, count: size.area) : nil
    band = [UInt8](repeating: 255, count: storedSize.width * scale.divisor)
    if hasAlpha { bandAlpha = band }
    sums = [UInt16](repeating: 0, count: storedSize.width)
  }

  /// Appends a row; one past the last is left out.
  ///
  /// - Parameters:
  ///   - luma: At least as many values as a row has pixels.
  ///   - opacity: The same number of values, 255 for opaque; empty without alpha.
  package mutating func append(_ luma: [UInt8], opacity: [UInt8] = []) {
    guard rows < storedSize.height else { return }
    let width = storedSize.width
    precondition(luma.count >= width, "a row is too short")
    let start = rows % scale.divisor * width
    band.replaceSubrange(start..<start + width, with: luma[..<width])
    if alpha != nil {
      precondition(opacity.count >= width, "a row's opacity is too short")
      bandAlpha.replaceSubrange(start..<start + width, with: opacity[..<width])
    }
    rows += 1
    if rows % scale.divisor == 0 || rows == storedSize.height { reduceBand() }
  }

  /// Ends the picture; rows that never came are white.
  ///
  /// - Returns: The picture, in front of what its transparent parts are best seen on.
  package mutating func finish() -> LumaImage {
    if rows < storedSize.height, rows % scale.divisor != 0 { reduceBand() }
    var result = LumaImage(width: 0, height: 0)
    swap(&result, &image)
    if let alpha {
      var backdrop = Backdrop()
      backdrop.add(result.pixels, opacity: alpha)
      result.lay(on: backdrop.luma, opacity: alpha)
    }
    return result
  }

  private mutating func reduceBand() {
    let count = (rows - 1) % scale.divisor + 1
    let row = (rows - 1) / scale.divisor
    let width = reduction.reducedWidth
    guard alpha == nil || scale == .full else { return reduceTransparentBand(count, row) }
    let (reduction, stride) = (reduction, storedSize.width)
    unsafe band.withUnsafeBufferPointer { source in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        guard let source = source.baseAddress, let sums = sums.baseAddress else { return }
        unsafe image.withMutablePointer { target in
          unsafe reduction.reduce(
            source,
            stride: stride,
            rows: count,
            sums: sums,
            to: target + row &* width
          )
        }
      }
    }
    alpha?.replaceSubrange(row * width..<(row + 1) * width, with: bandAlpha[..<width])
  }

  /// What is transparent counts for less in the mean.
  private mutating func reduceTransparentBand(_ count: Int, _ row: Int) {
    let side = scale.divisor
    for x in 0..<reduction.reducedWidth {
      let columns = x * side..<min((x + 1) * side, storedSize.width)
      var (weighted, weight) = (0, 0)
      for line in 0..<count {
        for column in columns {
          let index = line * storedSize.width + column
          weighted += Int(band[index]) * Int(bandAlpha[index])
          weight += Int(bandAlpha[index])
        }
      }
      image[x, row] = weight == 0 ? 0 : UInt8((weighted + weight / 2) / weight)
      alpha?[row * reduction.reducedWidth + x] = UInt8(weight / (count * columns.count))
    }
  }
}
