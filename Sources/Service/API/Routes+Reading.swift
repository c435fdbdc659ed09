import FoundationEssentials

extension ServiceState {
  private static let readParameters: [Route.Parameter] = [
    Route.Parameter(
      name: "format",
      help: "what comes back",
      schema: .words(ReadPlan.Format.self)
    ),
    Route.Parameter(
      name: "granularity",
      help: "how fine the JSON is",
      schema: .words(ReadPlan.Granularity.self)
    ),
    Route.Parameter(name: "languages", help: "most important first, such as en,de"),
    Route.Parameter(
      name: "quality",
      help: "how much a picture is worth; accurate by default",
      schema: ["type": "string", "enum": ["fast", "balanced", "accurate"]]
    ),
    Route.Parameter(
      name: "engine",
      help: "which engine reads",
      schema: ["type": "string", "enum": ["auto", "tesseract", "neural"]]
    ),
    Route.Parameter(name: "types", help: "text, codes, or single kinds of codes"),
    Route.Parameter(name: "content", help: "keep only these parts of lines"),
    Route.Parameter(
      name: "stream",
      help: "1 answers with progress and events, one in JSON a line, as they come",
      schema: ["type": "string", "enum": ["0", "1"]]
    ),
    Route.Parameter(
      name: "job",
      help: "1 answers at once with a job to ask for later",
      schema: ["type": "string", "enum": ["0", "1"]]
    ),
    Route.Parameter(
      name: "callback",
      help: "where the job is sent in JSON once it has ended: an http URL on this machine or on a "
        + "host among callbackHosts"
    ),
  ]

  /// Routes about still pictures.
  var readingRoutes: [Route] {
    [
      Route(
        method: "POST",
        path: "/v1/read",
        summary: "Reads one picture or many; closing the connection calls it off.",
        parameters: Self.readParameters,
        body: .pictures,
        answers: [
          .json("Reading"), .json("Job", status: 202),
        ],
        problems: [400, 409, 413, 422, 503],
        handle: { request, _ in try await read(request) }
      ),
      Route(
        method: "GET",
        path: "/v1/jobs/{id}",
        summary: "How far a job is; its result once it is done. It is kept for ten minutes.",
        parameters: [.id],
        answers: [.json("Job")],
        problems: [404]
      ) { _, values in
        guard let id = values["id"].flatMap(UUID.init(uuidString:)), let job = await desk.job(id)
        else { throw HTTPProblem.noJob }
        return .json(ReadReport(job).progress)
      },
      Route(
        method: "DELETE",
        path: "/v1/jobs/{id}",
        summary: "Calls a job off and forgets it.",
        parameters: [.id],
        answers: [Route.Answer(status: 204, type: "")],
        problems: [404]
      ) { _, values in
        guard let id = values["id"].flatMap(UUID.init(uuidString:)), await desk.remove(id) else {
          throw HTTPProblem.noJob
        }
        return HTTPResponse(status: 204)
      },
    ]
  }

  private func read(_ request: HTTPRequest) async throws -> HTTPResponse {
    let plan = try ReadPlan(request, preferred: preferred)
    let callback = try request.query("callback").map { (text) throws(HTTPProblem) in
      try CallbackTarget(text, hosts: callbackHosts)
    }
    let isKept = request.query("job") == "1" || callback != nil
    let job = try await desk.add(plan, isKept: isKept, callback: callback)
    if isKept {
      var response = HTTPResponse.json(ReadReport(job).progress, status: 202)
      response.set("Location", "/v1/jobs/\(job.id.uuidString)")
      return response
    }
    let cancel: @Sendable () -> Void = { [desk] in
      // Ends by itself.
      Task { await desk.cancel(job) }
    }
    if request.query("stream") == "1" {
      return HTTPResponse(
        headers: [HTTPField(name: "Content-Type", value: "application/x-ndjson")],
        body: .stream(ReadStream(job, cancel: cancel))
      )
    }
    await withTaskCancellationHandler {
      await job.ended()
    } onCancel: {
      cancel()
    }
    return try ReadReport(job).response()
  }
}

extension ReadJob {
  /// Waits until it has ended, which it soon does once it is called off.
  func ended() async {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let listener = listen { continuation.yield() }
    defer { leave(listener) }
    continuation.yield()
    // A task that is cancelled has nobody left who wants the answer.
    for await _ in stream where isOver { return }
  }
}

extension HTTPProblem {
  /// A job that is not there, or not any more.
  static var noJob: HTTPProblem {
    HTTPProblem(404, "noJob", "There is no job of this id, or not any more.")
  }
}
