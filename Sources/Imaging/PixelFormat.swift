/// A V4L2 pixel format: four characters that say how a frame's bytes are laid out.
///
/// The codes are those of `<linux/videodev2.h>` (`V4L2_PIX_FMT_…`), little endian.
public struct PixelFormat: RawRepresentable, Sendable, Hashable {
  /// The four characters as the kernel's 32-bit number, first character lowest.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Makes a format from exactly four ASCII characters, or nothing.
  public init?(_ code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 4, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    rawValue = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private init(_ a: Character, _ b: Character, _ c: Character, _ d: Character) {
    rawValue = [d, c, b, a].reduce(0) { $0 << 8 | UInt32($1.asciiValue ?? 0) }
  }

  /// Motion JPEG: one JPEG picture a frame.
  public static let mjpeg = PixelFormat("M", "J", "P", "G")

  /// JFIF JPEG: one JPEG picture a frame, as other drivers name it.
  public static let jpeg = PixelFormat("J", "P", "E", "G")

  /// Packed 4:2:2, Y0 U Y1 V.
  public static let yuyv = PixelFormat("Y", "U", "Y", "V")

  /// Packed 4:2:2, U Y0 V Y1.
  public static let uyvy = PixelFormat("U", "Y", "V", "Y")

  /// Packed 4:2:2, Y0 V Y1 U.
  public static let yvyu = PixelFormat("Y", "V", "Y", "U")

  /// Luma plane, then interleaved U and V at a quarter of the resolution.
  public static let nv12 = PixelFormat("N", "V", "1", "2")

  /// Luma plane, then interleaved V and U at a quarter of the resolution.
  public static let nv21 = PixelFormat("N", "V", "2", "1")

  /// Luma plane, then a U plane and a V plane.
  public static let yu12 = PixelFormat("Y", "U", "1", "2")

  /// Luma plane, then a V plane and a U plane.
  public static let yv12 = PixelFormat("Y", "V", "1", "2")

  /// Luma only, 8 bits.
  public static let grey = PixelFormat("G", "R", "E", "Y")

  /// Luma only, 10 bits in 16, little endian.
  public static let y10 = PixelFormat("Y", "1", "0", " ")

  /// Luma only, 16 bits, little endian.
  public static let y16 = PixelFormat("Y", "1", "6", " ")

  /// Red, green, blue, a byte each.
  public static let rgb24 = PixelFormat("R", "G", "B", "3")

  /// Blue, green, red, a byte each.
  public static let bgr24 = PixelFormat("B", "G", "R", "3")

  /// Whether a frame is one compressed JPEG picture.
  public var isJPEG: Bool { self == .mjpeg || self == .jpeg }
}

extension PixelFormat: CustomStringConvertible {
  /// The four characters, trailing blanks left out, unprintable ones as `?`.
  public var description: String {
    var text = ""
    for shift in stride(from: 0, to: 32, by: 8) {
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
      text.append((0x20..<0x7f).contains(byte) ? Character(Unicode.Scalar(byte)) : "?")
    }
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
