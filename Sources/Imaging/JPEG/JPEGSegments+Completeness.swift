extension JPEGSegments {
  /// Sorts the decoder's warnings into harmless ones and damage.
  ///
  /// TurboJPEG keeps only the first warning, so a harmless one may hide that the end is missing;
  /// that is looked up in the bytes.
  ///
  /// - Parameters:
  ///   - warning: The decoder's first warning, if it gave one.
  ///   - bytes: The same bytes.
  ///   - image: What came out.
  ///   - scale: At what scale.
  ///   - filling: The luma the decoder fills rows with for which there were no bytes.
  /// - Returns: Whether all of the picture was there.
  func completeness(
    _ warning: String?,
    _ bytes: RawSpan,
    _ image: LumaImage,
    _ scale: DecodeScale,
    filling: UInt8
  ) -> DecodeCompleteness {
    guard let warning else { return .complete }
    let isCut = warning.contains("Premature end of JPEG") || !hasEnd(in: bytes)
    // Some cameras put the end marker behind a frame that they cut off themselves.
    let isClosedEarly =
      warning.contains("premature end of data segment") && image.pixels.last == filling
    if isCut || isClosedEarly {
      let rows = decodedRows(of: image, scale, filling: filling)
      // A progressive picture tells only that nothing came out.
      let known = isProgressive && rows > 0 ? nil : rows
      return .damaged(DecodeDamage(isTruncated: true, decodedRows: known, reason: warning))
    }
    if Self.isHarmless(warning) { return .complete }
    return .damaged(DecodeDamage(isTruncated: false, decodedRows: nil, reason: warning))
  }

  /// Whether a warning says nothing about the pixels.
  ///
  /// Many cameras leave a few stray bytes before a marker; when hundreds are left over, the picture
  /// was misread before them.
  private static func isHarmless(_ warning: String) -> Bool {
    if warning.contains("extraneous bytes") {
      return warning.split(separator: " ").compactMap { Int($0) }.first ?? .max <= 64
    }
    return ["JFIF revision", "Adobe color transform", "Invalid SOS"].contains(
      where: warning.contains
    )
  }

  /// The rows above those that the decoder had to fill.
  ///
  /// The row of blocks in which the bytes ended does not count: its last block is a guess.
  private func decodedRows(of image: LumaImage, _ scale: DecodeScale, filling: UInt8) -> Int {
    guard let last = image.pixels.lastIndex(where: { $0 != filling }) else { return 0 }
    if last == image.pixels.count - 1 { return image.height }
    let unit = max(rowsPerUnit / scale.divisor, 1)
    return last / image.width / unit * unit
  }
}
