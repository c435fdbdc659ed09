import Glibc
import Imaging

/// The pictures in `Tests/Fixtures`, which `make-fixtures` there describes.
enum Fixture {
  struct Missing: Error {
    var path: String
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    let here = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "/\(here)/Fixtures/\(name)"
    guard let file = unsafe fopen(path, "rb") else { throw Missing(path: path) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block.prefix(count)
    }
  }

  /// The luma of the twelve fields of 16 × 16 pixels in the `kind-…` pictures.
  static let fieldLuma: [UInt8] = [
    (0, 0, 0), (255, 255, 255), (128, 128, 128), (200, 40, 40),
    (40, 200, 40), (40, 40, 200), (240, 240, 10), (10, 240, 240),
    (240, 10, 240), (64, 64, 64), (192, 192, 192), (90, 140, 30),
  ].map { red, green, blue in luma(red, green, blue) }

  /// ITU-R BT.601 luma, computed the slow way.
  static func luma(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
    UInt8((0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)).rounded())
  }

  /// The luma in the middle of each of those fields.
  static func fields(of image: LumaImage) -> [UInt8] {
    (0..<12).map { image[$0 % 4 * image.width / 4 + 8, $0 / 4 * image.height / 3 + 8] }
  }

  /// The largest difference between two equally long lists of luma values.
  static func largestDifference(_ left: [UInt8], _ right: [UInt8]) -> Int {
    zip(left, right).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// A picture of random luma.
  mutating func noise(_ width: Int, _ height: Int) -> LumaImage {
    let pixels = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &self) }
    return LumaImage(width: width, height: height, pixels: pixels)
  }
}
