/// A page as plain text.
package enum PlainText {
  /// The lines of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - paragraphs: Whether a paragraph is to be one line; a word that is divided between two lines
  ///     is joined.
  ///   - name: What stands before every line, as `grep -H` prints it; `nil` for nothing.
  /// - Returns: The text; every line ends with a line's end.
  package static func text(
    of page: PrintedPage,
    paragraphs: Bool = false,
    name: String? = nil
  ) -> String {
    let lines =
      paragraphs
      ? page.paragraphs.map { joined($0.lines.map(\.text)) } : page.lines.map(\.text)
    let prefix = name.map { "\($0.escapingLineEnds):" } ?? ""
    return lines.map { "\(prefix)\($0)\n" }.joined()
  }

  /// The lines of a paragraph as one.
  static func joined(_ lines: [String]) -> String {
    lines.reduce(into: "") { text, line in
      guard let last = text.unicodeScalars.last, let first = line.unicodeScalars.first else {
        text += line
        return
      }
      if last == "\u{AD}" || (last == "-" && isDivided(text, before: first)) {
        text.unicodeScalars.removeLast()
        text += line
      } else if last.isWrittenWithoutBlanks, first.isWrittenWithoutBlanks {
        text += line
      } else {
        text += " " + line
      }
    }
  }

  /// Whether a hyphen at the end of a line divides a word: letters before it, a small one after it.
  private static func isDivided(_ text: String, before next: Unicode.Scalar) -> Bool {
    let before = text.unicodeScalars.dropLast().suffix(2)
    return before.count == 2 && before.allSatisfy(\.properties.isAlphabetic)
      && next.properties.isLowercase
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script that has no blanks between words: Chinese and Japanese.
  fileprivate var isWrittenWithoutBlanks: Bool {
    switch value {
    case 0x3000...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

extension String {
  /// The name on one line.
  fileprivate var escapingLineEnds: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }
}
