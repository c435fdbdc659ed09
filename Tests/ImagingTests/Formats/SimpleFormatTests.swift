import Testing

@testable import Decoding
@testable import Imaging

/// Netpbm and BMP, in the variants that programs still write.
@Suite struct SimpleFormatTests {
  struct Netpbm: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var luma: [UInt8]

    var testDescription: String { name }

    init(_ name: String, _ header: String, _ samples: [UInt8] = [], _ luma: [UInt8]) {
      self.name = name
      bytes = Array(header.utf8) + samples
      self.luma = luma
    }
  }

  static let netpbm = [
    Netpbm("P1", "P1\n# made by hand\n3 2\n1 0 1\n010", [], [0, 255, 0, 255, 0, 255]),
    Netpbm("P2", "P2 3 1 # wide\n15\n0 15 5\n", [], [0, 255, 85]),
    Netpbm("P3", "P3\n1 1\n255\n255 255\n255\n", [], [255]),
    Netpbm("P4", "P4\n9 1\n", [0b0101_0101, 0], [255, 0, 255, 0, 255, 0, 255, 0, 255]),
    Netpbm("P5", "P5\n2 1\n255\n", [7, 9], [7, 9]),
    Netpbm("P5 of 16 bits", "P5 2 1 65535\n", [0x80, 0, 0xff, 0xff], [127, 255]),
    Netpbm("P6", "P6\n1 1\n255\n", [0, 255, 0], [LumaPacking.luma(0, 255, 0)]),
    Netpbm(
      "P7",
      "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 2\nMAXVAL 255\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n",
      [0, 255, 0, 0],
      [0, 255]
    ),
  ]

  @Test(arguments: netpbm)
  func `every kind of Netpbm is read`(file: Netpbm) throws {
    #expect(try onlyPage(file.bytes, as: .netpbm).image.pixels == file.luma)
    #expect(unsafe StillFormat(file.bytes.span.bytes, StillLimits()) == .helper(.netpbm))
  }

  @Test
  func `pictures that follow one another are pages`() throws {
    let pages = decodedPages(Self.netpbm[4].bytes + Self.netpbm[6].bytes, as: .netpbm)
    #expect(
      try pages.map { try $0.get().image.pixels } == [[7, 9], [LumaPacking.luma(0, 255, 0)]]
    )
  }

  @Test
  func `a Netpbm that ends early is white below`() throws {
    let page = try onlyPage(Array("P5 2 3 255\n".utf8) + [1, 2, 3, 4], as: .netpbm)
    #expect(page.image.pixels == [1, 2, 3, 4, 255, 255])
    #expect(page.damage?.decodedRows == 2)
  }

  /// A bitmap with a header of forty bytes.
  private func bitmap(
    _ width: Int,
    _ height: Int,
    bits: Int,
    compression: Int = 0,
    table: [UInt8] = [],
    _ pixels: [UInt8]
  ) -> [UInt8] {
    func long(_ value: Int) -> [UInt8] {
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    let start = 54 + table.count
    let header = long(40) + long(width) + long(height) + [1, 0, UInt8(bits), 0] + long(compression)
    let rest = long(pixels.count) + long(0) + long(0) + long(0) + long(0)
    return Array("BM".utf8) + long(start + pixels.count) + long(0) + long(start) + header + rest
      + table + pixels
  }

  private let greys: [UInt8] = [0, 0, 0, 0, 100, 100, 100, 0, 200, 200, 200, 0]

  @Test
  func `a bitmap may be either way up`() throws {
    let rows: [UInt8] = [1, 1, 1, 0, 9, 9, 9, 0]
    #expect(try onlyPage(bitmap(1, 2, bits: 24, rows), as: .bmp).image.pixels == [9, 1])
    #expect(try onlyPage(bitmap(1, -2, bits: 24, rows), as: .bmp).image.pixels == [1, 9])
  }

  @Test
  func `bit fields say where colours lie`() throws {
    let fields: [UInt8] = [0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0]
    let file = bitmap(2, 1, bits: 16, compression: 3, table: fields, [0xff, 0xff, 0, 0])
    #expect(try onlyPage(file, as: .bmp).image.pixels == [255, 0])
  }

  @Test
  func `runs are unrolled, and what they leave out is the first colour`() throws {
    // Two of colour 1, end of line; one each of 2, 1, 2 literally and padded, end of picture.
    let runs: [UInt8] = [2, 1, 0, 0, 0, 3, 2, 1, 2, 0, 0, 1]
    let file = bitmap(3, 2, bits: 8, compression: 1, table: greys, runs)
    #expect(try onlyPage(file, as: .bmp).image.pixels == [200, 100, 200, 100, 100, 0])
  }

  @Test
  func `runs that lead out of the picture are cut off`() throws {
    let runs: [UInt8] = [255, 1, 0, 2, 255, 255, 9, 9]
    let file = bitmap(3, 2, bits: 8, compression: 1, table: greys, runs)
    #expect(try onlyPage(file, as: .bmp).image.pixels == [0, 0, 0, 100, 100, 100])
  }

  @Test
  func `a bitmap of an uncommon kind is named`() throws {
    let error = #expect(throws: ImageError.self) {
      try onlyPage(bitmap(1, 1, bits: 24, compression: 4, [0, 0, 0, 0]), as: .bmp)
    }
    #expect(error?.code == .unsupportedFormat)
  }
}
