/// A kind of machine-readable code.
///
/// Names and meaning are those of Vision's `BarcodeSymbology`, and behind them what the library reads
/// besides: ``upca``, ``rectangularMicroQR``, ``maxiCode``, ``telepen`` and ``dxFilmEdge``.
public enum BarcodeSymbology: String, Sendable, Hashable, Codable, CaseIterable {
  /// Aztec Code, its runes too.
  case aztec

  /// Codabar; the payload has its start and stop letters.
  case codabar

  /// Code 128, GS1-128 too.
  case code128

  /// Code 39, as its 43 characters stand.
  case code39

  /// Code 39 whose pairs of characters stand for all of ASCII.
  ///
  /// Asked for together with ``code39``, a code is this when each of its shift characters is followed
  /// by a letter.
  case code39FullASCII

  /// Code 93.
  case code93

  /// Data Matrix.
  case dataMatrix

  /// EAN-13. A code that begins with 0 is a ``upca`` where both are asked for.
  case ean13

  /// EAN-8.
  case ean8

  /// GS1 DataBar, stacked ones too; the payload is the 14 digits without the leading 01.
  case gs1DataBar

  /// GS1 DataBar Expanded, stacked ones too; the payload has its identifiers in parentheses.
  case gs1DataBarExpanded

  /// GS1 DataBar Limited; the payload is the 14 digits without the leading 01.
  case gs1DataBarLimited

  /// Interleaved 2 of 5.
  case i2of5

  /// ITF-14: interleaved 2 of 5 with 14 digits, the last a valid check digit.
  case itf14

  /// MicroPDF417.
  case microPDF417

  /// Micro QR Code.
  case microQR

  /// PDF417, compact ones too.
  case pdf417

  /// QR Code.
  case qr

  /// UPC-E; the payload is the 8 digits as printed.
  case upce

  /// UPC-A, 12 digits. Vision has no name for it: there it is an EAN-13 that begins with 0.
  case upca

  /// Rectangular Micro QR Code.
  case rectangularMicroQR

  /// MaxiCode.
  case maxiCode

  /// Telepen.
  case telepen

  /// The code on the edge of 35 mm film.
  case dxFilmEdge
}

extension BarcodeSymbology {
  /// The word in front of a payload that is printed, such as `QR` and `EAN13`.
  public var label: String { rawValue.uppercased() }

  /// The symbologies that a word of a command line stands for.
  ///
  /// Case, blanks and dashes do not count; common other names are known, and `itf` and `databar` stand
  /// for families.
  ///
  /// - Parameter word: What somebody typed.
  /// - Returns: At least one, or `nil` when there is none of that name.
  public static func named(_ word: String) -> [BarcodeSymbology]? {
    let plain = String(word.lowercased().filter { !"-_ /".contains($0) })
    if let others = otherNames[plain] { return others }
    return allCases.first { $0.rawValue.lowercased() == plain }.map { [$0] }
  }

  private static let otherNames: [String: [BarcodeSymbology]] = [
    "qrcode": [.qr], "microqrcode": [.microQR], "rmqr": [.rectangularMicroQR],
    "rmqrcode": [.rectangularMicroQR], "azteccode": [.aztec], "datamatrixcode": [.dataMatrix],
    "upc": [.upca, .upce], "ean": [.ean13, .ean8], "isbn": [.ean13],
    "itf": [.i2of5, .itf14], "interleaved2of5": [.i2of5, .itf14],
    "databar": [.gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded],
    "databarlimited": [.gs1DataBarLimited], "databarexpanded": [.gs1DataBarExpanded],
    "gs1128": [.code128],
  ]
}

extension BarcodeSymbology {
  /// What keeps a damaged or blurred code from being read as another.
  package enum Safety: Int, Sendable, Comparable {
    /// Nothing that must be there: one reading proves little.
    case none

    /// One check digit: one wrong reading in ten passes it.
    case checkDigit

    /// A checksum of two characters' worth.
    case checksum

    /// Error correction.
    case errorCorrection

    package static func < (first: Safety, second: Safety) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  /// What keeps a code from being misread.
  package var safety: Safety {
    switch self {
    case .codabar, .code39, .code39FullASCII, .i2of5, .dxFilmEdge: .none
    case .ean13, .ean8, .upca, .upce, .itf14: .checkDigit
    case .code93, .code128, .telepen, .gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited:
      .checksum
    case .aztec, .dataMatrix, .microPDF417, .microQR, .pdf417, .qr, .rectangularMicroQR, .maxiCode:
      .errorCorrection
    }
  }

  /// Whether it is made of bars, so that a line across it tells all (or a row, where it is stacked).
  package var isLinear: Bool { safety < .errorCorrection }
}
