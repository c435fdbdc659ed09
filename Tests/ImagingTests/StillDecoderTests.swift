import Testing

@testable import Imaging

@Suite
struct StillDecoderTests {
  private func decode(
    _ bytes: [UInt8],
    named name: String = "in.jpg",
    maximumPixels: Int = 1 << 24
  ) throws -> StillImage {
    try StillDecoder().decode(
      bytes,
      named: name,
      limits: StillLimits(maximumPixels: maximumPixels)
    )
  }

  @Test(arguments: 1...8)
  func `a photo is turned upright by its tag`(value: Int) throws {
    let upright = try decode(Fixture.bytes("orientation-1.jpg"))
    let still = try decode(Fixture.bytes("orientation-\(value).jpg"))
    #expect(still.orientation.rawValue == value)
    #expect(still.image.size == upright.image.size)
    #expect(still.storedSize.width == (value < 5 ? 640 : 200))
    let change = still.image.difference(from: upright.image)
    #expect(change.changedShare() == 0)
    #expect(change.meanAbsolute < 2)
    #expect(still.warning == nil)
  }

  @Test
  func `a tag out of range counts as upright`() throws {
    let still = try decode(Fixture.bytes("orientation-invalid.jpg"))
    #expect(still.orientation == .up)
    #expect(still.image.size == PixelSize(width: 640, height: 200))
  }

  @Test(arguments: [false, true])
  func `a PNG is turned by its EXIF chunk, in either byte order`(isLittleEndian: Bool) throws {
    let exif: [UInt8] =
      isLittleEndian
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
      : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let png = SmallPNG(
      width: 2,
      height: 2,
      bitDepth: 8,
      colorType: 0,
      rows: [[1, 2], [3, 4]],
      extra: [("eXIf", exif)]
    )
    let still = try decode(png.bytes)
    #expect(still.format == "PNG")
    #expect(still.orientation == .right)
    #expect(still.image.pixels == [3, 1, 4, 2])
  }

  @Test
  func `the contents decide the format, not the name`() throws {
    let png = SmallPNG(width: 1, height: 1, bitDepth: 8, colorType: 0, rows: [[77]])
    #expect(try decode(png.bytes, named: "photo.jpg").image.pixels == [77])
    #expect(try decode(Fixture.bytes("white.jpg"), named: "noext").format == "JPEG")
  }

  @Test
  func `a cut-off JPEG comes with a warning that says how much there is`() throws {
    let still = try decode(Fixture.bytes("truncated.jpg"), named: "page.jpg")
    let warning = try #require(still.warning)
    #expect(warning.hasPrefix("page.jpg ends early; the upper "))
    #expect(still.image.size == PixelSize(width: 640, height: 800))
  }

  @Test
  func `a JPEG over the limit is read smaller instead of refused`() throws {
    let bytes = try Fixture.bytes("orientation-6.jpg")
    let still = try decode(bytes, named: "big.jpg", maximumPixels: 640 * 200 / 5)
    #expect(still.scale == .quarter)
    #expect(still.image.size == PixelSize(width: 160, height: 50))
    #expect(still.storedSize == PixelSize(width: 200, height: 640))
    #expect(still.warning == "big.jpg has 200x640 pixels and is read at 1/4 of its size.")
    let error = #expect(throws: ImageError.self) {
      try decode(bytes, named: "big.jpg", maximumPixels: 1000)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test(arguments: [
    ("empty.jpg", ImageError.Code.empty, "empty.jpg is empty."),
    ("really-text.jpg", .notAnImage, "really-text.jpg is a text file, not a picture."),
  ])
  func `a file that is no picture is told apart`(
    name: String,
    code: ImageError.Code,
    message: String
  ) throws {
    let error = #expect(throws: ImageError.self) {
      try decode(Fixture.bytes(name), named: name)
    }
    #expect(error?.code == code)
    #expect(error?.message == message)
    #expect(error?.remedy != nil)
  }

  @Test(arguments: ["truncated-early.jpg", "truncated.jpg"])
  func `a JPEG cut before its first row is an error`(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let scan = bytes.indices.dropLast().first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda }
    let cut = Array(bytes.prefix((scan ?? 286) + 14))
    let error = #expect(throws: ImageError.self) { try decode(cut, named: name) }
    #expect(error?.code == .truncated)
    #expect(error?.message.hasPrefix("\(name): The JPEG ends before its picture begins") == true)
  }

  @Test
  func `bytes of no known kind are named as such`() throws {
    let error = #expect(throws: ImageError.self) {
      try decode([0, 1, 2, 3, 0xfe, 0xff, 0, 9], named: "blob")
    }
    #expect(error?.code == .notAnImage)
    #expect(error?.message == "blob is no picture of a known format.")
  }

  struct Foreign: Sendable, CustomTestStringConvertible {
    var format: String
    var name: String
    var beginning: [UInt8]
    var command: String

    var testDescription: String { format }
  }

  static let foreign: [Foreign] = [
    Foreign(
      format: "JPEG XL",
      name: "a/scan.jxl",
      beginning: [0xff, 0x0a, 0, 0],
      command: "convert a/scan.jxl a/scan.png"
    ),
    Foreign(
      format: "Photoshop",
      name: "it's.psd",
      beginning: Array("8BPS".utf8),
      command: #"convert 'it'\''s.psd' 'it'\''s.png'"#
    ),
    Foreign(
      format: "ICO",
      name: "two words",
      beginning: [0, 0, 1, 0, 1, 0],
      command: "convert 'two words' 'two words.png'"
    ),
  ]

  @Test(arguments: foreign)
  func `a format that is not read is named, with a way to convert it`(foreign: Foreign) throws {
    let error = #expect(throws: ImageError.self) {
      try decode(foreign.beginning, named: foreign.name)
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(
      error?.message == "\(foreign.name): \(foreign.format) is not read by this version."
    )
    #expect(error?.remedy == "Convert it, for example with: \(foreign.command)")
  }
}
