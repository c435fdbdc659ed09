import Scanner

extension Options {
  /// Finds options that do not go together.
  ///
  /// - Parameter command: The command they are for.
  /// - Throws: ``UsageError`` that names the two.
  func check(for command: Command) throws(UsageError) {
    if command == .scan, format.isDocument {
      throw UsageError(
        "--format \(format.rawValue) is for pictures; a camera's lines come out as they settle.",
        remedy: "Take a photo with lectern snap and read it, or use text, jsonl or tsv."
      )
    }
    if skipsExisting, outputFolder == nil {
      throw UsageError(
        "--skip-existing looks for results in the folder of --output.",
        remedy: "Name it: --output DIR."
      )
    }
    let lines = [(joinsParagraphs, "--paragraphs"), (printsNames, "-H")].filter(\.0).map(\.1)
    if let name = lines.first, table != nil {
      throw UsageError("\(name) is for lines, and --table prints cells.", remedy: "Leave one out.")
    }
    if let name = lines.first ?? table.map({ "--table \($0.rawValue)" }), format != .text {
      throw UsageError(
        "\(name) is for --format text, not \(format.rawValue).",
        remedy: "Leave one of the two out."
      )
    }
  }
}
