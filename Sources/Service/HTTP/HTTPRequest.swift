/// A name and a value, as in a header or a query.
struct HTTPField: Sendable, Hashable {
  var name: String
  var value: String
}

/// A request, as the transport understood it.
struct HTTPRequest: Sendable {
  /// The method, in capitals.
  var method: String

  /// The path, decoded, without the query.
  var path: String

  /// The query's fields, decoded, in order.
  var query: [HTTPField] = []

  /// The headers, in order.
  var headers: [HTTPField] = []

  /// The body, as long as the limits allow.
  var body: [UInt8] = []

  /// The value of a header.
  ///
  /// - Parameter name: Its name, in any case.
  /// - Returns: The first value; `nil` when there is none.
  func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// The first value of a field of the query.
  func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The value of a cookie.
  func cookie(_ name: String) -> String? {
    for pair in (header("Cookie") ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
    }
    return nil
  }
}
