extension LumaImage {
  /// Turns four inks a pixel into luma; the picture keeps its size.
  ///
  /// Light passes through all inks one after the other, so each colour is what its own ink leaves
  /// times what black leaves.
  ///
  /// - Parameters:
  ///   - inks: Cyan, magenta, yellow and black, at least four times as many bytes as pixels.
  ///   - areInverted: Whether 255 means no ink, as Adobe writes it, instead of full ink.
  mutating func fillFromInks(_ inks: [UInt8], areInverted: Bool) {
    let count = pixels.count
    precondition(inks.count >= count * 4, "too few inks for the picture")
    let flip: UInt8 = areInverted ? 0 : 255
    unsafe inks.withUnsafeBufferPointer { source in
      unsafe withMutablePointer { target in
        for index in 0..<count {
          let red = unsafe UInt32(source[index &* 4] ^ flip)
          let green = unsafe UInt32(source[index &* 4 &+ 1] ^ flip)
          let blue = unsafe UInt32(source[index &* 4 &+ 2] ^ flip)
          let black = unsafe UInt32(source[index &* 4 &+ 3] ^ flip)
          let luma = (red &* 77 &+ green &* 150 &+ blue &* 29) &* black
          unsafe target[index] = UInt8(truncatingIfNeeded: (luma / 255 &+ 128) >> 8)
        }
      }
    }
  }
}
