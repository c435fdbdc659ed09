@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's composed form (NFC).
  ///
  /// The standard library has the form and no public name for it; Foundation's costs 40 MB.
  var composed: String {
    guard unicodeScalars.contains(where: { $0.value >= 0x300 }) else { return self }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: _nfc)
    return String(scalars)
  }

  /// The text without white space at its ends, and without direction marks, which belong to a display.
  var trimmed: String {
    let marks: ClosedRange<UInt32> = 0x200E...0x200F
    let clean =
      unicodeScalars.contains { marks.contains($0.value) }
      ? String(String.UnicodeScalarView(unicodeScalars.filter { !marks.contains($0.value) })) : self
    guard let first = clean.firstIndex(where: { !$0.isWhitespace }),
      let last = clean.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(clean[first...last])
  }
}
