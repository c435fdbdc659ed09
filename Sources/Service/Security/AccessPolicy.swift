/// Who may ask: hosts by which the service knows itself, pages that are its own, and whoever knows the
/// token.
///
/// A page elsewhere on the web can make a browser send requests here, and can give a name of its own
/// the address of this machine. The Host, Origin and Sec-Fetch headers, which pages cannot forge, tell
/// such requests from the user's.
struct AccessPolicy: Sendable, Hashable {
  /// The cookie that holds the token for the page.
  static let cookie = "lectern"

  /// Names and addresses, besides numeric addresses and `localhost`, by which the service is reached.
  var hosts: Set<String> = []

  /// What a client must know; `nil` when only this machine can connect.
  var token: AccessToken?

  /// Checks where a request comes from.
  ///
  /// - Parameter request: The request; its body does not matter.
  /// - Throws: ``HTTPProblem`` when it is refused.
  func check(_ request: HTTPRequest) throws(HTTPProblem) {
    let hosts = request.headers.filter { $0.name.lowercased() == "host" }
    guard hosts.count == 1, let host = HostName(hosts[0].value), accepts(host) else {
      throw HTTPProblem(
        421,
        "host",
        "This service is not called '\(hosts.first?.value.prefix(200) ?? "")'.",
        remedy: "Use its address, or add the name to hosts in the configuration."
      )
    }
    if let origin = request.header("Origin") {
      let own = ["http://", "https://"].map { $0 + hosts[0].value.lowercased() }
      guard own.contains(origin.lowercased()) else {
        throw .foreign("the page \(origin.prefix(200))")
      }
    }
    let site = request.header("Sec-Fetch-Site") ?? "none"
    guard !["same-origin", "none"].contains(site) else { return }
    // A link from elsewhere may lead to the page, and to nothing else.
    guard request.method == "GET", request.path == "/",
      request.header("Sec-Fetch-Mode") == "navigate",
      request.header("Sec-Fetch-Dest") == "document"
    else { throw .foreign("another site") }
  }

  /// Whether a request shows the token, where there is one.
  func isAuthorized(_ request: HTTPRequest) -> Bool {
    guard let token else { return true }
    if let header = request.header("Authorization") {
      let parts = header.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && parts[0].lowercased() == "bearer"
        && token.matches(String(parts[1]))
    }
    return request.cookie(Self.cookie).map(token.matches) ?? false
  }

  private func accepts(_ host: HostName) -> Bool {
    host.isNumeric || host.name == "localhost" || hosts.contains(host.name)
  }
}

/// What clients must know where others than this machine can connect.
struct AccessToken: Sendable, Hashable {
  /// The fewest characters of a token that nobody guesses.
  static let minimumLength = 16

  private let bytes: [UInt8]

  /// Takes a token.
  ///
  /// - Throws: ``ServiceError`` when it is too short, or has characters that no header can carry.
  init(_ text: String) throws(ServiceError) {
    bytes = Array(text.utf8)
    guard bytes.count >= Self.minimumLength else {
      throw ServiceError(
        "The token has \(bytes.count) characters; it needs at least \(Self.minimumLength).",
        remedy: "Make one with: openssl rand -hex 24"
      )
    }
    let allowed = Array("-._~+/=".utf8)
    let isAllowed = bytes.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || allowed.contains(byte)
    }
    guard isAllowed else {
      throw ServiceError(
        "The token has characters other than letters, digits and -._~+/=.",
        remedy: "Make one with: openssl rand -hex 24"
      )
    }
  }

  /// Whether a text is the token; takes the same time whatever the text's characters.
  func matches(_ text: String) -> Bool {
    let given = Array(text.utf8)
    var difference: UInt8 = given.count == bytes.count ? 0 : 1
    for index in bytes.indices {
      difference |= bytes[index] ^ (index < given.count ? given[index] : 0)
    }
    return difference == 0
  }
}

/// The host of a Host header or an origin, without its port.
struct HostName: Sendable, Hashable {
  /// In lower case, an IPv6 address without its brackets.
  var name: String

  /// The port, where one is named.
  var port: Int?

  /// Whether it is an address in numbers, which no foreign name can stand for.
  var isNumeric: Bool

  /// Takes a header's value apart; `nil` when it is none.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 255 else { return nil }
    var rest = Substring(text.lowercased())
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      name = String(rest[rest.index(after: rest.startIndex)..<end])
      isNumeric = !name.isEmpty && name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      guard isNumeric else { return nil }
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      name = String(rest[..<end])
      rest = rest[end...]
      let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
      isNumeric = numbers.count == 4 && numbers.allSatisfy { $0 != nil }
      let allowed = name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
          || byte == 0x2E || byte == 0x5F
      }
      guard !name.isEmpty, allowed else { return nil }
    }
    guard !rest.isEmpty else { return }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()) else { return nil }
    self.port = Int(port)
  }
}

extension HTTPProblem {
  /// A request that comes from a page that is not the service's own.
  static func foreign(_ who: String) -> HTTPProblem {
    HTTPProblem(
      403,
      "foreignOrigin",
      "The request comes from \(who); only the service's own page may use it from a browser.",
      remedy: "Open the service's page, or call it from a program that is no browser."
    )
  }

  /// A request without the token.
  static var unauthorized: HTTPProblem {
    var problem = HTTPProblem(
      401,
      "token",
      "The token is missing or wrong.",
      remedy: "Send it as Authorization: Bearer TOKEN."
    )
    problem.headers = [HTTPField(name: "WWW-Authenticate", value: "Bearer realm=\"lectern\"")]
    return problem
  }
}
