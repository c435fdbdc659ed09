import Glibc
import Imaging

/// A picture turned about its middle and resized on the way.
struct Turn: Sendable, Hashable {
  /// The new picture's size: all of the old one has room in it.
  let size: PixelSize

  private let oldSize: PixelSize
  private let oldMiddle: PixelPoint
  private let newMiddle: PixelPoint
  // One pixel to the right in the new picture, in the old one's pixels.
  private let stepX: Double
  private let stepY: Double

  /// Makes a turn.
  ///
  /// - Parameters:
  ///   - size: The old picture's size.
  ///   - scale: How much larger the new one is.
  ///   - degrees: How far it is turned counterclockwise.
  init(size: PixelSize, scale: Double, degrees: Double) {
    let radians = degrees * .pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    let (width, height) = (Double(size.width), Double(size.height))
    self.size = PixelSize(
      width: max(Int(((abs(cosine) * width + abs(sine) * height) * scale).rounded(.up)), 1),
      height: max(Int(((abs(sine) * width + abs(cosine) * height) * scale).rounded(.up)), 1)
    )
    oldSize = size
    oldMiddle = PixelPoint(x: width / 2, y: height / 2)
    newMiddle = PixelPoint(x: Double(self.size.width) / 2, y: Double(self.size.height) / 2)
    stepX = cosine / scale
    stepY = sine / scale
  }

  /// Where a place of the new picture lies in the old one.
  func original(_ point: PixelPoint) -> PixelPoint {
    let (x, y) = (point.x - newMiddle.x, point.y - newMiddle.y)
    return PixelPoint(
      x: oldMiddle.x + x * stepX - y * stepY,
      y: oldMiddle.y + x * stepY + y * stepX
    )
  }
}

extension Turn {
  /// The picture as the turn makes it; what lies outside the old one is middle grey.
  func apply(to image: LumaImage) -> LumaImage {
    precondition(image.size == oldSize, "a turn is made for one size")
    var result = LumaImage(width: size.width, height: size.height, filledWith: 128)
    let (width, height) = (image.width, image.height)
    let newWidth = size.width
    // In 65536ths of a pixel; a picture's side is less than 2^16.
    let (right, down) = (Int((stepX * 65536).rounded()), Int((stepY * 65536).rounded()))
    unsafe image.pixels.withUnsafeBufferPointer { source in
      result.withMutablePixels { target in
        unsafe target.withUnsafeMutableBufferPointer { target in
          for row in 0..<size.height {
            let start = original(PixelPoint(x: 0.5, y: Double(row) + 0.5))
            var x = Int(((start.x - 0.5) * 65536).rounded())
            var y = Int(((start.y - 0.5) * 65536).rounded())
            for column in 0..<newWidth {
              let (left, top) = (x >> 16, y >> 16)
              if left >= 0, top >= 0, left + 1 < width, top + 1 < height {
                let (partX, partY) = ((x & 0xFFFF) >> 8, (y & 0xFFFF) >> 8)
                let place = top &* width &+ left
                let (a, b) = unsafe (Int(source[place]), Int(source[place &+ 1]))
                let (c, d) = unsafe (Int(source[place &+ width]), Int(source[place &+ width &+ 1]))
                let upper = a &* (256 &- partX) &+ b &* partX
                let lower = c &* (256 &- partX) &+ d &* partX
                let value = (upper &* (256 &- partY) &+ lower &* partY) >> 16
                unsafe target[row &* newWidth &+ column] = UInt8(truncatingIfNeeded: value)
              }
              x &+= right
              y &+= down
            }
          }
        }
      }
    }
    return result
  }
}
