/// A grey picture: one byte a pixel, rows from top to bottom without padding.
///
/// This is the one raster every module shares: cameras and files are decoded to it, the gate
/// measures it, the engines read it. 0 is black, 255 is white. A value type; the storage is copied
/// on write, and ``reshape(width:height:)`` lets a loop reuse it without allocating.
public struct LumaImage: Sendable, Hashable {
  /// The number of pixels in a row, at least 0.
  public private(set) var width: Int

  /// The number of rows, at least 0.
  public private(set) var height: Int

  /// The luma values, row by row; `pixels.count == width * height` always.
  public private(set) var pixels: [UInt8]

  /// Makes a picture of one value.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, at least 0.
  ///   - height: Rows, at least 0.
  ///   - value: The luma of every pixel.
  public init(width: Int, height: Int, filledWith value: UInt8 = 0) {
    precondition(width >= 0 && height >= 0, "a picture cannot have a negative size")
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: value, count: width * height)
  }

  /// Takes over pixels that exist already.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - pixels: Exactly `width * height` values, row by row.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width >= 0 && height >= 0, "a picture cannot have a negative size")
    precondition(pixels.count == width * height, "the pixels do not fill the picture")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The size in pixels.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// Whether there is no pixel at all.
  public var isEmpty: Bool { pixels.isEmpty }

  /// The luma at a place; both coordinates must lie inside the picture.
  public subscript(x: Int, y: Int) -> UInt8 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Changes the size and keeps the storage where it is large enough.
  ///
  /// The contents are unspecified afterwards: the caller overwrites every pixel.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, at least 0.
  ///   - height: Rows, at least 0.
  public mutating func reshape(width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "a picture cannot have a negative size")
    let count = width * height
    if count < pixels.count {
      pixels.removeLast(pixels.count - count)
    } else if count > pixels.count {
      pixels.append(contentsOf: repeatElement(0, count: count - pixels.count))
    }
    self.width = width
    self.height = height
  }

  /// Lends the pixels for writing; the span covers all `width * height` of them.
  ///
  /// - Parameter body: Writes the pixels; the span cannot leave it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public mutating func withMutablePixels<R, E: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    var span = pixels.mutableSpan
    return try body(&span)
  }
}

extension LumaImage: CustomStringConvertible, CustomDebugStringConvertible {
  /// The size; the pixels of one picture would fill a log.
  public var description: String { "LumaImage(\(size))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
