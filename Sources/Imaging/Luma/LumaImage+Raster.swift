extension LumaImage {
  /// Takes the luma out of an uncompressed frame, whole or reduced.
  ///
  /// Only luma is looked at, so a planar frame may end after its first plane. Luma is taken as it
  /// is: most cameras keep YUV between 16 and 235. Reducing averages squares of pixels.
  ///
  /// - Parameters:
  ///   - bytes: The frame.
  ///   - layout: How to read it; a `bytesPerRow` of 0 means rows without padding.
  ///   - scale: How much smaller the picture becomes.
  /// - Throws: `ImageError` when the format is not an uncompressed one, the layout contradicts
  ///   itself or the frame is too short for it; the picture keeps its contents then.
  public mutating func fill(
    from bytes: RawSpan,
    layout: RasterLayout,
    scale: DecodeScale = .full
  ) throws(ImageError) {
    guard let packing = LumaPacking(layout.format) else {
      throw ImageError(
        .unsupportedFormat,
        "Frames in the format \(layout.format) cannot be read.",
        remedy: "Choose MJPG, YUYV or another uncompressed format of the camera."
      )
    }
    let stride = try Self.checkedStride(layout, packing, byteCount: bytes.byteCount)
    let size = scale.reduced(layout.size)
    reshape(width: size.width, height: size.height)
    unsafe bytes.withUnsafeBytes { raw in
      guard let source = unsafe raw.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      unsafe withMutablePointer { target in
        if scale == .full {
          for y in 0..<size.height {
            unsafe packing.unpack(
              source + y &* stride,
              count: size.width,
              to: target + y &* size.width
            )
          }
        } else {
          unsafe Self.reduce(source, stride, layout.size, packing, scale, to: target)
        }
      }
    }
  }

  /// The bytes from row to row, after everything a driver may get wrong has been checked.
  private static func checkedStride(
    _ layout: RasterLayout,
    _ packing: LumaPacking,
    byteCount: Int
  ) throws(ImageError) -> Int {
    let sides = 1...65_535
    let row = sides.contains(layout.width) ? layout.width * packing.bytesPerPixel : .max
    let stride = layout.bytesPerRow == 0 ? row : layout.bytesPerRow
    guard sides.contains(layout.height), stride >= row, stride <= 1 << 24 else {
      throw ImageError(
        .damaged,
        "A \(layout.format) frame cannot have \(layout.size) pixels in rows of "
          + "\(layout.bytesPerRow) bytes."
      )
    }
    let needed = stride * (layout.height - 1) + row
    guard byteCount >= needed else {
      throw ImageError(
        byteCount == 0 ? .empty : .truncated,
        "A \(layout.size) \(layout.format) frame needs \(needed) bytes and has \(byteCount)."
      )
    }
    return stride
  }

  /// Unpacks a band of rows where that is needed, and averages it.
  private static func reduce(
    _ source: UnsafePointer<UInt8>,
    _ stride: Int,
    _ size: PixelSize,
    _ packing: LumaPacking,
    _ scale: DecodeScale,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    let (side, width) = (scale.divisor, size.width)
    let box = BoxReduction(side: side, width: width)
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width) { sums in
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * side) { band in
        guard let sums = sums.baseAddress, let band = band.baseAddress else { return }
        for row in 0..<scale.reduced(size).height {
          let first = unsafe source + row &* side &* stride
          let rows = min(side, size.height &- row &* side)
          let line = unsafe target + row &* box.reducedWidth
          if case .plane = packing {
            unsafe box.reduce(first, stride: stride, rows: rows, sums: sums, to: line)
            continue
          }
          for index in 0..<rows {
            unsafe packing.unpack(first + index &* stride, count: width, to: band + index &* width)
          }
          unsafe box.reduce(band, stride: width, rows: rows, sums: sums, to: line)
        }
      }
    }
  }
}
