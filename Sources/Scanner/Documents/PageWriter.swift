/// Writes pages as one document of some format, piece by piece: nothing of a page is kept once it is
/// written.
package protocol PageWriter: Sendable {
  /// Writes a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - path: The file it is from, as the user wrote it.
  /// - Returns: The document's next bytes; before the first page also its beginning.
  mutating func write(_ page: Page, from path: String) -> [UInt8]

  /// Ends the document.
  ///
  /// - Returns: Its last bytes; none where no page was written, so that no document comes out.
  mutating func end() -> [UInt8]
}

/// What a document says about the program that made it.
package struct ProgramName: Sendable {
  package var name: String
  package var version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}
