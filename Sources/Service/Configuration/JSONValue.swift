import FoundationEssentials

/// A value of JSON, whatever it is.
enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads JSON.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - name: What to call it in messages.
  /// - Throws: ``SettingError`` that says where it is no JSON.
  init(parsing bytes: [UInt8], name: String) throws(SettingError) {
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch DecodingError.dataCorrupted(let context) {
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      throw SettingError(at: [], "\(name) is not JSON: \(reason)")
    } catch {
      throw SettingError(at: [], "\(name) is not JSON.")
    }
  }

  /// What kind of value it is, in words.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "the number \(Self.plain(value))"
    case .string(let text): "the text \"\(text.prefix(80))\""
    case .array: "a list"
    case .object: "an object"
    }
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let whole = Int(exactly: value) {
        try container.encode(whole)
      } else {
        try container.encode(value)
      }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }

  init(booleanLiteral value: Bool) { self = .bool(value) }

  init(integerLiteral value: Int) { self = .number(Double(value)) }

  init(floatLiteral value: Double) { self = .number(value) }

  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
