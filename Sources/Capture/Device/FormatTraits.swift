import Imaging

/// What Capture knows about a pixel format.
struct FormatTraits {
  /// How a frame of it becomes luma.
  enum Reading {
    /// The luma can be picked out of the bytes.
    case raw

    /// A JPEG decoder reads it.
    case jpeg

    /// libv4lconvert reads it: Bayer mosaics above all.
    case converted
  }

  /// How it is read.
  var reading: Reading

  /// Bits a pixel takes in all planes together; for compressed formats what they take on average.
  var bitsPerPixel: Int

  /// Bytes of a pixel in a row of the first plane; 0 where rows have no fixed length.
  var bytesPerPixel: Int

  /// The traits of a format, or nothing for one that cannot be read.
  init?(_ format: PixelFormat) {
    switch format {
    case .grey: self.init(.raw, bits: 8, bytes: 1)
    case .nv12, .nv21, .yu12, .yv12: self.init(.raw, bits: 12, bytes: 1)
    case .yuyv, .uyvy, .yvyu, .y10, .y16: self.init(.raw, bits: 16, bytes: 2)
    case .rgb24, .bgr24: self.init(.raw, bits: 24, bytes: 3)
    case .mjpeg, .jpeg: self.init(.jpeg, bits: 3, bytes: 0)
    default:
      guard let bayer = V4LConverter.formats[format] else { return nil }
      self.init(.converted, bits: bayer.bitsPerPixel, bytes: bayer.bytesPerPixel)
    }
  }

  private init(_ reading: Reading, bits: Int, bytes: Int) {
    self.reading = reading
    bitsPerPixel = bits
    bytesPerPixel = bytes
  }
}

extension RasterLayout {
  /// The fewest bytes a whole frame can have; padding after the last row may be missing.
  ///
  /// 0 for compressed formats, where any length can be right.
  package var minimumByteCount: Int {
    guard let traits = FormatTraits(format), !format.isJPEG, width > 0, height > 0 else { return 0 }
    guard traits.bytesPerPixel > 0 else { return width * height * traits.bitsPerPixel / 8 }
    let row = width * traits.bytesPerPixel
    let stride = max(bytesPerRow, row)
    switch format {
    case .nv12, .nv21:
      return stride * height + stride * ((height + 1) / 2 - 1) + (width + 1) / 2 * 2
    case .yu12, .yv12:
      let chroma = (stride + 1) / 2 * ((height + 1) / 2)
      return stride * height + 2 * chroma - ((stride + 1) / 2 - (width + 1) / 2)
    default:
      return stride * (height - 1) + row
    }
  }
}
