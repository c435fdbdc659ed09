extension RawSpan {
  /// The byte at an offset; it must lie inside.
  package subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount, "offset outside the bytes")
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Whether a range begins with certain bytes.
  ///
  /// - Parameters:
  ///   - expected: The bytes looked for.
  ///   - range: Where they have to stand; must lie inside.
  /// - Returns: Whether they stand there.
  func hasBytes(_ expected: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count >= expected.count, range.upperBound <= byteCount else { return false }
    return expected.indices.allSatisfy { self[range.lowerBound + $0] == expected[$0] }
  }

  /// Whether the bytes at an offset are certain ones; `false` when fewer are left.
  ///
  /// - Parameters:
  ///   - expected: The bytes looked for.
  ///   - offset: Where they have to begin.
  /// - Returns: Whether they stand there.
  func hasBytes(_ expected: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= byteCount else { return false }
    return hasBytes(expected, in: offset..<byteCount)
  }

  /// The four bytes at an offset as a big-endian number, or nothing past the end.
  ///
  /// - Parameter offset: Where the number begins.
  /// - Returns: The number.
  func bigEndianUInt32(at offset: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= byteCount else { return nil }
    return (0..<4).reduce(0) { $0 << 8 | UInt32(self[offset + $1]) }
  }
}
