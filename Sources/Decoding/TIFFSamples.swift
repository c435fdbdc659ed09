internal import CTIFF
import Imaging

/// Turns stored samples of 1 to 16 bits into a row of luma and, where there is any, opacity.
struct TIFFSamples {
  /// The row, as far as it was read.
  private(set) var luma: [UInt8]

  /// Its opacity; empty without alpha.
  private(set) var opacity: [UInt8]

  /// The largest sample so far.
  private(set) var most = 0

  private let bits: Int
  private let samples: Int
  private let isColor: Bool
  private let isInverted: Bool
  private let shift: Int

  /// Makes an empty row.
  ///
  /// - Parameters:
  ///   - directory: How samples are stored; a plain one.
  ///   - shift: By how many bits those of sixteen are moved down to make bytes.
  init(_ directory: TIFFDirectory, shift: Int = 8) {
    luma = [UInt8](repeating: 0, count: directory.size.width)
    opacity = directory.hasAlpha ? luma : []
    bits = directory.bits
    samples = directory.samples
    isColor = directory.photometric == Int(PHOTOMETRIC_RGB)
    isInverted = directory.photometric == Int(PHOTOMETRIC_MINISWHITE)
    self.shift = shift
  }

  /// Reads pixels.
  ///
  /// - Parameters:
  ///   - bytes: The samples.
  ///   - offset: The byte where they begin.
  ///   - count: How many pixels.
  ///   - x: Where they belong in the row.
  mutating func read(_ bytes: [UInt8], from offset: Int, count: Int, to x: Int) {
    if bits == 8, samples == 1 {
      for index in 0..<count { luma[x + index] = bytes[offset + index] }
    } else if bits == 1, samples == 1 {
      for index in 0..<count {
        let bit = bytes[offset &+ index &>> 3] &>> UInt8(7 &- index & 7) & 1
        luma[x &+ index] = 0 &- bit
      }
    } else {
      for index in 0..<count { readPixel(index, bytes, offset, to: x + index) }
    }
    if isInverted { for index in x..<x + count { luma[index] = 255 - luma[index] } }
  }

  @inline(__always)
  private mutating func readPixel(_ index: Int, _ bytes: [UInt8], _ offset: Int, to x: Int) {
    let first = index * samples
    if isColor {
      luma[x] = LumaPacking.luma(
        sample(first, bytes, offset),
        sample(first + 1, bytes, offset),
        sample(first + 2, bytes, offset)
      )
    } else {
      luma[x] = sample(first, bytes, offset)
    }
    if !opacity.isEmpty { opacity[x] = sample(first + (isColor ? 3 : 1), bytes, offset) }
  }

  /// A sample as a byte.
  @inline(__always)
  private mutating func sample(_ index: Int, _ bytes: [UInt8], _ offset: Int) -> UInt8 {
    switch bits {
    case 8: return bytes[offset + index]
    case 16:
      // libtiff has put the bytes into this machine's order.
      let place = offset + index * 2
      let value = Int(bytes[place]) | Int(bytes[place + 1]) << 8
      most = max(most, value)
      return UInt8(truncatingIfNeeded: min(value >> shift, 255))
    case 12:
      let place = offset + index * 3 / 2
      let pair = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      return UInt8(truncatingIfNeeded: (index % 2 == 0 ? pair >> 4 : pair & 0xfff) >> 4)
    default:
      let bit = index * bits
      let most = (1 << bits) - 1
      let value = Int(bytes[offset + bit / 8]) >> (8 - bits - bit % 8) & most
      return UInt8(truncatingIfNeeded: value * 255 / most)
    }
  }
}
