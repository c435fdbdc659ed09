import Testing

@testable import Imaging

@Suite
struct PNGDecoderTests {
  private func decode(_ png: SmallPNG) throws -> LumaImage {
    try decode(png.bytes)
  }

  private func decode(_ bytes: [UInt8], maximumPixels: Int = 1 << 20) throws -> LumaImage {
    try unsafe PNGDecoder().decode(bytes.span.bytes, maximumPixels: maximumPixels)
  }

  @Test(arguments: [
    (1, [0b0101_0000], [0, 255, 0, 255]), (2, [0b0001_1011], [0, 85, 170, 255]),
    (4, [0x05, 0xaf], [0, 85, 170, 255]), (8, [0, 85, 170, 255], [0, 85, 170, 255]),
    (16, [0, 0, 0x55, 0x55, 0xaa, 0xaa, 0xff, 0xff], [0, 85, 170, 255]),
  ])
  func `grey of every depth is spread over black to white`(
    depth: Int,
    row: [UInt8],
    expected: [UInt8]
  ) throws {
    let png = SmallPNG(width: 4, height: 1, bitDepth: depth, colorType: 0, rows: [row])
    #expect(try decode(png).pixels == expected)
  }

  @Test
  func `colours are weighed as in a JPEG`() throws {
    var generator = SeededGenerator(seed: 5)
    let colors = (0..<200).map { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let expected = colors.map { Fixture.luma(Int($0[0]), Int($0[1]), Int($0[2])) }
    let eight = SmallPNG(
      width: 200,
      height: 1,
      bitDepth: 8,
      colorType: 2,
      rows: [colors.flatMap { $0 }]
    )
    #expect(Fixture.largestDifference(try decode(eight).pixels, expected) <= 2)
    let sixteen = SmallPNG(
      width: 200,
      height: 1,
      bitDepth: 16,
      colorType: 2,
      rows: [colors.flatMap { color in color.flatMap { [$0, $0] } }]
    )
    #expect(Fixture.largestDifference(try decode(sixteen).pixels, expected) <= 2)
  }

  @Test
  func `a palette with a transparent entry is laid on white`() throws {
    let png = SmallPNG(
      width: 4,
      height: 1,
      bitDepth: 2,
      colorType: 3,
      rows: [[0b0001_1011]],
      extra: [
        ("PLTE", [0, 0, 0, 200, 40, 40, 0, 0, 0, 40, 200, 40]), ("tRNS", [255, 255, 0, 128]),
      ]
    )
    let half = UInt8((Int(Fixture.luma(40, 200, 40)) * 128 + 255 * 127) / 255)
    let expected = [0, Fixture.luma(200, 40, 40), 255, half]
    #expect(Fixture.largestDifference(try decode(png).pixels, expected) <= 2)
  }

  @Test
  func `text that is only in the alpha channel becomes visible`() throws {
    let colored = SmallPNG(
      width: 3,
      height: 1,
      bitDepth: 8,
      colorType: 6,
      rows: [[0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 51]]
    )
    #expect(try decode(colored).pixels == [255, 0, 204])
    let grey = SmallPNG(
      width: 3,
      height: 1,
      bitDepth: 8,
      colorType: 4,
      rows: [[0, 0, 100, 255, 0, 51]]
    )
    #expect(try decode(grey).pixels == [255, 100, 204])
  }

  @Test
  func `light writing on nothing is laid on black, dark writing and a light page on white`() throws
  {
    func grey(_ samples: [UInt8]) throws -> [UInt8] {
      let width = samples.count / 2
      let png = SmallPNG(width: width, height: 1, bitDepth: 8, colorType: 4, rows: [samples])
      return try decode(png).pixels
    }
    #expect(try grey([250, 255, 0, 0, 0, 0, 0, 0]) == [250, 0, 0, 0])
    #expect(try grey([20, 255, 0, 0, 0, 0, 0, 0]) == [20, 255, 255, 255])
    #expect(try grey([250, 255, 250, 255, 250, 255, 0, 0]) == [250, 250, 250, 255])
    let palette = SmallPNG(
      width: 4,
      height: 1,
      bitDepth: 8,
      colorType: 3,
      rows: [[1, 0, 0, 0]],
      extra: [("PLTE", [0, 0, 0, 240, 240, 240]), ("tRNS", [0, 255])]
    )
    #expect(try decode(palette).pixels == [240, 0, 0, 0])
  }

  @Test
  func `a colour key makes its pixels white`() throws {
    let png = SmallPNG(
      width: 3,
      height: 1,
      bitDepth: 8,
      colorType: 0,
      rows: [[7, 0, 99]],
      extra: [("tRNS", [0, 7])]
    )
    #expect(try decode(png).pixels == [255, 0, 99])
  }

  @Test
  func `a 16-bit picture that uses only twelve bits is not black`() throws {
    let row: [UInt8] = [0x0f, 0xff, 0x08, 0x00, 0x00, 0x00]
    let png = SmallPNG(width: 3, height: 1, bitDepth: 16, colorType: 0, rows: [row])
    #expect(try decode(png).pixels == [255, 128, 0])
  }

  @Test
  func `a picture over the limit is refused by its header alone`() throws {
    var png = SmallPNG(width: 4, height: 1, bitDepth: 8, colorType: 0, rows: [[1, 2, 3, 4]])
    png.width = 30_000
    png.height = 30_000
    let error = #expect(throws: ImageError.self) { try decode(png.bytes) }
    #expect(error?.code == .tooLarge)
    #expect(error?.message == "The PNG has 30000x30000 pixels; at most 1048576 are decoded.")
  }

  @Test(arguments: [8, 20, 33, 40, 60, 90])
  func `a PNG that is cut off is an error`(length: Int) throws {
    let row = [UInt8](repeating: 9, count: 40)
    let png = SmallPNG(width: 40, height: 2, bitDepth: 8, colorType: 0, rows: [row, row])
    let error = #expect(throws: ImageError.self) { try decode(Array(png.bytes.prefix(length))) }
    #expect(error?.code == .truncated)
  }

  @Test
  func `a PNG whose checksum is wrong is damaged`() throws {
    var bytes = SmallPNG(width: 1, height: 1, bitDepth: 8, colorType: 0, rows: [[9]]).bytes
    bytes[29] ^= 1
    let error = #expect(throws: ImageError.self) { try decode(bytes) }
    #expect(error?.code == .damaged)
  }
}
