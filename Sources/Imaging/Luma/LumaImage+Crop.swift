extension LumaImage {
  /// The part of the picture under a rectangle.
  ///
  /// - Parameter rect: The pixels wanted; what lies outside the picture is left out.
  /// - Returns: The part, empty when nothing of the rectangle lies inside.
  public func cropped(to rect: PixelRect) -> LumaImage {
    let left = min(max(rect.x, 0), width)
    let top = min(max(rect.y, 0), height)
    let right = min(max(rect.maxX, left), width)
    let bottom = min(max(rect.maxY, top), height)
    guard right > left, bottom > top else { return LumaImage(width: 0, height: 0) }
    var part: [UInt8] = []
    part.reserveCapacity((right - left) * (bottom - top))
    for y in top..<bottom {
      part.append(contentsOf: pixels[y * width + left..<y * width + right])
    }
    return LumaImage(width: right - left, height: bottom - top, pixels: part)
  }
}
