import Imaging
import Testing

@testable import Capture

@Suite struct V4LConverterTests {
  private func frame(
    _ code: String,
    _ bytes: [UInt8],
    stride: Int,
    width: Int,
    height: Int
  ) throws
    -> Frame
  {
    let format = try #require(PixelFormat(code))
    return Frame(
      bytes: bytes,
      layout: RasterLayout(format: format, width: width, height: height, bytesPerRow: stride)
    )
  }

  /// A mosaic of one colour, by the order of its four colours.
  private func mosaic(_ order: String, red: UInt8, green: UInt8, blue: UInt8) -> [UInt8] {
    let colours: [Character: UInt8] = ["R": red, "G": green, "B": blue]
    let values: [UInt8] = order.map { colours[$0] ?? 0 }
    return (0..<48 * 64).map { index -> UInt8 in
      let (y, x) = (index / 64, index % 64)
      return values[(y % 2) * 2 + x % 2]
    }
  }

  @Test(arguments: [("BA81", "BGGR"), ("GBRG", "GBRG"), ("GRBG", "GRBG"), ("RGGB", "RGGB")])
  func `a mosaic becomes the luma of its colour`(code: String, order: String) throws {
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    var lumas: [Int] = []
    for (red, green, blue) in [(220, 30, 30), (30, 220, 30), (30, 30, 220)] {
      let bytes = mosaic(order, red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      try converter.convert(frame(code, bytes, stride: 64, width: 64, height: 48), into: &image)
      #expect(image.size == PixelSize(width: 64, height: 48))
      lumas.append(Int(image[32, 24]))
    }
    // Red, green and blue are told apart only where the order is understood.
    #expect(lumas[1] > lumas[0] && lumas[0] > lumas[2], "\(lumas)")
  }

  @Test func `an edge in a mosaic is an edge in the picture`() throws {
    let bytes = (0..<48 * 64).map { UInt8($0 % 64 < 32 ? 20 : 230) }
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    try converter.convert(frame("GRBG", bytes, stride: 64, width: 64, height: 48), into: &image)
    #expect(image[10, 20] < 60)
    #expect(image[54, 20] > 190)
  }

  @Test func `ten bits in sixteen are read as well`() throws {
    let pixels = (0..<64 * 48 * 2).map { $0 % 2 == 0 ? UInt8(0x20) : 0x03 }
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    try converter.convert(frame("BG10", pixels, stride: 128, width: 64, height: 48), into: &image)
    #expect(abs(Int(image[32, 24]) - 0x320 / 4) < 40)
  }

  @Test func `one converter takes one size after another`() throws {
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    for (width, height) in [(64, 48), (32, 32), (128, 96)] {
      let bytes = [UInt8](repeating: 100, count: width * height)
      try converter.convert(
        frame("RGGB", bytes, stride: width, width: width, height: height),
        into: &image
      )
      #expect(image.size == PixelSize(width: width, height: height))
    }
  }

  @Test func `a frame that is too short is refused and not read past its end`() throws {
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    let short = try frame("GRBG", [1, 2, 3], stride: 64, width: 64, height: 48)
    let error = #expect(throws: CaptureError.self) { try converter.convert(short, into: &image) }
    #expect(error?.code == .noUsableFormat)
  }

  @Test func `rubbish of any length is converted or refused, and nothing is spoilt`() throws {
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    var random = SystemRandomNumberGenerator()
    for (format, packing) in V4LConverter.formats {
      for length in [0, 7, 1000, 64 * 48, 64 * 48 * 3 / 2, 64 * 48 * 4] {
        let frame = Frame(
          bytes: (0..<length).map { _ in random.next() },
          layout: RasterLayout(
            format: format,
            width: 64,
            height: 48,
            bytesPerRow: 64 * packing.bytesPerPixel
          )
        )
        try? converter.convert(frame, into: &image)
      }
    }
  }

  @Test(arguments: [
    (64, 47, 64), (63, 48, 64), (2, 48, 64), (64, 4, 64), (64, 48, 32), (64, 48, 0),
  ])
  func `sizes the library cannot take are refused before it sees them`(
    width: Int,
    height: Int,
    stride: Int
  ) throws {
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    let bytes = [UInt8](repeating: 0, count: 64 * 64)
    let frame = try frame("GRBG", bytes, stride: stride, width: width, height: height)
    #expect(throws: CaptureError.self) { try converter.convert(frame, into: &image) }
  }

  @Test func `every format it claims is one the library knows`() throws {
    // What it does not know it answers with these words, whatever the bytes are.
    var converter = try V4LConverter()
    var image = LumaImage(width: 0, height: 0)
    for (format, packing) in V4LConverter.formats {
      let frame = Frame(
        bytes: [UInt8](repeating: 0, count: 64 * 48 * 4),
        layout: RasterLayout(
          format: format,
          width: 64,
          height: 48,
          bytesPerRow: 64 * packing.bytesPerPixel
        )
      )
      do throws(CaptureError) {
        try converter.convert(frame, into: &image)
      } catch {
        #expect(!error.message.contains("Unknown src format"), "\(format)")
      }
    }
  }

  @Test func `what Imaging reads is not this converter's`() {
    for format: PixelFormat in [.yuyv, .mjpeg, .grey, .nv12, .rgb24] {
      #expect(!V4LConverter.canConvert(format))
    }
  }
}
