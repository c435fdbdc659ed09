import Foundation
import Imaging
import Testing

@Suite struct PixelFormatTests {
  @Test(arguments: [
    (PixelFormat.mjpeg, "\"MJPG\""), (.y10, "\"Y10\""), (.yuyv, "\"YUYV\""),
    (PixelFormat(rawValue: 0x0000_0001), "\"0x00000001\""),
  ])
  func `a format is its four characters in JSON, and comes back the same`(
    format: PixelFormat,
    text: String
  ) throws {
    let data = try JSONEncoder().encode(format)
    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(PixelFormat.self, from: data) == format)
  }

  @Test func `a word that is no format is refused`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PixelFormat.self, from: Data("\"MJPEGS\"".utf8))
    }
  }
}
