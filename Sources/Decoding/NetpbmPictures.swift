import Imaging

/// Decodes portable bitmaps, graymaps, pixmaps and PAM, all pictures of a file.
@safe
struct NetpbmPictures {
  private let file: UnsafeRawBufferPointer
  private let limits: StillLimits

  init(_ file: UnsafeRawBufferPointer, _ limits: StillLimits) {
    unsafe self.file = file
    self.limits = limits
  }

  func decode(_ sink: PageDecoder.Sink) throws(ImageError) {
    var start = 0
    repeat {
      let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: file[start...]))
      let (page, length) = try picture(bytes)
      guard sink(.success(page)), length > 0 else { return }
      start += length
      // Pictures follow one another directly, or after blanks in plain formats.
      while unsafe start < file.count, NetpbmHeader.isBlank(unsafe file[start]) { start += 1 }
    } while unsafe start + 2 < file.count && file[start] == UInt8(ascii: "P")
  }

  /// One picture, and how many bytes it takes up; none when it is cut off.
  private func picture(_ bytes: RawSpan) throws(ImageError) -> (DecodedPage, Int) {
    guard let header = NetpbmHeader(bytes) else {
      throw .damaged("Netpbm", "its header makes no sense")
    }
    let scale = try limits.scale(for: header.size, "Netpbm")
    let hasAlpha = header.samples == 2 || header.samples == 4
    var builder = LumaBuilder(storedSize: header.size, scale: scale, hasAlpha: hasAlpha)
    var row = SampleRow(width: header.size.width, samples: header.samples, header.maximum)
    var offset = header.length
    if header.isPlain {
      var words = NetpbmHeader.Words(offset)
      while builder.rows < header.size.height, row.read(plain: header, bytes, &words) {
        builder.append(row.luma(isInverted: header.isInverted))
      }
      offset = words.offset
    } else {
      while builder.rows < header.size.height, offset + header.bytesPerRow <= bytes.byteCount {
        row.read(header, bytes, at: offset)
        builder.append(row.luma(isInverted: header.isInverted), opacity: row.opacity)
        offset += header.bytesPerRow
      }
    }
    guard builder.rows < header.size.height else { return (DecodedPage(&builder), offset) }
    guard builder.rows > 0 else { throw .truncated("Netpbm", "no row of samples") }
    let rows = builder.rows
    let damage = DecodeDamage(isTruncated: true, decodedRows: rows, reason: "samples are missing")
    return (DecodedPage(&builder, damage: damage), 0)
  }
}

/// The samples of one row, stretched to 0…255.
private struct SampleRow {
  private let width: Int
  private let samples: Int
  private let maximum: Int
  private var values: [UInt8]

  init(width: Int, samples: Int, _ maximum: Int) {
    self.width = width
    self.samples = samples
    self.maximum = maximum
    values = [UInt8](repeating: 0, count: width * samples)
  }

  mutating func read(_ header: NetpbmHeader, _ bytes: RawSpan, at offset: Int) {
    if header.isPackedBits {
      for x in 0..<width {
        values[x] = bytes[offset + x / 8] >> UInt8(7 - x % 8) & 1 == 0 ? 0 : 255
      }
    } else if maximum > 255 {
      for index in values.indices {
        let value = Int(bytes[offset + index * 2]) << 8 | Int(bytes[offset + index * 2 + 1])
        values[index] = stretched(value)
      }
    } else {
      for index in values.indices { values[index] = stretched(Int(bytes[offset + index])) }
    }
  }

  /// Reads a row of numbers; `false` when it ends early.
  mutating func read(
    plain header: NetpbmHeader,
    _ bytes: RawSpan,
    _ words: inout NetpbmHeader.Words
  ) -> Bool {
    for index in values.indices {
      let value = header.isInverted ? words.digit(bytes).map(Int.init) : words.number(bytes)
      guard let value else { return false }
      values[index] = stretched(value)
    }
    return true
  }

  func luma(isInverted: Bool) -> [UInt8] {
    if isInverted { return values.map { 255 - $0 } }
    switch samples {
    case 1: return values
    case 2: return (0..<width).map { values[$0 * 2] }
    default:
      return (0..<width).map { x in
        let index = x * samples
        return LumaPacking.luma(values[index], values[index + 1], values[index + 2])
      }
    }
  }

  var opacity: [UInt8] {
    samples == 2 || samples == 4 ? (0..<width).map { values[($0 + 1) * samples - 1] } : []
  }

  private func stretched(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: min(value, maximum) * 255 / maximum)
  }
}
