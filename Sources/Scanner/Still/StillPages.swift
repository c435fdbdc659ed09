import Imaging

/// The pages of a picture file, decoded one after the other, so that only one is in memory.
struct StillPages {
  private let bytes: [UInt8]
  private let name: String
  private var isDone = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - bytes: Its contents.
  ///   - name: What messages call it.
  init(_ bytes: [UInt8], named name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// Decodes the next page.
  ///
  /// - Returns: The page, upright; `nil` after the last.
  /// - Throws: `ImageError` when this page cannot be decoded; others may follow.
  mutating func next() throws(ImageError) -> StillImage? {
    guard !isDone else { return nil }
    isDone = true
    return try StillDecoder().decode(bytes, named: name)
  }
}
