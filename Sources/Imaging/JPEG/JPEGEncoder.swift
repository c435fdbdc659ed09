internal import CTurboJPEG

/// Makes JPEG files of camera frames, in colour where the frame has colour.
///
/// Belongs to one task at a time and waits for nothing.
@safe
public struct JPEGEncoder: ~Copyable {
  private let compressor: tjhandle
  private let transformer: tjhandle
  private var decoder = LumaDecoder()

  /// The quality photos are kept at, 1…100: losses that no reader sees.
  public static let photoQuality = 95

  /// Makes an encoder.
  ///
  /// - Throws: `ImageError` when memory has run out.
  public init() throws(ImageError) {
    guard let compressor = unsafe tjInitCompress() else {
      throw ImageError(.damaged, "No JPEG encoder can be made: memory has run out.")
    }
    guard let transformer = unsafe tjInitTransform() else {
      unsafe tjDestroy(compressor)
      throw ImageError(.damaged, "No JPEG encoder can be made: memory has run out.")
    }
    unsafe self.compressor = compressor
    unsafe self.transformer = transformer
  }

  deinit {
    unsafe tjDestroy(compressor)
    unsafe tjDestroy(transformer)
  }

  /// Makes a complete JPEG file of a frame.
  ///
  /// A JPEG frame is kept as it is, down to the bit of every coefficient; the Huffman tables that
  /// cameras leave out of motion JPEG are put in, because many programs cannot do without.
  ///
  /// - Parameters:
  ///   - bytes: The frame.
  ///   - layout: How to read it.
  /// - Returns: The file's bytes.
  /// - Throws: `ImageError` when the frame is damaged or of a format that is not read here.
  public mutating func encode(
    _ bytes: [UInt8],
    layout: RasterLayout
  ) throws(ImageError) -> [UInt8] {
    if layout.format.isJPEG { return try completed(bytes) }
    if layout.format == .rgb24 || layout.format == .bgr24 {
      let order = layout.format == .rgb24 ? TJPF_RGB : TJPF_BGR
      return try encodePixels(bytes, layout, format: order, subsampling: TJSAMP_444)
    }
    if let planes = try ColorPlanes(bytes, layout: layout) { return try encode(planes) }
    var luma = LumaImage(width: 0, height: 0)
    _ = try decoder.decode(bytes, layout: layout, scale: .full, into: &luma)
    return try encode(luma)
  }

  /// Makes a grey JPEG file.
  ///
  /// - Parameter image: The picture, at least one pixel.
  /// - Returns: The file's bytes.
  /// - Throws: `ImageError` when the picture is empty or larger than JPEG allows.
  public mutating func encode(_ image: LumaImage) throws(ImageError) -> [UInt8] {
    let layout = RasterLayout(
      format: .grey,
      width: image.width,
      height: image.height,
      bytesPerRow: image.width
    )
    return try encodePixels(image.pixels, layout, format: TJPF_GRAY, subsampling: TJSAMP_GRAY)
  }

  private func completed(_ jpeg: [UInt8]) throws(ImageError) -> [UInt8] {
    if unsafe JPEGSegments(jpeg.span.bytes).hasHuffmanTables { return jpeg }
    // A transformation that changes nothing writes the standard tables the decoder assumed.
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    var transform = unsafe tjtransform()
    unsafe transform.op = Int32(TJXOP_NONE.rawValue)
    let status = unsafe jpeg.withUnsafeBufferPointer { input in
      unsafe tjTransform(
        transformer,
        input.baseAddress,
        UInt(input.count),
        1,
        &output,
        &size,
        &transform,
        0
      )
    }
    return try unsafe take(output, size, status)
  }

  private func encodePixels(
    _ bytes: [UInt8],
    _ layout: RasterLayout,
    format: TJPF,
    subsampling: TJSAMP
  ) throws(ImageError) -> [UInt8] {
    let pixelBytes = format == TJPF_GRAY ? 1 : 3
    let rowBytes = layout.width * pixelBytes
    try layout.check(bytes.count, needs: layout.bytesPerRow * (layout.height - 1) + rowBytes)
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let status = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe tjCompress2(
        compressor,
        input.baseAddress,
        Int32(layout.width),
        Int32(layout.bytesPerRow),
        Int32(layout.height),
        Int32(format.rawValue),
        &output,
        &size,
        Int32(subsampling.rawValue),
        Int32(Self.photoQuality),
        0
      )
    }
    return try unsafe take(output, size, status)
  }

  private func encode(_ planes: ColorPlanes) throws(ImageError) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let status = unsafe planes.y.withUnsafeBufferPointer { y in
      unsafe planes.u.withUnsafeBufferPointer { u in
        unsafe planes.v.withUnsafeBufferPointer { v in
          let subsampling = planes.halvesRows ? TJSAMP_420 : TJSAMP_422
          var pointers = unsafe [y.baseAddress, u.baseAddress, v.baseAddress]
          return unsafe tjCompressFromYUVPlanes(
            compressor,
            &pointers,
            Int32(planes.size.width),
            nil,
            Int32(planes.size.height),
            Int32(subsampling.rawValue),
            &output,
            &size,
            Int32(Self.photoQuality),
            0
          )
        }
      }
    }
    return try unsafe take(output, size, status)
  }

  /// Copies the library's result and frees it.
  private func take(
    _ output: UnsafeMutablePointer<UInt8>?,
    _ size: UInt,
    _ status: Int32
  ) throws(ImageError) -> [UInt8] {
    defer { unsafe tjFree(output) }
    guard status == 0, let output = unsafe output else {
      let reason = unsafe String(cString: tjGetErrorStr2(compressor))
      throw ImageError(.damaged, "The frame cannot be made a JPEG file: \(reason).")
    }
    return unsafe Array(UnsafeBufferPointer(start: output, count: Int(size)))
  }
}
