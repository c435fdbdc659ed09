import FoundationEssentials
public import Imaging

extension LumaImage {
  /// Reads a picture of 8-bit grey values in the binary PGM format (`P5`).
  ///
  /// - Parameter path: The file's path.
  /// - Throws: What reading the file throws, or ``PGMError`` when it is no such picture.
  public init(pgm path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var rest = bytes[...]
    func word() -> String {
      rest = rest.drop { $0 <= 0x20 }
      let word = rest.prefix { $0 > 0x20 }
      rest = rest.dropFirst(word.count)
      return String(decoding: word, as: UTF8.self)
    }
    guard word() == "P5", let width = Int(word()), let height = Int(word()), word() == "255",
      rest.count > width * height
    else { throw PGMError(path: path) }
    // One byte of white space ends the head.
    self.init(width: width, height: height, pixels: Array(rest.dropFirst().prefix(width * height)))
  }
}

/// A file that is no PGM picture of the kind tests use.
public struct PGMError: Error {
  /// The file's path.
  public let path: String
}
