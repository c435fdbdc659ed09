import Imaging

/// A part of a picture that the detection model looks at in one pass.
///
/// The memory of a pass grows with what it looks at, some 200 bytes a pixel for the tiny model, so a large
/// picture is looked at in two.
struct DetectionTile: Equatable {
  /// What is looked at.
  var rect: PixelRect

  /// Of that, what counts; the rest is there so that nothing stands at an edge.
  var core: PixelRect

  // What is looked at in one pass, at most.
  private static let limit = 480_000
  // How far a pass looks beyond what counts; the model works on squares of 32 pixels.
  private static let margin = 64
  private static let multiple = 32

  /// The tiles of a picture.
  ///
  /// - Parameter size: The picture's size, multiples of 32.
  /// - Returns: One, or several whose cores fill the picture.
  static func tiles(of size: PixelSize) -> [DetectionTile] {
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let isWide = size.width > size.height
    let length = isWide ? size.width : size.height
    let count = (size.area + limit - 1) / max(limit, 1)
    guard count > 1, length >= count * 4 * multiple else {
      return [DetectionTile(rect: whole, core: whole)]
    }
    let cuts = (0...count).map { ($0 * length / count + multiple / 2) / multiple * multiple }
    return zip(cuts, cuts.dropFirst()).map { start, end in
      func rect(_ start: Int, _ end: Int) -> PixelRect {
        isWide
          ? PixelRect(x: start, y: 0, width: end - start, height: size.height)
          : PixelRect(x: 0, y: start, width: size.width, height: end - start)
      }
      return DetectionTile(
        rect: rect(max(start - margin, 0), min(end + margin, length)),
        core: rect(start, end)
      )
    }
  }

  /// Copies what counts of a pass's result to its place in the whole.
  ///
  /// - Parameters:
  ///   - values: The pass's result, one value a pixel of ``rect``.
  ///   - map: The whole picture's, row by row.
  ///   - width: The whole picture's width.
  func copyCore(of values: UnsafeBufferPointer<Float>, to map: inout [Float], width: Int) {
    for y in 0..<core.height {
      let from = (core.y - rect.y + y) * rect.width + core.x - rect.x
      let to = (core.y + y) * width + core.x
      for x in 0..<core.width { map[to + x] = unsafe values[from + x] }
    }
  }
}
