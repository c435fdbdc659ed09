/// Writes TIFF files without compression, of any depth, in strips or tiles.
struct SmallTIFF {
  struct Page {
    var width: Int
    var height: Int
    var bits = 8
    var samples = 1

    /// 0 white is zero, 1 black is zero, 2 red, green and blue.
    var photometric = 1

    /// The rows, packed.
    var rows: [[UInt8]]
    var orientation = 1
    var hasAlpha = false
    var subfileType = 0

    /// The tiles from left to right and top to bottom, 16 × 16 pixels each, instead of rows.
    var tiles: [[UInt8]] = []
  }

  var pages: [Page]

  var bytes: [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
    var link = 4
    for page in pages {
      let blocks = page.tiles.isEmpty ? [page.rows.flatMap { $0 }] : page.tiles
      var places: [Int] = []
      for block in blocks {
        places.append(file.count)
        file += block
      }
      if file.count % 2 == 1 { file.append(0) }
      let placesAt = file.count
      for place in places { file += Self.long(place) }
      let sizesAt = file.count
      for block in blocks { file += Self.long(block.count) }
      let bitsAt = file.count
      for _ in 0..<page.samples { file += Self.short(page.bits) }
      let isTiled = !page.tiles.isEmpty
      let single = blocks.count == 1
      var entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
        (254, 4, 1, page.subfileType), (256, 4, 1, page.width), (257, 4, 1, page.height),
        (258, 3, page.samples, page.samples <= 2 ? page.bits | page.bits << 16 : bitsAt),
        (259, 3, 1, 1), (262, 3, 1, page.photometric), (274, 3, 1, page.orientation),
        (277, 3, 1, page.samples), (284, 3, 1, 1),
      ]
      if isTiled {
        entries += [(322, 3, 1, 16), (323, 3, 1, 16)]
        entries.append((324, 4, blocks.count, single ? places[0] : placesAt))
        entries.append((325, 4, blocks.count, single ? blocks[0].count : sizesAt))
      } else {
        entries.append((273, 4, 1, places[0]))
        entries.append((278, 4, 1, page.height))
        entries.append((279, 4, 1, blocks[0].count))
      }
      if page.hasAlpha { entries.append((338, 3, 1, 2)) }
      entries.sort { $0.tag < $1.tag }
      if file.count % 2 == 1 { file.append(0) }
      file.replaceSubrange(link..<link + 4, with: Self.long(file.count))
      file += Self.short(entries.count)
      for entry in entries {
        file += Self.short(entry.tag) + Self.short(entry.type) + Self.long(entry.count)
        file += Self.long(entry.value)
      }
      link = file.count
      file += Self.long(0)
    }
    return file
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(value & 255), UInt8(value >> 8 & 255)]
  }

  private static func long(_ value: Int) -> [UInt8] {
    short(value & 0xffff) + short(value >> 16 & 0xffff)
  }
}
