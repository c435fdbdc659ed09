extension BarcodeSymbology {
  /// The library's numbers for what has to be asked for to find this.
  var formats: [CInt] {
    switch self {
    case .aztec: [Self.format("z")]
    case .codabar: [Self.format("F")]
    case .code128: [Self.format("C")]
    case .code39: [Self.format("A", "s")]
    case .code39FullASCII: [Self.format("A", "s"), Self.format("A", "e")]
    case .code93: [Self.format("G")]
    case .dataMatrix: [Self.format("d")]
    case .ean13: [Self.format("E", "1")]
    case .ean8: [Self.format("E", "8")]
    case .gs1DataBar: [Self.format("e", "o"), Self.format("e", "s"), Self.format("e", "O")]
    case .gs1DataBarExpanded: [Self.format("e", "e"), Self.format("e", "E")]
    case .gs1DataBarLimited: [Self.format("e", "l")]
    case .i2of5, .itf14: [Self.format("I")]
    case .microPDF417: [Self.format("L", "m")]
    case .microQR: [Self.format("Q", "m")]
    case .pdf417: [Self.format("L", " "), Self.format("L", "c")]
    case .qr: [Self.format("Q", "1"), Self.format("Q", "2")]
    case .upce: [Self.format("E", "e")]
    case .upca: [Self.format("E", "a")]
    case .rectangularMicroQR: [Self.format("Q", "r")]
    case .maxiCode: [Self.format("U")]
    case .telepen: [Self.format("B")]
    case .dxFilmEdge: [Self.format("X", "x")]
    }
  }

  private static func format(_ symbology: Unicode.Scalar, _ variant: Unicode.Scalar = " ") -> CInt {
    CInt(symbology.value | variant.value << 8)
  }

  /// What a reading is, among what was asked for.
  ///
  /// - Parameters:
  ///   - reading: What the library gave.
  ///   - wanted: What was asked for.
  /// - Returns: The kind, or `nil` when it was not asked for.
  static func of(_ reading: ZXingReading, wanted: Set<BarcodeSymbology>) -> BarcodeSymbology? {
    let kinds = candidates(for: reading)
    return kinds.first(where: wanted.contains)
  }

  /// What a reading may be called, the most telling name first.
  private static func candidates(for reading: ZXingReading) -> [BarcodeSymbology] {
    let parts = UInt32(bitPattern: reading.format)
    let variant = Unicode.Scalar(UInt8(parts >> 8 & 0xFF))
    switch (Unicode.Scalar(UInt8(parts & 0xFF)), variant) {
    case ("z", _): return [.aztec]
    case ("F", _): return [.codabar]
    case ("C", _): return [.code128]
    case ("A", "e"): return [.code39FullASCII]
    case ("A", _): return [.code39, .code39FullASCII]
    case ("G", _): return [.code93]
    case ("d", _): return [.dataMatrix]
    case ("E", "1"): return reading.text.hasPrefix("0") ? [.upca, .ean13] : [.ean13]
    case ("E", "a"): return [.upca, .ean13]
    case ("E", "8"): return [.ean8]
    case ("E", "e"): return [.upce]
    case ("e", "l"): return [.gs1DataBarLimited]
    case ("e", "e"), ("e", "E"): return [.gs1DataBarExpanded]
    case ("e", _): return [.gs1DataBar]
    case ("I", _): return hasCheckedFourteen(reading.text) ? [.itf14, .i2of5] : [.i2of5]
    case ("L", "m"): return [.microPDF417]
    case ("L", _): return [.pdf417]
    case ("Q", "m"): return [.microQR]
    case ("Q", "r"): return [.rectangularMicroQR]
    case ("Q", _): return [.qr]
    case ("U", _): return [.maxiCode]
    case ("B", _): return [.telepen]
    case ("X", "x"): return [.dxFilmEdge]
    default: return []
    }
  }

  private static func hasCheckedFourteen(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 48 }
    return digits.count == 14 && CheckDigit.isValid(digits)
  }
}

/// GS1's check digit, the last of an EAN, UPC or ITF-14.
enum CheckDigit {
  /// Whether the last digit is the check digit of the others.
  static func isValid(_ digits: [Int]) -> Bool {
    guard digits.count > 1, digits.allSatisfy((0...9).contains) else { return false }
    // Weights 3 and 1 in turn, from the right.
    let sum = digits.reversed().enumerated().reduce(0) {
      $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3)
    }
    return sum % 10 == 0
  }
}
