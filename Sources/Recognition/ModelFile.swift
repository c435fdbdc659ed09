import Glibc

/// The head of a model file, read to know that Tesseract can load it.
///
/// A model is a 32-bit count, that many 64-bit offsets (-1 for a part that is not there), and the
/// parts in their order. Tesseract takes the offsets on trust and reports damage on standard error,
/// or not at all.
enum ModelFile {
  // Positions in the list of parts, and more parts than any model has.
  private static let networkPart = 17
  private static let versionPart = 23
  private static let largestCount = 64

  /// Checks the file of a language.
  ///
  /// What is inside the parts is not looked at: damage there is Tesseract's to find.
  ///
  /// - Returns: The version the file states, such as `4.00.00alpha`; `nil` when it states none.
  /// - Throws: ``RecognitionError`` with the code `languageMissing`, `languageUnreadable` or
  ///   `languageDamaged`.
  static func version(
    at path: String,
    of language: TesseractLanguage
  ) throws(RecognitionError)
    -> String?
  {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, language, because: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw unreadable(path, language, because: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      throw unreadable(path, language, because: isDirectory ? EISDIR : EINVAL)
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw damaged(path, language, "is empty") }
    guard let head = bytes(of: descriptor, at: 0, count: min(4 + 8 * largestCount, size)) else {
      throw unreadable(path, language, because: errno)
    }
    guard let offsets = offsets(in: head) else {
      throw damaged(path, language, head.first == 0x3C ? "is a web page, no model" : "is no model")
    }
    guard let end = offsets.max(), end < size, 4 + 8 * offsets.count <= size else {
      throw damaged(path, language, "is cut off")
    }
    guard offsets.count > networkPart, offsets[networkPart] >= 0 else {
      throw damaged(path, language, "holds no neural network (it is for an older Tesseract)")
    }
    guard offsets.count > versionPart, offsets[versionPart] >= 0 else { return nil }
    let length = min(size - offsets[versionPart], 256)
    let text = bytes(of: descriptor, at: offsets[versionPart], count: length) ?? []
    // `4.00.00alpha:eng:synth20170629:[1,36,…]`: the number is enough.
    return String(decoding: text.prefix { $0 != 0x3A && $0 != 0 }, as: UTF8.self)
  }

  /// The table of parts, or nothing when this cannot be one.
  private static func offsets(in head: [UInt8]) -> [Int]? {
    func number(at place: Int, bytes: Int) -> UInt64 {
      (0..<bytes).reduce(0) { value, index in
        let byte = place + index < head.count ? head[place + index] : 0
        return value | UInt64(byte) << (8 * UInt64(index))
      }
    }
    guard head.count >= 4 else { return nil }
    let count = number(at: 0, bytes: 4)
    guard (1...UInt64(largestCount)).contains(count) else { return nil }
    let offsets = (0..<Int(count)).map { Int(Int64(bitPattern: number(at: 4 + 8 * $0, bytes: 8))) }
    let present = offsets.filter { $0 != -1 }
    guard present.allSatisfy({ $0 >= 0 }), present == present.sorted() else { return nil }
    return offsets
  }

  private static func bytes(of descriptor: CInt, at place: Int, count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    let read = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, place)
    }
    guard read >= 0 else { return nil }
    buffer.removeLast(count - read)
    return buffer
  }

  private static func damaged(
    _ path: String,
    _ language: TesseractLanguage,
    _ reason: String
  ) -> RecognitionError {
    let remedy =
      language.debianPackage.map { "Install it again: sudo apt-get install --reinstall \($0)" }
      ?? "Put a model of Tesseract 4 or 5 there."
    return RecognitionError(
      .languageDamaged,
      "The model for \(language.name) (\(language.code)), \(path), \(reason).",
      remedy: remedy
    )
  }

  private static func unreadable(
    _ path: String,
    _ language: TesseractLanguage,
    because code: CInt
  ) -> RecognitionError {
    let reason = unsafe String(cString: strerror(code))
    return RecognitionError(
      .languageUnreadable,
      "The model for \(language.name) (\(language.code)), \(path), cannot be read: \(reason).",
      remedy: code == EACCES ? "Give everybody the right to read it: sudo chmod a+r \(path)" : nil
    )
  }
}
