import FoundationEssentials

/// The characters a recognition model tells apart, by the number it gives them.
///
/// Number 0 is "nothing new here", the last one a blank; between them stand the characters of the
/// model's list.
struct CharacterSet: Sendable {
  /// The texts by number; the first is empty.
  let texts: [String]

  /// The number that stands for a blank.
  var blank: Int { texts.count - 1 }

  /// Takes a list of characters, without "nothing" and the blank.
  init(_ characters: [String]) {
    texts = [""] + characters + [" "]
  }

  /// Reads a list, one character a line.
  ///
  /// - Throws: ``RecognitionError`` with the code `engineMissing` when it cannot be read.
  init(path: String) throws(RecognitionError) {
    guard let data = try? Data(contentsOf: URL(filePath: path)), !data.isEmpty else {
      throw RecognitionError(
        .engineMissing,
        "The neural engine's list of characters is missing: \(path).",
        remedy: NeuralFiles.remedy
      )
    }
    let text = String(decoding: data, as: UTF8.self)
    self.init(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  /// The numbers that may be read, in ascending order, without "nothing".
  ///
  /// - Parameter isAllowed: Whether a character may be read; the blank always may.
  /// - Returns: The numbers of those that may.
  func numbers(where isAllowed: (String) -> Bool) -> [Int] {
    texts.indices.dropFirst().filter { $0 == blank || isAllowed(texts[$0]) }
  }
}
