/// Finds out what a request asks for, and has it done; knows nothing of sockets.
struct Router: HTTPResponder {
  /// What can be asked for.
  let routes: [Route]

  /// Who may ask.
  let policy: AccessPolicy

  /// The longest body with pictures, in bytes.
  let bodyLimit: Int

  /// The longest other body, in bytes.
  static let shortBodyLimit = 256 << 10

  func admit(_ head: HTTPRequest) throws(HTTPProblem) -> Int {
    try policy.check(head)
    let (route, _) = try route(for: head)
    guard route.isOpen || policy.isAuthorized(head) else { throw .unauthorized }
    let known = route.parameters.filter { !$0.isInPath }.map(\.name)
    for field in head.query where !known.contains(field.name) {
      throw HTTPProblem(
        400,
        "parameter",
        "\(head.path) takes no field '\(field.name.prefix(80))'.",
        remedy: known.isEmpty ? nil : "It takes: \(known.joined(separator: ", "))."
      )
    }
    switch route.body {
    case .none: return 0
    case .json: return Self.shortBodyLimit
    case .form: return 4096
    case .pictures: return bodyLimit
    }
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    do {
      // Again, so that nothing depends on the transport's asking first.
      _ = try admit(request)
      let (route, values) = try route(for: request)
      return try await route.handle(request, values)
    } catch {
      return HTTPProblem(error).response
    }
  }

  func finish(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    var response = response
    response.secure()
    return response
  }

  private func route(
    for request: HTTPRequest
  ) throws(HTTPProblem) -> (route: Route, values: [String: String]) {
    let method = request.method == "HEAD" ? "GET" : request.method
    var others: [String] = []
    for route in routes {
      guard let values = route.match(request.path) else { continue }
      if route.method == method { return (route, values) }
      others.append(route.method)
    }
    guard !others.isEmpty else {
      throw HTTPProblem(
        404,
        "notFound",
        "There is nothing at \(request.path.prefix(200)).",
        remedy: "/v1/openapi.json describes what there is."
      )
    }
    if others.contains("GET") { others.append("HEAD") }
    var problem = HTTPProblem(
      405,
      "method",
      "\(request.path.prefix(200)) cannot be used with \(request.method.prefix(20)).",
      remedy: "It takes: \(others.joined(separator: ", "))."
    )
    problem.headers = [HTTPField(name: "Allow", value: others.joined(separator: ", "))]
    throw problem
  }
}
