public import Capture
import Imaging

extension DataScanner {
  /// The frames of the running stream as the camera sent them, for a live picture.
  ///
  /// Each call makes a stream of its own, which ends when the scanner is deallocated; only the newest
  /// frame waits for a viewer that is slow. Frames are copied for viewers alone: nothing is done while
  /// nobody watches.
  ///
  /// - Parameter rate: The most frames a second.
  /// - Returns: Frames, while there are any.
  public func frames(atMost rate: Double) -> AsyncStream<Frame> {
    controls.tap.frames(atMost: rate)
  }
}

extension Frame {
  /// A complete JPEG file of the frame, in colour where the camera's format has colour.
  ///
  /// What came as JPEG is kept as it is.
  ///
  /// - Returns: The file's bytes.
  /// - Throws: When the frame cannot be encoded.
  public func jpeg() throws -> [UInt8] {
    var encoder = try JPEGEncoder()
    if V4LConverter.canConvert(layout.format) {
      var decoder = FrameDecoder()
      var luma = LumaImage(width: 0, height: 0)
      try decoder.decode(self, scale: .full, into: &luma)
      return try encoder.encode(luma)
    }
    return try encoder.encode(bytes, layout: layout)
  }
}
