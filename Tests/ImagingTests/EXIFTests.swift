import Testing

@testable import Imaging

@Suite
struct EXIFTests {
  private func exif(format: UInt8, count: UInt8, value: UInt8) -> [UInt8] {
    let tiff: [UInt8] = [
      0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, format, 0, 0, 0, count, 0, value, 0, 0, 0, 0,
      0, 0,
    ]
    return Array("Exif".utf8) + [0, 0] + tiff
  }

  @Test(arguments: 1...8)
  func `the eight values are read`(value: Int) {
    let data = exif(format: 3, count: 1, value: UInt8(value))
    #expect(ImageOrientation(exif: data)?.rawValue == value)
  }

  @Test(arguments: [(3, 1, 0), (3, 1, 9), (3, 1, 255), (3, 0, 6), (2, 1, 6)])
  func `a value that means nothing is ignored`(format: UInt8, count: UInt8, value: UInt8) {
    #expect(ImageOrientation(exif: exif(format: format, count: count, value: value)) == nil)
  }

  @Test
  func `data that breaks off anywhere is survived`() {
    let data = exif(format: 3, count: 1, value: 6)
    for length in 0..<data.count {
      _ = ImageOrientation(exif: Array(data.prefix(length)))
    }
    #expect(ImageOrientation(exif: data) == .right)
  }
}
