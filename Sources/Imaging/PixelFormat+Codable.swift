extension PixelFormat: Codable {
  /// Reads the four characters, or the number as `0x` and eight hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let padded = text + String(repeating: " ", count: max(4 - text.count, 0))
    if text.hasPrefix("0x"), let number = UInt32(text.dropFirst(2), radix: 16) {
      self.init(rawValue: number)
    } else if let format = PixelFormat(padded) {
      self = format
    } else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\"\(text)\" is no pixel format."
      )
    }
  }

  /// Writes the four characters, trailing blanks left out, as people know the format; a code with
  /// characters that cannot be printed is written as a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let digits = String(rawValue, radix: 16)
    let number = "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    try container.encode(description.contains("?") ? number : description)
  }
}
