import FoundationEssentials

extension ServiceConfiguration {
  /// Whether nobody but this machine can connect.
  public var isLocal: Bool { addresses.allSatisfy { $0 == "::1" || $0.hasPrefix("127.") } }

  /// What clients must know.
  ///
  /// - Parameter token: The token, where it is known already.
  /// - Returns: The token; `nil` when nobody else can connect and none is set.
  /// - Throws: ``ServiceError`` when others could connect and there is none.
  func access(token: String?) throws(ServiceError) -> AccessToken? {
    var text = token
    if text == nil, let tokenFile {
      guard let data = FileManager.default.contents(atPath: tokenFile) else {
        throw ServiceError(
          "The token's file \(tokenFile) cannot be read.",
          remedy: "Make it with: openssl rand -hex 24 > \(tokenFile)"
        )
      }
      text = String(decoding: data, as: UTF8.self)
    }
    if let text {
      let isSpace: (Character) -> Bool = \.isWhitespace
      let trimmed = text.drop(while: isSpace)
      let end = trimmed.lastIndex { !isSpace($0) }
      return try AccessToken(String(end.map { trimmed[...$0] } ?? ""))
    }
    guard isLocal else {
      let address = addresses.first { $0 != "::1" && !$0.hasPrefix("127.") } ?? ""
      throw ServiceError(
        "Listening on \(address) lets others in, and no token is set.",
        remedy: "Set LECTERN_TOKEN, or name a file with --token-file; make one with: "
          + "openssl rand -hex 24. What is sent is not encrypted: for more than a network you "
          + "trust, listen on 127.0.0.1 and put a TLS proxy in front, such as: "
          + "caddy reverse-proxy --from HOST --to 127.0.0.1:\(port), with HOST among hosts in the "
          + "configuration."
      )
    }
    return nil
  }
}

extension ServiceConfiguration {
  /// Finds out whether the service would begin with this, as far as that can be known without doing so.
  ///
  /// - Parameter token: The token, where it is known already.
  /// - Throws: ``ServiceError`` that says why not.
  public func check(token: String?) throws(ServiceError) {
    _ = try access(token: token)
    try ListeningSocket.check(addresses)
  }
}
