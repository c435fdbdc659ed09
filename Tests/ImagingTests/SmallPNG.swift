/// Writes PNG pictures of any kind, without compression.
struct SmallPNG {
  var width: Int
  var height: Int
  var bitDepth: Int
  var colorType: Int

  /// The rows as stored, packed, without their filter bytes.
  var rows: [[UInt8]]

  /// Chunks between header and pixels, in order.
  var extra: [(type: String, data: [UInt8])] = []

  /// The file.
  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let header = Self.bigEndian(width) + Self.bigEndian(height)
    file += Self.chunk("IHDR", header + [UInt8(bitDepth), UInt8(colorType), 0, 0, 0])
    for (type, data) in extra { file += Self.chunk(type, data) }
    file += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    return file + Self.chunk("IEND", [])
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(checksum(body)))
  }

  /// A zlib stream of stored blocks.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let low = UInt8(truncatingIfNeeded: block.count)
      let high = UInt8(truncatingIfNeeded: block.count >> 8)
      stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    var (first, second) = (1, 0)
    for byte in data {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return stream + bigEndian(second << 16 | first)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
