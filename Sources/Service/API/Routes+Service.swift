import FoundationEssentials

extension ServiceState {
  /// Routes about the service itself: its page, its health, its figures, and its description.
  func serviceRoutes(describing routes: [Route]) -> [Route] {
    let mine = [
      page("/", "The page.", "text/html; charset=utf-8") { [policy] request in
        policy.isAuthorized(request) ? PackageResources.index_html : PackageResources.signin_html
      },
      page("/page.css", "The page's looks.", "text/css; charset=utf-8") { _ in
        PackageResources.page_css
      },
      page("/page.js", "What the page does.", "text/javascript; charset=utf-8") { _ in
        PackageResources.page_js
      },
      page("/icon.svg", "The page's icon.", "image/svg+xml") { _ in PackageResources.icon_svg },
      Route(
        method: "POST",
        path: "/v1/session",
        summary: "Lets a browser in that shows the token, and leads it to the page.",
        body: .form,
        answers: [Route.Answer(status: 303, type: "")],
        problems: [401],
        isOpen: true,
        handle: { request, _ in try signIn(request) }
      ),
      Route(
        method: "GET",
        path: "/health",
        summary: "Whether the service works; a camera that is away is no fault of it.",
        answers: [.json("Object")],
        isOpen: true
      ) { _, _ in .json(["status": "ok"]) },
      Route(
        method: "GET",
        path: "/metrics",
        summary: "Figures for Prometheus.",
        answers: [Route.Answer(type: "text/plain")]
      ) { _, _ in
        HTTPResponse(Array(await metrics().utf8), type: "text/plain; version=0.0.4; charset=utf-8")
      },
    ]
    let description = Route(
      method: "GET",
      path: "/v1/openapi.json",
      summary: "This description.",
      answers: [.json("Object")]
    ) { _, _ in .json(OpenAPI(routes: routes + mine, version: version).document) }
    return mine + [description]
  }

  private func page(
    _ path: String,
    _ summary: String,
    _ type: String,
    _ bytes: @escaping @Sendable (HTTPRequest) -> [UInt8]
  ) -> Route {
    Route(
      method: "GET",
      path: path,
      summary: summary,
      answers: [Route.Answer(type: String(type.prefix { $0 != ";" }))],
      isOpen: true
    ) { request, _ in HTTPResponse(bytes(request), type: type) }
  }

  private func signIn(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPResponse {
    let token = FormFields.parse(request.body).first { $0.name == "token" }?.value ?? ""
    guard let known = policy.token, known.matches(token) else { throw .unauthorized }
    var response = HTTPResponse(status: 303)
    response.set("Location", "/")
    let secure =
      request.header("Origin")?.lowercased().hasPrefix("https:") == true ? "; Secure" : ""
    response.set(
      "Set-Cookie",
      "\(AccessPolicy.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict\(secure)"
    )
    return response
  }
}
