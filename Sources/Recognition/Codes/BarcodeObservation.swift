public import FoundationEssentials
public import Imaging

/// A machine-readable code in a picture.
public struct BarcodeObservation: Sendable, Hashable, Codable, Identifiable {
  /// Unique to this observation; another detection of the same code has another.
  public var id: UUID

  /// What kind of code it is.
  public var symbology: BarcodeSymbology

  /// The payload as text; `nil` when the bytes are none.
  ///
  /// UPC-A has 12 digits, UPC-E 8, DataBar 14 without the leading 01; the elements of other GS1
  /// messages have their identifiers in parentheses.
  public var payload: String?

  /// The payload's bytes as the code carries them; GS1's separators are 0x1D.
  public var payloadData: [UInt8]

  /// The corners in the whole picture, `topLeft` where the code begins.
  public var bounds: Quadrilateral

  /// How sure the reading is, 0…1.
  ///
  /// It comes from the error correction left unused, or from how many lines across the bars agree and
  /// what check the symbology has.
  public var confidence: Double

  /// The parts of a GS1 message; empty for other codes.
  public var elements: [GS1Element]

  /// Whether the code is light on dark.
  public var isColorInverted: Bool

  /// Makes an observation.
  public init(
    id: UUID = UUID(),
    symbology: BarcodeSymbology,
    payload: String?,
    payloadData: [UInt8],
    bounds: Quadrilateral,
    confidence: Double,
    elements: [GS1Element] = [],
    isColorInverted: Bool = false
  ) {
    self.id = id
    self.symbology = symbology
    self.payload = payload
    self.payloadData = payloadData
    self.bounds = bounds
    self.confidence = confidence
    self.elements = elements
    self.isColorInverted = isColorInverted
  }

  /// Whether the payload is a GS1 message.
  public var isGS1DataCarrier: Bool { !elements.isEmpty }

  /// The code on one line: `SYMBOLOGY:payload`, control characters escaped; a payload that is no text
  /// in Base64.
  public var line: String {
    let text = payload?.escapingControls ?? Data(payloadData).base64EncodedString()
    return "\(symbology.label):\(text)"
  }
}

/// One part of a GS1 message, such as a batch number.
public struct GS1Element: Sendable, Hashable, Codable {
  /// The application identifier, such as `10`.
  public var identifier: String

  /// What it is said to be.
  public var value: String

  /// Makes an element.
  public init(identifier: String, value: String) {
    self.identifier = identifier
    self.value = value
  }
}

extension GS1Element {
  /// Takes a message apart.
  ///
  /// - Parameters:
  ///   - text: The message as people read it, identifiers in parentheses.
  ///   - data: The same without them, as the code carries it: it tells a parenthesis that belongs to
  ///     a value from one around an identifier.
  /// - Returns: The parts in order; none when the two do not agree.
  package static func elements(of text: String, data: [UInt8]) -> [GS1Element] {
    var parts: [GS1Element] = []
    var shown = Array(text.utf8)[...]
    var carried = data.filter { $0 != 0x1D }[...]
    while let first = shown.first {
      if first == UInt8(ascii: "("), carried.first != first, let end = shown.firstIndex(of: 0x29) {
        let identifier = shown[(shown.startIndex + 1)..<end]
        guard carried.starts(with: identifier) else { return [] }
        parts.append(GS1Element(identifier: String(decoding: identifier, as: UTF8.self), value: ""))
        carried = carried.dropFirst(identifier.count)
        shown = shown[(end + 1)...]
        continue
      }
      // Values are GS1's character set 82, or ASCII at most: one byte a character.
      guard first == carried.first, !parts.isEmpty else { return [] }
      parts[parts.count - 1].value.unicodeScalars.append(Unicode.Scalar(first))
      shown = shown.dropFirst()
      carried = carried.dropFirst()
    }
    return carried.isEmpty ? parts : []
  }
}

extension String {
  /// The text on one line: line ends and other control characters written as `\n`, `\r`, `\t` and
  /// `\u{1d}`.
  package var escapingControls: String {
    var line = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case "\u{2028}", "\u{2029}": line += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if scalar.properties.generalCategory == .control {
          line += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          line.unicodeScalars.append(scalar)
        }
      }
    }
    return line
  }
}
