extension LumaImage {
  /// Lends the pixels to a loop that checks its bounds once, outside.
  ///
  /// - Parameter body: Reads `width * height` values; never called with a dangling pointer for an
  ///   empty picture's pixels, because there is nothing to read.
  /// - Returns: What `body` returns.
  @inline(__always)
  func withPointer<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R? {
    unsafe pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      return unsafe body(base)
    }
  }

  /// Lends the pixels for writing to a loop that checks its bounds once, outside.
  ///
  /// - Parameter body: Writes `width * height` values; not called for an empty picture.
  @inline(__always)
  mutating func withMutablePointer(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    withMutablePixels { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe body(base)
      }
    }
  }
}
