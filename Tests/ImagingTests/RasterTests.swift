import Testing

@testable import Imaging

@Suite
struct RasterTests {
  private struct Sample {
    var layout: RasterLayout
    var bytes: [UInt8]
    var luma: LumaImage
  }

  /// A frame of random bytes in a format, and its luma computed pixel by pixel.
  private func sample(
    _ format: PixelFormat,
    _ width: Int,
    _ height: Int,
    padding: Int
  ) -> Sample {
    var generator = SeededGenerator(seed: UInt64(format.rawValue) &+ UInt64(width))
    let perPixel =
      switch format {
      case .yuyv, .uyvy, .yvyu, .y10, .y16: 2
      case .rgb24, .bgr24: 3
      default: 1
      }
    let stride = width * perPixel + padding
    let bytes = (0..<stride * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var luma = LumaImage(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let at = y * stride + x * perPixel
        let color = perPixel == 3 ? bytes[at..<at + 3].map { Int($0) } : []
        luma[x, y] =
          switch format {
          case .yuyv, .yvyu: bytes[at]
          case .uyvy, .y16: bytes[at + 1]
          case .y10: UInt8((Int(bytes[at]) + Int(bytes[at + 1]) * 256) % 1024 / 4)
          case .rgb24: Fixture.luma(color[0], color[1], color[2])
          case .bgr24: Fixture.luma(color[2], color[1], color[0])
          default: bytes[at]
          }
      }
    }
    let layout = RasterLayout(format: format, width: width, height: height, bytesPerRow: stride)
    return Sample(layout: layout, bytes: bytes, luma: luma)
  }

  /// The mean of each square, computed pixel by pixel.
  private func slowlyReduced(_ image: LumaImage, by side: Int) -> LumaImage {
    var target = LumaImage(
      width: (image.width + side - 1) / side,
      height: (image.height + side - 1) / side
    )
    for y in 0..<target.height {
      for x in 0..<target.width {
        let square = image.cropped(
          to: PixelRect(x: x * side, y: y * side, width: side, height: side)
        )
        target[x, y] = UInt8((square.meanLuma + 0.5).rounded(.down))
      }
    }
    return target
  }

  private func filled(
    _ bytes: [UInt8],
    _ layout: RasterLayout,
    scale: DecodeScale = .full
  ) throws -> LumaImage {
    var image = LumaImage(width: 3, height: 3, filledWith: 9)
    unsafe try image.fill(from: bytes.span.bytes, layout: layout, scale: scale)
    return image
  }

  static let formats: [PixelFormat] = [
    .yuyv, .uyvy, .yvyu, .nv12, .nv21, .yu12, .yv12, .grey, .y10, .y16, .rgb24, .bgr24,
  ]

  @Test(arguments: formats)
  func `luma is taken out of every format, padded rows and odd sizes included`(
    format: PixelFormat
  ) throws {
    for (width, height, padding) in [(64, 4, 0), (37, 5, 11), (1, 1, 0), (33, 3, 64)] {
      let sample = sample(format, width, height, padding: padding)
      let image = try filled(sample.bytes, sample.layout)
      #expect(image.size == sample.luma.size)
      #expect(Fixture.largestDifference(image.pixels, sample.luma.pixels) <= 1)
    }
  }

  @Test(arguments: formats, [DecodeScale.half, .quarter, .eighth])
  func `a reduced frame is the mean of its pixels`(format: PixelFormat, scale: DecodeScale) throws {
    for (width, height, padding) in [(64, 16, 0), (37, 21, 11), (1, 3, 0), (16, 9, 5)] {
      let sample = sample(format, width, height, padding: padding)
      let image = try filled(sample.bytes, sample.layout, scale: scale)
      let expected = slowlyReduced(sample.luma, by: scale.divisor)
      #expect(image.size == expected.size)
      #expect(Fixture.largestDifference(image.pixels, expected.pixels) <= 1)
    }
  }

  @Test
  func `rows without a stated length have no padding, and the last may lack its own`() throws {
    var sample = sample(.yuyv, 10, 4, padding: 0)
    sample.layout.bytesPerRow = 0
    #expect(try filled(sample.bytes, sample.layout) == sample.luma)
    var padded = self.sample(.yuyv, 10, 4, padding: 12)
    padded.bytes.removeLast(12)
    #expect(try filled(padded.bytes, padded.layout) == padded.luma)
  }

  @Test(arguments: formats)
  func `a frame that is too short is refused and leaves the picture alone`(
    format: PixelFormat
  ) throws {
    let sample = sample(format, 16, 4, padding: 0)
    var image = LumaImage(width: 2, height: 1, pixels: [5, 6])
    let bytes = Array(sample.bytes.dropLast())
    let error = #expect(throws: ImageError.self) {
      unsafe try image.fill(from: bytes.span.bytes, layout: sample.layout)
    }
    #expect(error?.code == .truncated)
    #expect(error?.message.contains("needs \(sample.bytes.count) bytes") == true)
    #expect(image == LumaImage(width: 2, height: 1, pixels: [5, 6]))
  }

  @Test(arguments: [
    (0, 4, 8), (4, 0, 8), (-1, 4, 8), (4, 4, 7), (1 << 40, 4, 8), (4, 1 << 40, 8), (4, 4, -1),
    (4, 4, 1 << 60),
  ])
  func `a layout that contradicts itself is refused`(width: Int, height: Int, stride: Int) {
    let layout = RasterLayout(format: .yuyv, width: width, height: height, bytesPerRow: stride)
    let bytes = [UInt8](repeating: 0, count: 64)
    let error = #expect(throws: ImageError.self) { try filled(bytes, layout) }
    #expect(error?.code == .damaged)
  }

  @Test
  func `a format without luma is named, with a remedy`() throws {
    let format = try #require(PixelFormat("H264"))
    let layout = RasterLayout(format: format, width: 4, height: 4, bytesPerRow: 8)
    let error = #expect(throws: ImageError.self) { try filled([0], layout) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message == "Frames in the format H264 cannot be read.")
    #expect(error?.remedy != nil)
  }

  @Test(arguments: [DecodeScale.half, .quarter, .eighth])
  func `a picture is reduced to the means of its squares`(scale: DecodeScale) {
    var generator = SeededGenerator(seed: 3)
    for (width, height) in [(64, 32), (37, 21), (1, 1), (9, 17)] {
      let image = generator.noise(width, height)
      #expect(image.reduced(by: scale) == slowlyReduced(image, by: scale.divisor))
    }
  }
}
