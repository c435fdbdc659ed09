extension DecoderMessage {
  /// The bytes of a message's kind and length.
  package static let prefixLength = 8

  /// The longest fields a message has; a program that says more is not ours.
  package static let maximumLength = 16 << 10

  private static let longestText = 2000

  /// The message as it goes through the pipe.
  package var bytes: [UInt8] {
    var fields: [UInt8] = []
    let kind: UInt32
    switch self {
    case .page(let header):
      kind = 1
      for side in [header.size, header.storedSize] {
        fields.append(number: UInt32(side.width))
        fields.append(number: UInt32(side.height))
      }
      fields.append(number: UInt32(header.scale.divisor))
      fields.append(number: UInt32(header.orientation.rawValue))
      fields.append(number: header.damage == nil ? 0 : header.damage?.isTruncated == true ? 2 : 1)
      fields.append(number: UInt32(truncatingIfNeeded: header.damage?.decodedRows ?? -1))
      fields.append(text: header.damage?.reason ?? "")
    case .failure(let error):
      kind = 2
      fields.append(text: error.code.rawValue)
      fields.append(text: error.message)
      fields.append(text: error.remedy ?? "")
    case .end:
      kind = 3
    }
    var bytes: [UInt8] = []
    bytes.append(number: kind)
    bytes.append(number: UInt32(fields.count))
    return bytes + fields
  }

  /// Understands the first eight bytes of a message.
  ///
  /// - Parameter prefix: The bytes.
  /// - Returns: The kind, and how many bytes of fields follow; `nil` for what is no message.
  package static func parse(prefix: [UInt8]) -> (kind: UInt32, length: Int)? {
    var fields = Fields(prefix)
    guard let kind = fields.number(), let length = fields.number(), (1...3).contains(kind),
      length <= maximumLength
    else { return nil }
    return (kind, Int(length))
  }

  /// Understands a message; nothing in it is believed without a look.
  ///
  /// - Parameters:
  ///   - kind: Its kind.
  ///   - bytes: Its fields.
  package init?(kind: UInt32, fields bytes: [UInt8]) {
    var fields = Fields(bytes)
    switch kind {
    case 1:
      guard let header = PageHeader(&fields) else { return nil }
      self = .page(header)
    case 2:
      guard let code = fields.text().flatMap(ImageError.Code.init(rawValue:)),
        let message = fields.text(), let remedy = fields.text()
      else { return nil }
      self = .failure(ImageError(code, message, remedy: remedy.isEmpty ? nil : remedy))
    case 3: self = .end
    default: return nil
    }
  }

  /// Reads numbers and texts one after the other.
  fileprivate struct Fields {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func number() -> UInt32? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A text without control characters, because it ends up on a terminal.
    mutating func text() -> String? {
      guard let length = number(), length <= DecoderMessage.longestText, rest.count >= length
      else { return nil }
      defer { rest = rest.dropFirst(Int(length)) }
      let text = String(decoding: rest.prefix(Int(length)), as: UTF8.self)
      return String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 })
      )
    }
  }

  fileprivate static func cut(_ text: String) -> [UInt8] { Array(text.utf8.prefix(longestText)) }
}

extension PageHeader {
  fileprivate init?(_ fields: inout DecoderMessage.Fields) {
    guard let width = fields.number(), let height = fields.number(),
      let storedWidth = fields.number(), let storedHeight = fields.number(),
      let divisor = fields.number(), let tag = fields.number(), let kind = fields.number(),
      let rows = fields.number(), let reason = fields.text(),
      let scale = DecodeScale(rawValue: Int(divisor)),
      let orientation = ImageOrientation(rawValue: Int(tag)),
      width > 0, height > 0, kind <= 2
    else { return nil }
    size = PixelSize(width: Int(width), height: Int(height))
    storedSize = PixelSize(width: Int(storedWidth), height: Int(storedHeight))
    guard scale.reduced(storedSize) == size else { return nil }
    self.scale = scale
    self.orientation = orientation
    guard kind > 0 else { return }
    let known = Int32(bitPattern: rows)
    damage = DecodeDamage(
      isTruncated: kind == 2,
      decodedRows: known < 0 ? nil : Int(known),
      reason: reason
    )
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }

  fileprivate mutating func append(text: String) {
    let bytes = DecoderMessage.cut(text)
    append(number: UInt32(bytes.count))
    append(contentsOf: bytes)
  }
}
