import FoundationEssentials
package import Imaging

/// One look's reading of one code, in the pixels of the whole picture.
package struct CodeReading: Sendable, Hashable {
  /// What kind of code it is.
  package var symbology: BarcodeSymbology

  /// The payload as ``BarcodeObservation/payload``.
  package var payload: String?

  /// The payload's bytes.
  package var data: [UInt8]

  /// The parts of a GS1 message.
  package var elements: [GS1Element] = []

  /// The corners, clockwise from where the code begins.
  var corners: [PixelPoint]

  /// How many lines across a linear code agree; 0 for others.
  package var lineCount: Int

  /// How much of the error correction was not needed, 0…1.
  package var unusedCorrection: Double?

  /// Whether it is light on dark.
  package var isInverted = false

  /// Makes a reading of an upright rectangle.
  package init(
    _ symbology: BarcodeSymbology,
    _ payload: String,
    in rect: PixelRect,
    lineCount: Int
  ) {
    let (left, right) = (Double(rect.x), Double(rect.maxX))
    let (top, bottom) = (Double(rect.y), Double(rect.maxY))
    self.init(
      symbology: symbology,
      payload: payload,
      data: Array(payload.utf8),
      corners: [
        PixelPoint(x: left, y: top), PixelPoint(x: right, y: top),
        PixelPoint(x: right, y: bottom), PixelPoint(x: left, y: bottom),
      ],
      lineCount: lineCount
    )
  }

  init(
    symbology: BarcodeSymbology,
    payload: String?,
    data: [UInt8],
    corners: [PixelPoint],
    lineCount: Int
  ) {
    self.symbology = symbology
    self.payload = payload
    self.data = data
    self.corners = corners
    self.lineCount = lineCount
  }

  /// Whether both say the same.
  func agrees(with other: CodeReading) -> Bool {
    symbology == other.symbology && data == other.data && payload == other.payload
  }

  /// Whether the other says the same and more.
  func isPart(of other: CodeReading) -> Bool {
    symbology == other.symbology && data.count < other.data.count
      && other.data.indices.contains { other.data[$0...].starts(with: data) }
  }

  /// The share of the smaller of the two upright boxes around the codes that both cover, 0…1.
  func overlap(with other: CodeReading) -> Double {
    let (a, b) = (box, other.box)
    let width = min(a.right, b.right) - max(a.left, b.left)
    let height = min(a.bottom, b.bottom) - max(a.top, b.top)
    guard width > 0, height > 0 else { return 0 }
    let smaller = min(
      (a.right - a.left) * (a.bottom - a.top),
      (b.right - b.left) * (b.bottom - b.top)
    )
    return width * height / max(smaller, 1)
  }

  /// The upright box; a code of which few lines were seen is at least as high as a fifth of its width.
  private var box: (left: Double, right: Double, top: Double, bottom: Double) {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    let least = max(right - left, bottom - top) / 5
    let (growX, growY) = (max(least - (right - left), 0) / 2, max(least - (bottom - top), 0) / 2)
    return (left - growX, right + growX, top - growY, bottom + growY)
  }
}

extension CodeReading {
  /// Understands what the library gave.
  ///
  /// - Parameters:
  ///   - reading: What it gave.
  ///   - wanted: The kinds asked for; others are `nil`.
  ///   - place: Takes a place of the picture the library saw to the whole picture.
  init?(
    _ reading: ZXingReading,
    wanted: Set<BarcodeSymbology>,
    place: (PixelPoint) -> PixelPoint
  ) {
    guard let symbology = BarcodeSymbology.of(reading, wanted: wanted) else { return nil }
    self.init(
      symbology: symbology,
      payload: Self.payload(of: reading, symbology),
      data: reading.bytes,
      corners: reading.corners.map(place),
      lineCount: reading.lineCount
    )
    // The library gives bars that run from right to left, or up, the corners of a mirror image.
    if symbology.isLinear, !runsClockwise { corners.reverse() }
    if reading.contentType == Self.gs1 {
      elements = GS1Element.elements(of: reading.text, data: reading.bytes)
    }
    unusedCorrection = reading.unusedCorrection
    isInverted = reading.isInverted
  }

  private var runsClockwise: Bool {
    let next = corners.dropFirst() + corners.prefix(1)
    return zip(corners, next).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } >= 0
  }

  // The library's numbers for the kinds of content.
  private static let text: CInt = 0
  private static let gs1: CInt = 3

  private static func payload(of reading: ZXingReading, _ symbology: BarcodeSymbology) -> String? {
    let text = reading.text
    switch symbology {
    case .upce: return reading.shortForm.isEmpty ? text : reading.shortForm
    case .upca: return String(text.suffix(12))
    case .ean13: return String(repeating: "0", count: max(13 - text.utf8.count, 0)) + text
    case .gs1DataBar, .gs1DataBarLimited:
      return text.hasPrefix("(01)") ? String(text.dropFirst(4)) : text
    default: break
    }
    if [Self.text, gs1].contains(reading.contentType) { return text }
    guard let plain = String(validating: reading.bytes, as: UTF8.self) else { return nil }
    // The separators of ISO 15434 and line ends are text; any other control character is not.
    let separators = "\n\r\t\u{04}\u{1C}\u{1D}\u{1E}\u{1F}".unicodeScalars
    let isText = plain.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || separators.contains($0)
    }
    return isText ? plain : nil
  }

  /// What is told of the code.
  ///
  /// - Parameters:
  ///   - size: The whole picture's size.
  ///   - lineCount: How many lines across it agreed, all looks together.
  /// - Returns: The observation, under a new id.
  func observation(in size: PixelSize, lineCount: Int) -> BarcodeObservation {
    let points = corners.map {
      NormalizedPoint(
        x: min(max($0.x / Double(max(size.width, 1)), 0), 1),
        y: min(max($0.y / Double(max(size.height, 1)), 0), 1)
      )
    }
    return BarcodeObservation(
      symbology: symbology,
      payload: payload,
      payloadData: data,
      bounds: Quadrilateral(
        topLeft: points[0],
        topRight: points[1],
        bottomRight: points[2],
        bottomLeft: points[3]
      ),
      confidence: confidence(lineCount),
      elements: elements,
      isColorInverted: isInverted
    )
  }

  private func confidence(_ lineCount: Int) -> Double {
    let doubt: Double
    switch symbology.safety {
    case .errorCorrection: return 0.9 + 0.1 * min(max(unusedCorrection ?? 1, 0), 1)
    case .checksum: doubt = 0.1
    case .checkDigit: doubt = 0.5
    case .none: doubt = 1
    }
    return 1 - doubt / Double(1 + max(lineCount, 1))
  }
}
