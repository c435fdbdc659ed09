import Testing

@testable import Imaging

/// Whatever bytes arrive, a decoder returns or throws; it never takes the program down.
@Suite
struct DamagedBytesTests {
  private static let limits = StillLimits(maximumPixels: 1 << 18)

  private func survives(_ bytes: [UInt8]) {
    let still = try? StillDecoder().decode(bytes, named: "x", limits: Self.limits)
    if let still { #expect(still.image.pixels.count == still.image.width * still.image.height) }
  }

  @Test
  func `random bytes behind every known beginning are survived`() {
    var generator = SeededGenerator(seed: 1)
    let beginnings: [[UInt8]] = [
      [], [0xff, 0xd8], [0xff, 0xd8, 0xff, 0xe1, 0, 60] + Array("Exif".utf8) + [0, 0],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8),
    ]
    for round in 0..<2000 {
      let count = Int.random(in: 0...120, using: &generator)
      let tail = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      survives(beginnings[round % beginnings.count] + tail)
    }
  }

  @Test(arguments: [
    "kind-422.jpg", "kind-progressive.jpg", "kind-cmyk-adobe.jpg", "kind-ycck-adobe.jpg",
  ])
  func `JPEGs with flipped bits are survived`(name: String) throws {
    let original = try Fixture.bytes(name)
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<400 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let bit = Int.random(in: 0..<bytes.count * 8, using: &generator)
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
      if Bool.random(using: &generator) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
      }
      survives(bytes)
    }
  }

  @Test
  func `PNGs with flipped bits and right checksums are survived`() {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<1200 {
      let (depth, type) = [(8, 0), (4, 3), (8, 6), (16, 2), (1, 0), (16, 4)][round % 6]
      var png = SmallPNG(width: 9, height: 3, bitDepth: depth, colorType: type, rows: [])
      png.rows = (0..<3).map { _ in
        (0..<Int.random(in: 60...80, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      }
      let sizes = (0...3).map { _ in Int.random(in: 0...20, using: &generator) }
      png.extra = zip(["PLTE", "tRNS", "gAMA", "eXIf"], sizes).map { type, size in
        (type, (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
      if Bool.random(using: &generator) {
        png.width = Int.random(in: 0...200, using: &generator)
        png.height = Int.random(in: 0...200, using: &generator)
      }
      survives(png.bytes)
    }
  }
}
