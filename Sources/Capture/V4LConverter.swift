import CV4L2
import CV4LConvert
public import Imaging

/// Turns frames of exotic formats into luma, the Bayer mosaics of industrial cameras above all.
///
/// The work is libv4lconvert's. It is made without a device behind it, so it neither opens nor asks
/// one, and its software controls and flips stay out of the way. One owner, one thread.
///
/// Only formats with frames of one length are taken. The library reads and writes past its buffers
/// when a frame compressed by a webcam chip is damaged (measured with 1.22: JPGL, PJPG, SN9C10X,
/// SPCA561, MR97310A, SQ905C and others), and a bad cable must not be able to end the program.
@safe
public struct V4LConverter: ~Copyable {
  private let handle: OpaquePointer
  private var planes: [UInt8] = []

  /// Makes a converter.
  ///
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/system`` when memory has run out.
  public init() throws(CaptureError) {
    // The library keeps a pointer to the table, so it has to live as long as the process.
    guard let handle = unsafe v4lconvert_create_with_dev_ops(-1, nil, NoDevice.operations) else {
      throw CaptureError(.system, "libv4lconvert cannot be started: out of memory.")
    }
    unsafe self.handle = handle
  }

  deinit {
    unsafe v4lconvert_destroy(handle)
  }

  /// Whether frames of a format can be converted.
  public static func canConvert(_ format: PixelFormat) -> Bool {
    formats[format] != nil
  }

  /// Converts a frame to luma.
  ///
  /// - Parameters:
  ///   - frame: A frame whose format ``canConvert(_:)`` accepts.
  ///   - image: Takes the picture; its storage is used again.
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/noUsableFormat`` when the bytes cannot be
  ///   converted; `image` is unspecified then.
  public mutating func convert(_ frame: Frame, into image: inout LumaImage) throws(CaptureError) {
    let layout = frame.layout
    // Chroma planes come in quarters, so sizes are even; below eight the library looks too far.
    guard let packing = Self.formats[layout.format], layout.width >= 8, layout.height >= 8,
      layout.width % 2 == 0, layout.height % 2 == 0,
      layout.bytesPerRow >= layout.width * packing.bytesPerPixel,
      frame.bytes.count >= layout.minimumByteCount
    else { throw failure(layout, "it is not whole, or has an odd size") }
    var source = unsafe Self.description(of: layout, byteCount: frame.bytes.count)
    var target = unsafe Self.description(
      of: RasterLayout(
        format: .yu12,
        width: layout.width,
        height: layout.height,
        bytesPerRow: layout.width
      ),
      byteCount: layout.size.area * 3 / 2
    )
    if planes.count != layout.size.area * 3 / 2 {
      planes = [UInt8](repeating: 0, count: layout.size.area * 3 / 2)
    }
    let written = unsafe frame.bytes.withUnsafeBufferPointer { bytes in
      // Declared without const, and only read.
      unsafe planes.withUnsafeMutableBufferPointer { room in
        unsafe v4lconvert_convert(
          handle,
          &source,
          &target,
          UnsafeMutablePointer(mutating: bytes.baseAddress),
          CInt(bytes.count),
          room.baseAddress,
          CInt(room.count)
        )
      }
    }
    guard written >= layout.size.area else {
      throw failure(layout, unsafe String(cString: v4lconvert_get_error_message(handle)))
    }
    image.reshape(width: layout.width, height: layout.height)
    image.withMutablePixels { pixels in
      for index in 0..<layout.size.area { pixels[index] = planes[index] }
    }
  }

  private func failure(_ layout: RasterLayout, _ reason: String) -> CaptureError {
    let reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    return CaptureError(
      .noUsableFormat,
      "Cannot convert a \(layout.size) \(layout.format) frame: \(reason)."
    )
  }

  private static func description(of layout: RasterLayout, byteCount: Int) -> v4l2_format {
    var format = unsafe v4l2_format()
    unsafe format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe format.fmt.pix.width = UInt32(layout.width)
    unsafe format.fmt.pix.height = UInt32(layout.height)
    unsafe format.fmt.pix.pixelformat = layout.format.rawValue
    unsafe format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    unsafe format.fmt.pix.bytesperline = UInt32(layout.bytesPerRow)
    unsafe format.fmt.pix.sizeimage = UInt32(byteCount)
    return unsafe format
  }
}

extension V4LConverter {
  /// What Capture has to know about a format it leaves to libv4lconvert.
  struct Packing {
    var bitsPerPixel: Int
    /// Bytes of a pixel in a row; 0 where rows of luma and chroma take turns.
    var bytesPerPixel: Int
  }

  /// The formats, of those libv4lconvert 1.22 reads safely, that Imaging does not read itself.
  static let formats: [PixelFormat: Packing] = {
    let groups: [(names: [String], packing: Packing)] = [
      // Bayer mosaics, 8 bits.
      (["BA81", "GBRG", "GRBG", "RGGB"], Packing(bitsPerPixel: 8, bytesPerPixel: 1)),
      // Bayer mosaics, 10 bits in 16.
      (["BG10", "GB10", "BA10", "RG10"], Packing(bitsPerPixel: 16, bytesPerPixel: 2)),
      // Colour in four bytes.
      (["RGB4", "BGR4"], Packing(bitsPerPixel: 32, bytesPerPixel: 4)),
      // Luma and chroma in blocks.
      (["KONI", "CITV", "M420"], Packing(bitsPerPixel: 12, bytesPerPixel: 0)),
    ]
    var table: [PixelFormat: Packing] = [:]
    for (names, packing) in groups {
      for name in names {
        if let format = PixelFormat(name) { table[format] = packing }
      }
    }
    return table
  }()
}

/// Stands in for a device where libv4lconvert wants to ask one.
private enum NoDevice {
  /// The table of calls, made once and never freed.
  nonisolated(unsafe) static let operations: UnsafePointer<libv4l_dev_ops> = {
    var table = libv4l_dev_ops()
    unsafe table.ioctl = { _, _, request, argument in
      // The library asks who the device is and does without everything else.
      guard request == CV4L2_QUERYCAP, let argument = unsafe argument else { return -1 }
      unsafe argument.initializeMemory(as: v4l2_capability.self, to: v4l2_capability())
      return 0
    }
    let place = UnsafeMutablePointer<libv4l_dev_ops>.allocate(capacity: 1)
    unsafe place.initialize(to: table)
    return unsafe UnsafePointer(place)
  }()
}
