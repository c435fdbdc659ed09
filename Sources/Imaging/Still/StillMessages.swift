/// The sentences that say why a file is no readable picture, and what to do.
enum StillMessages {
  static func text(_ name: String) -> ImageError {
    ImageError(
      .notAnImage,
      "\(name) is a text file, not a picture.",
      remedy: "Name a picture, such as a JPEG or PNG, or a PDF."
    )
  }

  static func unknown(_ name: String) -> ImageError {
    ImageError(
      .notAnImage,
      "\(name) is no picture of a known format.",
      remedy: "Name a picture, such as a JPEG or PNG, or a PDF."
    )
  }

  static func foreign(_ format: String, _ name: String) -> ImageError {
    ImageError(
      .unsupportedFormat,
      "\(name): \(format) is not read by this version.",
      remedy:
        "Convert it, for example with: convert \(quoted(name)) \(quoted(stem(of: name) + ".png"))"
    )
  }

  static func reduced(_ size: PixelSize, _ scale: DecodeScale, _ name: String) -> String {
    "\(name) has \(size) pixels and is read at 1/\(scale.divisor) of its size."
  }

  static func warning(_ damage: DecodeDamage, of height: Int, _ name: String) -> String {
    guard damage.isTruncated else {
      return "\(name) is damaged (\(damage.reason)); parts of it may be wrong."
    }
    guard let rows = damage.decodedRows else {
      return "\(name) ends early; it may be coarse or incomplete."
    }
    let percent = rows * 100 / max(height, 1)
    return "\(name) ends early; the upper \(percent) % of it could be decoded."
  }

  /// The name without its extension.
  private static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      !name[dot...].contains("/"), name[name.index(before: dot)] != "/"
    else { return name }
    return String(name[..<dot])
  }

  /// The name as a shell takes it.
  private static func quoted(_ name: String) -> String {
    let plain = name.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._/-+,=".unicodeScalars.contains(scalar))
    }
    if plain && !name.hasPrefix("-") && !name.isEmpty { return name }
    return "'"
      + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

extension ImageError {
  /// The same error with a message that names the file.
  ///
  /// - Parameter name: What the file is called.
  /// - Returns: The error, unchanged when its message begins with the name.
  func named(_ name: String) -> ImageError {
    guard !message.hasPrefix(name) else { return self }
    var error = self
    error.message = "\(name): \(message)"
    return error
  }
}
