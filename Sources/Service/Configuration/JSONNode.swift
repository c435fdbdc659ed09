/// A value of JSON with the way to it, so that what is wrong with it can be said where.
struct JSONNode: Sendable {
  /// The value.
  var value: JSONValue

  /// The way to it.
  var path: [String]

  /// Names a value.
  init(_ value: JSONValue, at path: [String] = []) {
    self.value = value
    self.path = path
  }

  /// The members of an object.
  ///
  /// - Parameter known: The keys that may be there.
  /// - Returns: Those that are there, in the order of the known keys.
  /// - Throws: ``SettingError`` when it is no object, or a key is unknown.
  func members(_ known: [String]) throws(SettingError) -> [(key: String, node: JSONNode)] {
    guard case .object(let members) = value else {
      throw SettingError(at: path, "This has to be an object, not \(value.kind).")
    }
    for key in members.keys.sorted() where !known.contains(key) {
      let near = known.first { $0.lowercased() == key.lowercased() || $0.hasPrefix(key) }
      throw SettingError(
        at: path + [key],
        "There is no such setting.",
        remedy: near.map { "Did you mean \"\($0)\"?" }
          ?? "There are: \(known.joined(separator: ", "))."
      )
    }
    return known.compactMap { key in members[key].map { (key, JSONNode($0, at: path + [key])) } }
  }

  /// The elements of a list.
  func elements() throws(SettingError) -> [JSONNode] {
    guard case .array(let elements) = value else {
      throw SettingError(at: path, "This has to be a list, not \(value.kind).")
    }
    return elements.enumerated().map { JSONNode($1, at: path + ["[\($0)]"]) }
  }

  /// The text.
  func string() throws(SettingError) -> String {
    guard case .string(let text) = value else {
      throw SettingError(at: path, "This has to be a text in quotes, not \(value.kind).")
    }
    return text
  }

  /// True or false.
  func bool() throws(SettingError) -> Bool {
    guard case .bool(let value) = value else {
      throw SettingError(at: path, "This has to be true or false, not \(value.kind).")
    }
    return value
  }

  /// A number in a range.
  func number(_ range: ClosedRange<Double>) throws(SettingError) -> Double {
    guard case .number(let number) = value, range.contains(number) else {
      let bounds = "\(JSONNode.plain(range.lowerBound)) to \(JSONNode.plain(range.upperBound))"
      throw SettingError(at: path, "This has to be a number from \(bounds), not \(value.kind).")
    }
    return number
  }

  /// A whole number in a range.
  func integer(_ range: ClosedRange<Int>) throws(SettingError) -> Int {
    guard case .number(let number) = value, let whole = Int(exactly: number), range.contains(whole)
    else {
      throw SettingError(
        at: path,
        "This has to be a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not \(value.kind)."
      )
    }
    return whole
  }

  /// One of a few words.
  func choice<Choice: RawRepresentable & CaseIterable>() throws(SettingError) -> Choice
  where Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      throw SettingError(at: path, "This has to be one of \(names), not \"\(text.prefix(80))\".")
    }
    return choice
  }

  /// Numbers, so many.
  func numbers(_ count: Int, _ range: ClosedRange<Double>) throws(SettingError) -> [Double] {
    var numbers: [Double] = []
    let elements = try elements()
    guard elements.count == count else {
      throw SettingError(
        at: path,
        "This has to be a list of \(count) numbers, not of \(elements.count)."
      )
    }
    for element in elements { numbers.append(try element.number(range)) }
    return numbers
  }

  /// An error about this value.
  func error(_ reason: String, remedy: String? = nil) -> SettingError {
    SettingError(at: path, reason, remedy: remedy)
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
