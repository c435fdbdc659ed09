/// Finds what a partly transparent picture is best seen in front of.
///
/// Paper is white, and so is the backdrop, unless little is visible and that is light: then it is
/// light writing, which would be lost on white.
package struct Backdrop {
  private var opacity = 0
  private var weighted = 0
  private var count = 0

  /// Light writing has a mean luma of at least this.
  private static let light = 170

  /// Makes a backdrop for a picture of which nothing is known yet.
  package init() {}

  /// Takes account of some pixels that are alike.
  @inline(__always)
  mutating func add(_ luma: UInt8, opacity: UInt8, count: Int = 1) {
    self.opacity &+= Int(opacity) &* count
    weighted &+= Int(luma) &* Int(opacity) &* count
    self.count &+= count
  }

  /// Takes account of pixels.
  ///
  /// - Parameters:
  ///   - luma: Their luma.
  ///   - opacity: Their opacity, as many.
  package mutating func add(_ luma: [UInt8], opacity: [UInt8]) {
    for (luma, opacity) in zip(luma, opacity) { add(luma, opacity: opacity) }
  }

  /// The backdrop's luma: 255 or 0.
  package var luma: UInt8 {
    let isMostlyHidden = opacity < count * 255 / 2
    return isMostlyHidden && opacity > 0 && weighted / opacity >= Self.light ? 0 : 255
  }
}

extension LumaImage {
  /// Shows the picture through its transparency.
  ///
  /// - Parameters:
  ///   - backdrop: The luma behind it.
  ///   - opacity: One value a pixel, 255 for opaque.
  mutating func lay(on backdrop: UInt8, opacity: [UInt8]) {
    let count = pixels.count
    precondition(opacity.count == count, "every pixel has an opacity")
    unsafe opacity.withUnsafeBufferPointer { opacity in
      unsafe withMutablePointer { pixels in
        for index in 0..<count {
          unsafe pixels[index] = pixels[index].seen(through: opacity[index], on: backdrop)
        }
      }
    }
  }
}

extension UInt8 {
  /// What is seen of a value through its transparency.
  @inline(__always)
  func seen(through opacity: UInt8, on backdrop: UInt8) -> UInt8 {
    let sum = UInt32(self) &* UInt32(opacity) &+ UInt32(backdrop) &* (255 &- UInt32(opacity))
    return UInt8(truncatingIfNeeded: (sum &+ 127) / 255)
  }
}
