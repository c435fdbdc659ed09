import Testing

@testable import Service

/// Who may ask, and who only seems to be the user.
@Suite struct AccessPolicyTests {
  private let policy = AccessPolicy(hosts: ["lectern.example.org"])

  private func request(
    _ headers: [String: String],
    method: String = "GET",
    path: String = "/v1/items"
  ) -> HTTPRequest {
    HTTPRequest(
      method: method,
      path: path,
      headers: headers.map { HTTPField(name: $0, value: $1) }
    )
  }

  @Test(arguments: [
    "127.0.0.1:8733", "127.0.0.1", "localhost:8733", "LOCALHOST", "[::1]:8733", "[::1]",
    "192.168.1.20:8733", "lectern.example.org", "Lectern.Example.org:443",
  ])
  func `a host that is the service's own is let in`(host: String) throws {
    try policy.check(request(["Host": host]))
  }

  @Test(arguments: [
    "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8733", "", "[::1",
    "127.0.0.1:port", "127.0.0.1:99999", "a b", "[evil.example]", "127.0.0.1@evil.example",
    "2130706433", "127.1", "lectern.example.org.",
  ])
  func `any other host gets nothing, so that no foreign name can stand for this machine`(
    host: String
  ) {
    #expect { try policy.check(request(["Host": host])) } throws: {
      ($0 as? HTTPProblem)?.status == 421
    }
  }

  @Test func `a request names one host`() {
    var both = request(["Host": "localhost"])
    both.headers.append(HTTPField(name: "host", value: "evil.example"))
    #expect(throws: HTTPProblem.self) { try policy.check(both) }
    #expect(throws: HTTPProblem.self) { try policy.check(request([:])) }
  }

  @Test(arguments: [
    "http://evil.example", "null", "http://localhost:8734", "http://localhost",
    "https://localhost:8733.evil.example", "http://127.0.0.1:8733", "file://", "localhost:8733",
  ])
  func `a page from elsewhere can neither read nor write`(origin: String) {
    for method in ["GET", "POST", "PATCH", "DELETE"] {
      let foreign = request(["Host": "localhost:8733", "Origin": origin], method: method)
      #expect { try policy.check(foreign) } throws: { ($0 as? HTTPProblem)?.status == 403 }
    }
  }

  @Test func `the service's own page may do everything, behind a proxy for TLS too`() throws {
    try policy.check(request(["Host": "localhost:8733", "Origin": "http://localhost:8733"]))
    try policy.check(
      request(["Host": "lectern.example.org", "Origin": "https://lectern.example.org"])
    )
  }

  @Test func `a picture or script on another site cannot fetch anything, a link leads to the page`()
    throws
  {
    var headers = [
      "Host": "localhost", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors",
    ]
    for path in ["/", "/v1/frame.jpg", "/page.js"] {
      #expect(throws: HTTPProblem.self) { try policy.check(request(headers, path: path)) }
    }
    headers["Sec-Fetch-Mode"] = "navigate"
    headers["Sec-Fetch-Dest"] = "iframe"
    #expect(throws: HTTPProblem.self) { try policy.check(request(headers, path: "/")) }
    headers["Sec-Fetch-Dest"] = "document"
    try policy.check(request(headers, path: "/"))
    #expect(throws: HTTPProblem.self) { try policy.check(request(headers, path: "/v1/items")) }
    #expect(throws: HTTPProblem.self) {
      try policy.check(request(headers, method: "POST", path: "/"))
    }
  }

  @Test func `the token comes as a bearer's or in the page's cookie`() throws {
    let token = "0123456789abcdef"
    let guarded = AccessPolicy(token: try AccessToken(token))
    #expect(guarded.isAuthorized(request(["Authorization": "Bearer \(token)"])))
    #expect(guarded.isAuthorized(request(["authorization": "bearer \(token)"])))
    #expect(guarded.isAuthorized(request(["Cookie": "a=b; lectern=\(token)"])))
    for wrong in ["", "Bearer", "Bearer ", "Basic \(token)", "Bearer \(token)0", token] {
      #expect(!guarded.isAuthorized(request(["Authorization": wrong])))
    }
    #expect(!guarded.isAuthorized(request(["Cookie": "xlectern=\(token)"])))
    #expect(!guarded.isAuthorized(request(["Cookie": "lectern=0123456789abcdeX"])))
    #expect(!guarded.isAuthorized(request([:])))
    #expect(AccessPolicy().isAuthorized(request([:])))
  }

  @Test(arguments: ["", "short", "0123456789abcde", "0123456789abcdef;", "0123456789 abcdef"])
  func `a token that can be guessed or not be sent is refused`(text: String) {
    #expect(throws: ServiceError.self) { try AccessToken(text) }
  }

  @Test func `another address than this machine's own needs a token, and says how to add TLS`() {
    var configuration = ServiceConfiguration()
    #expect(throws: Never.self) { try configuration.check(token: nil) }
    for address in ["0.0.0.0", "::", "192.168.1.20"] {
      configuration.addresses = ["127.0.0.1", address]
      #expect { try configuration.check(token: nil) } throws: {
        let error = $0 as? ServiceError
        return error?.message.contains(address) == true && error?.remedy?.contains("TLS") == true
      }
      #expect(throws: Never.self) { try configuration.check(token: "0123456789abcdef") }
    }
  }
}
