import Testing

@testable import Imaging

@Suite
struct JPEGDecoderTests {
  private func decode(
    _ bytes: [UInt8],
    scale: DecodeScale = .full
  ) throws -> (image: LumaImage, completeness: DecodeCompleteness) {
    var decoder = try JPEGDecoder()
    var image = LumaImage(width: 0, height: 0)
    let completeness = try decoder.decode(bytes, into: &image, scale: scale)
    return (image, completeness)
  }

  private func header(_ bytes: [UInt8]) throws -> JPEGHeader {
    var decoder = try JPEGDecoder()
    return try unsafe decoder.header(of: bytes.span.bytes)
  }

  @Test(arguments: [
    "gray", "422", "420", "progressive", "cmyk-adobe", "cmyk-plain", "ycck-adobe", "extraneous",
  ])
  func `every kind of JPEG gives the luma of its colours`(kind: String) throws {
    let (image, completeness) = try decode(Fixture.bytes("kind-\(kind).jpg"))
    #expect(image.size == PixelSize(width: 64, height: 48))
    #expect(Fixture.largestDifference(Fixture.fields(of: image), Fixture.fieldLuma) <= 3)
    #expect(completeness == .complete)
  }

  @Test(arguments: [
    ("gray", JPEGHeader.ColorSpace.gray, false), ("422", .yCbCr, false),
    ("progressive", .yCbCr, true), ("cmyk-plain", .cmyk, false), ("ycck-adobe", .ycck, false),
  ])
  func `the header is read without decoding`(
    kind: String,
    space: JPEGHeader.ColorSpace,
    isProgressive: Bool
  ) throws {
    let header = try header(Fixture.bytes("kind-\(kind).jpg"))
    let size = PixelSize(width: 64, height: 48)
    #expect(header == JPEGHeader(size: size, colorSpace: space, isProgressive: isProgressive))
  }

  @Test(arguments: DecodeScale.allCases)
  func `a smaller scale shows the same picture`(scale: DecodeScale) throws {
    let bytes = try Fixture.bytes("orientation-1.jpg")
    let full = try decode(bytes).image
    let (image, _) = try decode(bytes, scale: scale)
    #expect(image.size == scale.reduced(full.size))
    let expected = full.reduced(by: scale)
    let differences = zip(image.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
    #expect(mean < 2)
  }

  @Test
  func `a JPEG that is cut off comes out with the rows before the cut`() throws {
    let (image, completeness) = try decode(Fixture.bytes("truncated.jpg"))
    guard case .damaged(let damage) = completeness else {
      Issue.record("a cut-off JPEG counted as complete")
      return
    }
    #expect(damage.isTruncated)
    let rows = try #require(damage.decodedRows)
    #expect((400..<700).contains(rows))
    #expect(image[0, image.height - 1] == 128)
    #expect(image.cropped(to: PixelRect(x: 0, y: 0, width: 640, height: 200)).meanLuma > 200)
  }

  @Test
  func `an end marker behind the cut does not hide it`() throws {
    let bytes = try Fixture.bytes("truncated.jpg") + [0xff, 0xd9]
    guard case .damaged(let damage) = try decode(bytes).completeness else {
      Issue.record("a cut-off JPEG counted as complete")
      return
    }
    #expect(damage.isTruncated)
    #expect((400..<700).contains(damage.decodedRows ?? 0))
  }

  @Test
  func `a harmless warning does not hide a cut`() throws {
    let bytes = try Fixture.bytes("kind-extraneous.jpg")
    guard case .damaged(let damage) = try decode(Array(bytes.dropLast(2))).completeness else {
      Issue.record("a JPEG without its end counted as complete")
      return
    }
    #expect(damage.isTruncated)
    #expect(damage.decodedRows == 48)
  }

  @Test
  func `padding and garbage after the end do no harm`() throws {
    let bytes = try Fixture.bytes("kind-422.jpg")
    #expect(try decode(bytes + [UInt8](repeating: 0, count: 64)).completeness == .complete)
    #expect(try decode(bytes + [7, 0xff, 0xd8, 0xff, 9, 200]).completeness == .complete)
  }

  @Test
  func `a wrong byte amid the picture is damage, not a cut`() throws {
    var bytes = try Fixture.bytes("orientation-1.jpg")
    // Away from markers, which would end the coded data instead.
    for offset in stride(from: 3000, to: 6000, by: 7)
    where bytes[offset - 1] != 0xff && bytes[offset] != 0xff {
      bytes[offset] = 0x5a
    }
    guard case .damaged(let damage) = try decode(bytes).completeness else {
      Issue.record("a damaged JPEG counted as complete")
      return
    }
    #expect(!damage.isTruncated)
    #expect(damage.decodedRows == nil)
  }

  @Test(arguments: [
    ([], ImageError.Code.empty), ([0xff, 0xd9], .notAnImage), ([0xff, 0xd8], .truncated),
    ([0xff, 0xd8, 0xff, 0xd9], .truncated), (Array("hello".utf8), .notAnImage),
  ])
  func `bytes without a picture are refused with a reason`(
    bytes: [UInt8],
    code: ImageError.Code
  ) throws {
    let error = #expect(throws: ImageError.self) { try decode(bytes) }
    #expect(error?.code == code)
  }

  @Test
  func `a size over the limit is refused before anything is allocated`() throws {
    var bytes = try Fixture.bytes("kind-gray.jpg")
    let frame = try #require(
      bytes.indices.dropLast(9).first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 }
    )
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xff, 0xdc, 0xff, 0xdc])
    var decoder = try JPEGDecoder()
    var image = LumaImage(width: 0, height: 0)
    let error = #expect(throws: ImageError.self) { try decoder.decode(bytes, into: &image) }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("65500x65500") == true)
    #expect(image.isEmpty)
  }

  @Test
  func `one decoder goes on after a damaged frame`() throws {
    var decoder = try JPEGDecoder()
    var image = LumaImage(width: 0, height: 0)
    let good = try Fixture.bytes("kind-422.jpg")
    let broken = try Fixture.bytes("truncated-early.jpg")
    let inks = try Fixture.bytes("kind-cmyk-adobe.jpg")
    for _ in 0..<3 {
      _ = try decoder.decode(inks, into: &image)
      #expect(throws: ImageError.self) { try decoder.decode(broken, into: &image) }
      #expect(try decoder.decode(good, into: &image) == .complete)
      #expect(Fixture.largestDifference(Fixture.fields(of: image), Fixture.fieldLuma) <= 3)
    }
  }
}
