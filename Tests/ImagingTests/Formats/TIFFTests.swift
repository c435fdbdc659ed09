import Testing

@testable import Decoding
@testable import Imaging

@Suite struct TIFFTests {
  private func pixels(_ page: SmallTIFF.Page) throws -> [UInt8] {
    try onlyPage(SmallTIFF(pages: [page]).bytes, as: .tiff).image.pixels
  }

  struct Depth: Sendable, CustomTestStringConvertible {
    var bits: Int
    var row: [UInt8]
    var luma: [UInt8]

    var testDescription: String { "\(bits) bits" }
  }

  @Test(arguments: [
    Depth(bits: 1, row: [0b1010_0000], luma: [255, 0, 255]),
    Depth(bits: 2, row: [0b0001_1011, 0], luma: [0, 85, 170, 255, 0]),
    Depth(bits: 4, row: [0x0f, 0x80], luma: [0, 255, 136]),
    Depth(bits: 8, row: [0, 77, 255], luma: [0, 77, 255]),
    Depth(bits: 12, row: [0xff, 0xf8, 0x00, 0x00, 0x10], luma: [255, 128, 0]),
    Depth(bits: 16, row: [0xff, 0xff, 0x00, 0x80, 0, 0], luma: [255, 128, 0]),
  ])
  func `grey of any depth is read`(depth: Depth) throws {
    let page = SmallTIFF.Page(
      width: depth.luma.count,
      height: 2,
      bits: depth.bits,
      rows: [depth.row, depth.row]
    )
    #expect(try pixels(page) == depth.luma + depth.luma)
    var inverted = page
    inverted.photometric = 0
    #expect(try pixels(inverted) == (depth.luma + depth.luma).map { 255 - $0 })
  }

  @Test
  func `twelve bits in sixteen are not taken for black`() throws {
    let page = SmallTIFF.Page(
      width: 3,
      height: 1,
      bits: 16,
      rows: [[0xff, 0x0f, 0x00, 0x08, 0x10, 0x00]]
    )
    #expect(try pixels(page) == [255, 128, 1])
  }

  @Test
  func `tiles are put together, and cut off at the edges`() throws {
    // Two tiles across and two down for 20 × 17 pixels; each tile has its own value.
    let tiles = [10, 20, 30, 40].map { [UInt8](repeating: $0, count: 256) }
    let page = SmallTIFF.Page(width: 20, height: 17, rows: [], tiles: tiles)
    let image = try onlyPage(SmallTIFF(pages: [page]).bytes, as: .tiff).image
    #expect(image.size == PixelSize(width: 20, height: 17))
    #expect([image[0, 0], image[19, 0], image[0, 16], image[19, 16]] == [10, 20, 30, 40])
    #expect(image[15, 15] == 10 && image[16, 15] == 20 && image[15, 16] == 30)
  }

  @Test
  func `colours and transparency are read`() throws {
    let colors = SmallTIFF.Page(
      width: 2,
      height: 1,
      samples: 3,
      photometric: 2,
      rows: [[255, 0, 0, 0, 255, 0]]
    )
    #expect(try pixels(colors) == [LumaPacking.luma(255, 0, 0), LumaPacking.luma(0, 255, 0)])
    let clear = SmallTIFF.Page(
      width: 2,
      height: 1,
      samples: 4,
      photometric: 2,
      rows: [[0, 0, 0, 255, 0, 0, 0, 0]],
      hasAlpha: true
    )
    #expect(try pixels(clear) == [0, 255])
  }

  @Test(arguments: 1...8)
  func `the orientation is the tag's`(value: Int) throws {
    let page = SmallTIFF.Page(width: 2, height: 1, rows: [[1, 2]], orientation: value)
    #expect(try onlyPage(SmallTIFF(pages: [page]).bytes, as: .tiff).orientation.rawValue == value)
  }

  @Test
  func `thumbnails and masks are no pages`() throws {
    let page = SmallTIFF.Page(width: 2, height: 1, rows: [[1, 2]])
    var thumbnail = page
    thumbnail.subfileType = 1
    var mask = page
    mask.subfileType = 4
    let pages = decodedPages(SmallTIFF(pages: [thumbnail, page, mask, page]).bytes, as: .tiff)
    #expect(pages.count == 2)
    #expect(try pages.allSatisfy { try $0.get().image.pixels == [1, 2] })
  }

  @Test
  func `a page that cannot be read does not keep the next from it`() throws {
    let page = SmallTIFF.Page(width: 2, height: 1, rows: [[1, 2]])
    var strange = page
    strange.bits = 7
    let pages = decodedPages(SmallTIFF(pages: [page, strange, page]).bytes, as: .tiff)
    #expect(pages.count == 3)
    #expect(throws: ImageError.self) { try pages[1].get() }
    #expect(try pages[2].get().image.pixels == [1, 2])
  }

  @Test
  func `rows that are missing are white, and that is said`() throws {
    var page = SmallTIFF.Page(width: 4, height: 4, rows: [[9, 9, 9, 9]])
    page.rows += [[9, 9, 9, 9], [9, 9, 9, 9], [9, 9, 9, 9]]
    var bytes = SmallTIFF(pages: [page]).bytes
    // The only strip begins behind the header; it is said to begin where the file ends.
    let file = bytes.count
    let entry = try #require(
      (8..<bytes.count - 12).first { bytes[$0] == 0x11 && bytes[$0 + 1] == 1 && bytes[$0 + 2] == 4 }
    )
    bytes[entry + 8] = UInt8(file & 255)
    bytes[entry + 9] = UInt8(file >> 8)
    let pages = decodedPages(bytes, as: .tiff)
    let error = #expect(throws: ImageError.self) { try pages.first?.get() }
    #expect(error?.code == .truncated)
  }

  @Test
  func `a list of pages that leads back to itself ends`() throws {
    let page = SmallTIFF.Page(width: 2, height: 1, rows: [[1, 2]])
    var bytes = SmallTIFF(pages: [page]).bytes
    bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: bytes[4..<8])
    let pages = decodedPages(bytes, as: .tiff)
    #expect(pages.count <= 2)
    #expect(try pages[0].get().image.pixels == [1, 2])
  }
}
