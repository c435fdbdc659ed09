import FoundationEssentials
import Recognition
import Testing

@testable import Service

/// What can be asked for, without a socket.
@Suite struct RouterTests {
  private static let token = "0123456789abcdef"

  /// The interface of a service with one camera, which does not scan.
  private static func router(token: String? = nil) throws -> Router {
    let broadcast = EventBroadcast(run: "r")
    let english = try TesseractLanguage.list("en")[0]
    let policy = AccessPolicy(
      token: try token.map { (text) throws(ServiceError) in try AccessToken(text) }
    )
    let state = ServiceState(
      stations: [CameraStation(CameraPlan(name: "desk"), broadcast: broadcast, preferred: english)],
      broadcast: broadcast,
      desk: ReadDesk(limit: 2),
      preferred: english,
      policy: policy,
      version: "1"
    )
    return Router(routes: state.routes, policy: policy, bodyLimit: 1 << 20)
  }

  private static func ask(
    _ router: Router,
    _ method: String,
    _ path: String,
    query: [String: String] = [:],
    headers: [String: String] = [:],
    body: String = ""
  ) async -> HTTPResponse {
    var request = HTTPRequest(method: method, path: path)
    request.query = query.map { HTTPField(name: $0, value: $1) }
    request.headers = [HTTPField(name: "Host", value: "localhost")]
    request.headers += headers.map { HTTPField(name: $0, value: $1) }
    request.body = Array(body.utf8)
    return router.finish(await router.respond(to: request), to: request)
  }

  private static func json(_ response: HTTPResponse) -> JSONValue { JSONValue(response) }

  @Test func `what is not there is a problem that says what to do`() async throws {
    let router = try Self.router()
    let missing = await Self.ask(router, "GET", "/v1/nothing")
    #expect(missing.status == 404)
    #expect(missing.header("Content-Type") == "application/problem+json")
    let wrong = await Self.ask(router, "PUT", "/v1/settings")
    #expect(wrong.status == 405)
    #expect(wrong.header("Allow") == "PATCH, GET, HEAD")
    let field = await Self.ask(router, "GET", "/v1/items", query: ["cam": "desk"])
    #expect(field.status == 400)
    #expect(Self.json(field).member("remedy") == "It takes: camera.")
    let camera = await Self.ask(router, "GET", "/v1/items", query: ["camera": "x"])
    #expect(camera.status == 404)
    #expect(Self.json(camera).member("remedy") == "There are: desk.")
  }

  @Test func `settings are changed one by one, and a wrong one changes nothing`() async throws {
    let router = try Self.router()
    // Switched off, so that no camera of this machine is opened.
    let off = await Self.ask(router, "PATCH", "/v1/settings", body: #"{"enabled":false,"zoom":3}"#)
    #expect(off.status == 200)
    #expect(Self.json(off).member("zoom") == 3)
    let wrong = await Self.ask(router, "PATCH", "/v1/settings", body: #"{"zoom":1,"roi":[1]}"#)
    #expect(wrong.status == 422)
    #expect(
      Self.json(wrong).member("detail") == "roi: This has to be a list of 4 numbers, not of 1."
    )
    let broken = await Self.ask(router, "PATCH", "/v1/settings", body: "{")
    #expect(broken.status == 400)
    let now = await Self.ask(router, "GET", "/v1/settings")
    #expect(Self.json(now).member("zoom") == 3)
  }

  @Test func `without the token there is the page for signing in, the health, and nothing else`()
    async throws
  {
    let router = try Self.router(token: Self.token)
    for route in router.routes where !route.isOpen {
      let path = route.path.replacing("{id}", with: "00000000-0000-0000-0000-000000000000")
      let answer = await Self.ask(router, route.method, path)
      #expect(answer.status == 401, "\(route.method) \(path)")
    }
    #expect(await Self.ask(router, "GET", "/health").status == 200)
    let page = await Self.ask(router, "GET", "/")
    guard case .bytes(let bytes) = page.body else { return }
    #expect(bytes == PackageResources.signin_html)
    let headers = ["Authorization": "Bearer \(Self.token)"]
    #expect(await Self.ask(router, "GET", "/v1/items", headers: headers).status == 200)
  }

  @Test func `whoever signs in gets a cookie that scripts and other sites never see`() async throws
  {
    let router = try Self.router(token: Self.token)
    let answer = await Self.ask(router, "POST", "/v1/session", body: "token=%30123456789abcdef")
    #expect(answer.status == 303)
    let cookie = "lectern=\(Self.token); Path=/; HttpOnly; SameSite=Strict"
    #expect(answer.header("Set-Cookie") == cookie)
    let page = await Self.ask(router, "GET", "/", headers: ["Cookie": "lectern=\(Self.token)"])
    guard case .bytes(let bytes) = page.body else { return }
    #expect(bytes == PackageResources.index_html)
    let wrong = await Self.ask(router, "POST", "/v1/session", body: "token=guess")
    #expect(wrong.status == 401)
    #expect(wrong.header("Set-Cookie") == nil)
  }

  @Test func `the page needs nothing but what the program serves, and runs no script but its own`()
    async throws
  {
    let router = try Self.router()
    let answer = await Self.ask(router, "GET", "/")
    let policy = answer.header("Content-Security-Policy") ?? ""
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
    #expect(!policy.contains("unsafe"))
    #expect(answer.header("Access-Control-Allow-Origin") == nil)
    for bytes in [PackageResources.index_html, PackageResources.page_css, PackageResources.page_js]
    {
      let text = String(decoding: bytes, as: UTF8.self)
        .replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("style=\""))
    }
  }

  @Test func `the description names every route, and every name in it stands for something`()
    async throws
  {
    let router = try Self.router()
    let document = Self.json(await Self.ask(router, "GET", "/v1/openapi.json"))
    for route in router.routes where route.path != "/v1/openapi.json" {
      let operation = document.member("paths")?.member(route.path)?
        .member(route.method.lowercased())
      #expect(operation?.member("responses") != nil, "\(route.method) \(route.path)")
    }
    let schemas = document.member("components")?.member("schemas")
    for reference in document.references {
      let name = String(reference.dropFirst("#/components/schemas/".count))
      #expect(schemas?.member(name) != nil, "\(reference)")
    }
    guard case .object(let properties) = schemas?.member("Settings")?.member("properties") else {
      Issue.record("The settings are not described.")
      return
    }
    #expect(Set(properties.keys) == Set(CameraSetting.all.map(\.key)))
  }

  @Test(arguments: [
    ([:], "", 400), (["languages": "xx"], "x", 422), (["format": "doc"], "x", 422),
    (["types": "txt"], "x", 422), (["format": "json"], "no picture", 422),
  ])
  func `a picture that is none, or a wish that cannot be met, is a problem and no failure`(
    query: [String: String],
    body: String,
    status: Int
  ) async throws {
    let router = try Self.router()
    var query = query
    query["engine"] = "tesseract"
    let answer = await Self.ask(router, "POST", "/v1/read", query: query, body: body)
    #expect(answer.status == status)
    #expect(Self.json(answer).member("detail") != nil)
  }

  @Test func `an item that has left cannot be chosen, a job that is unknown not be asked for`()
    async throws
  {
    let router = try Self.router()
    for id in ["x", "00000000-0000-0000-0000-000000000000"] {
      #expect(await Self.ask(router, "POST", "/v1/items/\(id)/tap").status == 404)
      #expect(await Self.ask(router, "GET", "/v1/jobs/\(id)").status == 404)
      #expect(await Self.ask(router, "DELETE", "/v1/jobs/\(id)").status == 404)
    }
  }
}

extension JSONValue {
  /// A member of an object.
  func member(_ key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// Every `$ref` inside.
  var references: [String] {
    switch self {
    case .object(let members):
      members.flatMap { key, value -> [String] in
        if key == "$ref", case .string(let text) = value { return [text] }
        return value.references
      }
    case .array(let elements): elements.flatMap(\.references)
    default: []
    }
  }
}
