import Testing

@testable import Decoding
@testable import Imaging

/// Every format in which people keep pictures, written by other programs.
@Suite struct FormatTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var format: HelperFormat
    var tolerance = 1

    var testDescription: String { name }
  }

  static let kinds: [Kind] = [
    Kind(name: "lzw.tif", format: .tiff),
    Kind(name: "deflate.tif", format: .tiff),
    Kind(name: "packbits.tif", format: .tiff),
    Kind(name: "jpeg.tif", format: .tiff, tolerance: 12),
    Kind(name: "cmyk.tif", format: .tiff, tolerance: 3),
    Kind(name: "palette.tif", format: .tiff, tolerance: 40),
    Kind(name: "lossless.webp", format: .webP),
    Kind(name: "lossy.webp", format: .webP, tolerance: 12),
    Kind(name: "animated.webp", format: .webP),
    Kind(name: "plain.gif", format: .gif),
    Kind(name: "interlaced.gif", format: .gif),
    Kind(name: "animated.gif", format: .gif),
    Kind(name: "color.jp2", format: .jpeg2000),
    Kind(name: "gray.j2k", format: .jpeg2000),
    Kind(name: "color.bmp", format: .bmp),
    Kind(name: "gray.bmp", format: .bmp),
    Kind(name: "palette.bmp", format: .bmp, tolerance: 40),
    Kind(name: "color.heic", format: .heif, tolerance: 12),
    Kind(name: "color.avif", format: .heif, tolerance: 12),
  ]

  private static func load(_ name: String) throws -> [UInt8] {
    try Fixture.bytes("formats/\(name)")
  }

  @Test(arguments: kinds)
  func `a picture comes out as it was stored`(kind: Kind) throws {
    let page = try onlyPage(Self.load(kind.name), as: kind.format)
    #expect(page.image.size == PixelSize(width: 64, height: 48))
    #expect(page.damage == nil)
    let difference = Fixture.largestDifference(Fixture.fields(of: page.image), Fixture.fieldLuma)
    #expect(difference <= kind.tolerance)
  }

  @Test(arguments: kinds)
  func `the contents name the format`(kind: Kind) throws {
    let bytes = try Self.load(kind.name)
    #expect(unsafe StillFormat(bytes.span.bytes, StillLimits()) == .helper(kind.format))
  }

  @Test(arguments: kinds.filter { $0.tolerance < 40 })
  func `a picture over the limit is read smaller instead of refused`(kind: Kind) throws {
    let limits = StillLimits(maximumPixels: 64 * 48 / 4)
    let page = try onlyPage(Self.load(kind.name), as: kind.format, limits: limits)
    #expect(page.scale == .half)
    #expect(page.image.size == PixelSize(width: 32, height: 24))
    #expect(page.storedSize == PixelSize(width: 64, height: 48))
    let fields = (0..<12).map { page.image[$0 % 4 * 8 + 4, $0 / 4 * 8 + 4] }
    #expect(Fixture.largestDifference(fields, Fixture.fieldLuma) <= kind.tolerance)
  }

  @Test(arguments: kinds)
  func `a picture with too many stored pixels is refused`(kind: Kind) throws {
    let limits = StillLimits(maximumStoredPixels: 64 * 48 - 1)
    let error = #expect(throws: ImageError.self) {
      try onlyPage(Self.load(kind.name), as: kind.format, limits: limits)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test(arguments: kinds)
  func `a file that ends early gives what there is, or says so`(kind: Kind) throws {
    let bytes = try Self.load(kind.name)
    for length in [1, 4, 12, 30, bytes.count / 2, bytes.count * 3 / 4, bytes.count - 1] {
      for page in decodedPages(Array(bytes.prefix(length)), as: kind.format) {
        switch page {
        case .success(let page): #expect(page.image.size.area > 0)
        case .failure(let error): #expect(error.code != .decoderFailed)
        }
      }
    }
  }

  @Test(arguments: [("turned.webp", HelperFormat.webP), ("turned.heic", .heif)])
  func `a picture stored on its side stands upright`(name: String, format: HelperFormat) throws {
    let page = try onlyPage(Self.load(name), as: format)
    let upright = page.image.oriented(page.orientation)
    #expect(upright.size == PixelSize(width: 64, height: 48))
    #expect(Fixture.largestDifference(Fixture.fields(of: upright), Fixture.fieldLuma) <= 12)
  }

  @Test
  func `what a HEIC says about its orientation can be overruled`() throws {
    let page = try onlyPage(Self.load("turned.heic"), as: .heif, ignoresTransforms: true)
    #expect(page.image.size == PixelSize(width: 48, height: 64))
  }

  @Test
  func `light writing on nothing is laid on black`() throws {
    let page = try onlyPage(Self.load("light-on-clear.webp"), as: .webP)
    #expect(page.image[24, 24] == 255)
    #expect(page.image[4, 4] == 0)
  }

  @Test
  func `a fax gives all its pages in order`() throws {
    let pages = try decodedPages(Self.load("fax.tif"), as: .tiff).map { try $0.get().image }
    #expect(pages.count == 3)
    #expect(pages.allSatisfy { $0.size == PixelSize(width: 640, height: 130) })
    #expect(Set(pages).count == 3)
    #expect(Set(pages.flatMap(\.pixels)) == [0, 255])
  }

  @Test
  func `more pages than the limit are not read, and that is said`() throws {
    let pages = try decodedPages(
      Self.load("fax.tif"),
      as: .tiff,
      limits: StillLimits(maximumPages: 2)
    )
    #expect(pages.count == 3)
    let error = #expect(throws: ImageError.self) { try pages.last?.get() }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("more than 2 pages") == true)
  }
}
