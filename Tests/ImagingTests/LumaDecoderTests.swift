import Imaging
import Testing

@Suite
struct LumaDecoderTests {
  private let jpeg = RasterLayout(format: .mjpeg, width: 64, height: 48, bytesPerRow: 0)

  @Test
  func `JPEG and uncompressed frames go through one decoder in turn`() throws {
    var decoder = LumaDecoder()
    var image = LumaImage(width: 0, height: 0)
    let frame = try Fixture.bytes("kind-422.jpg")
    let grey = RasterLayout(format: .grey, width: 2, height: 1, bytesPerRow: 2)
    for _ in 0..<2 {
      #expect(try decoder.decode(frame, layout: jpeg, scale: .half, into: &image) == .complete)
      #expect(image.size == PixelSize(width: 32, height: 24))
      #expect(try decoder.decode([1, 2], layout: grey, into: &image) == .complete)
      #expect(image.pixels == [1, 2])
    }
  }

  @Test
  func `a cut-off frame is reported and the next one is complete`() throws {
    var decoder = LumaDecoder()
    var image = LumaImage(width: 0, height: 0)
    let cut = try Fixture.bytes("truncated.jpg")
    guard case .damaged = try decoder.decode(cut, layout: jpeg, scale: .eighth, into: &image) else {
      Issue.record("a cut-off frame counted as complete")
      return
    }
    #expect(throws: ImageError.self) {
      try decoder.decode(Array(cut.prefix(200)), layout: jpeg, into: &image)
    }
    let good = try Fixture.bytes("kind-420.jpg")
    #expect(try decoder.decode(good, layout: jpeg, into: &image) == .complete)
  }

  @Test(arguments: [
    RasterLayout(format: .grey, width: 100, height: 101, bytesPerRow: 100),
    RasterLayout(format: .grey, width: .max, height: .max, bytesPerRow: 100),
  ])
  func `a frame over the limit is refused`(layout: RasterLayout) {
    var decoder = LumaDecoder(maximumPixels: 10_000)
    var image = LumaImage(width: 0, height: 0)
    let error = #expect(throws: ImageError.self) {
      try decoder.decode([UInt8](repeating: 0, count: 10_100), layout: layout, into: &image)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test
  func `the storage is reused from frame to frame`() throws {
    var decoder = LumaDecoder()
    var image = LumaImage(width: 0, height: 0)
    let frame = try Fixture.bytes("orientation-1.jpg")
    _ = try decoder.decode(frame, layout: jpeg, into: &image)
    let before = unsafe image.pixels.withUnsafeBufferPointer { $0.baseAddress }
    for scale in [DecodeScale.eighth, .half, .full] {
      _ = try decoder.decode(frame, layout: jpeg, scale: scale, into: &image)
    }
    let after = unsafe image.pixels.withUnsafeBufferPointer { $0.baseAddress }
    #expect(unsafe before == after)
  }
}
