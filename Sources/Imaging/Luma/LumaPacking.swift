/// Where the luma lies in a row of an uncompressed frame.
package enum LumaPacking {
  /// A byte a pixel, one after the other: grey frames and the first plane of planar ones.
  case plane

  /// The first of each pair of bytes.
  case evenBytes

  /// The second of each pair of bytes; for 16-bit luma, its upper half.
  case oddBytes

  /// Ten bits in sixteen, little endian.
  case tenBits

  /// Red, green and blue.
  case redFirst

  /// Blue, green and red.
  case blueFirst

  /// How a pixel format stores luma, or nothing for a format that is not uncompressed luma or RGB.
  init?(_ format: PixelFormat) {
    switch format {
    case .grey, .nv12, .nv21, .yu12, .yv12: self = .plane
    case .yuyv, .yvyu: self = .evenBytes
    case .uyvy, .y16: self = .oddBytes
    case .y10: self = .tenBits
    case .rgb24: self = .redFirst
    case .bgr24: self = .blueFirst
    default: return nil
    }
  }

  /// The bytes a pixel takes up in its row.
  var bytesPerPixel: Int {
    switch self {
    case .plane: 1
    case .evenBytes, .oddBytes, .tenBits: 2
    case .redFirst, .blueFirst: 3
    }
  }

  /// Takes the luma out of a row.
  ///
  /// - Parameters:
  ///   - source: `count * bytesPerPixel` bytes.
  ///   - count: The number of pixels.
  ///   - target: Receives `count` values.
  @inline(__always)
  func unpack(_ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    switch self {
    case .plane: unsafe target.update(from: source, count: count)
    case .evenBytes: unsafe unpackPairs(source, count, target, shift: 0)
    case .oddBytes: unsafe unpackPairs(source, count, target, shift: 8)
    case .tenBits: unsafe unpackTenBits(source, count, target)
    case .redFirst: unsafe unpackColors(source, count, target, red: 77, blue: 29)
    case .blueFirst: unsafe unpackColors(source, count, target, red: 29, blue: 77)
    }
  }

  @inline(__always)
  private func unpackPairs(
    _ source: UnsafePointer<UInt8>,
    _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>,
    shift: UInt16
  ) {
    let pairs = unsafe UnsafeRawPointer(source)
    for x in 0..<count {
      let pair = unsafe pairs.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
      unsafe target[x] = UInt8(truncatingIfNeeded: UInt16(littleEndian: pair) &>> shift)
    }
  }

  @inline(__always)
  private func unpackTenBits(
    _ source: UnsafePointer<UInt8>,
    _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let pairs = unsafe UnsafeRawPointer(source)
    for x in 0..<count {
      let pair = unsafe pairs.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
      unsafe target[x] = UInt8(truncatingIfNeeded: (UInt16(littleEndian: pair) & 0x3ff) &>> 2)
    }
  }

  /// The luma of one colour, as ITU-R BT.601 weighs it.
  @inline(__always)
  package static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let sum = UInt16(red) &* 77 &+ UInt16(green) &* 150 &+ UInt16(blue) &* 29
    return UInt8(truncatingIfNeeded: (sum &+ 128) &>> 8)
  }

  /// Weighs the colours as ITU-R BT.601 does; the first one's weight is called `red`.
  @inline(__always)
  private func unpackColors(
    _ source: UnsafePointer<UInt8>,
    _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>,
    red: UInt16,
    blue: UInt16
  ) {
    for x in 0..<count {
      let first = unsafe UInt16(source[x &* 3]) &* red
      let second = unsafe UInt16(source[x &* 3 &+ 1]) &* 150
      let third = unsafe UInt16(source[x &* 3 &+ 2]) &* blue
      unsafe target[x] = UInt8(truncatingIfNeeded: (first &+ second &+ third &+ 128) &>> 8)
    }
  }
}
