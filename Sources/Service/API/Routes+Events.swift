import FoundationEssentials

extension ServiceState {
  /// Routes about what happens.
  var eventRoutes: [Route] {
    [
      Route(
        method: "GET",
        path: "/v1/events",
        summary: "Events as they happen, as server-sent events; Last-Event-ID goes on where a "
          + "client stopped, and a missed event says when some are gone.",
        parameters: [
          Route.Parameter(name: "camera", help: "only this camera's; all when none is named"),
          Route.Parameter(name: "types", help: "only these, such as settled,page"),
          Route.Parameter(name: "after", help: "the id of the last event the client has"),
        ],
        answers: [Route.Answer(type: "text/event-stream")],
        problems: [400, 404]
      ) { request, _ in
        let camera = request.query("camera")
        if camera != nil { _ = try station(for: request) }
        // A browser that connects again names the place it got to.
        let text = request.header("Last-Event-ID") ?? request.query("after")
        var place: EventPlace?
        if let text, !text.isEmpty {
          place = EventPlace(text)
          guard place != nil else {
            throw HTTPProblem(400, "place", "'\(text.prefix(80))' is no id of an event.")
          }
        }
        let types = (request.query("types") ?? "").split(separator: ",").map(String.init)
        let feed = EventFeed(broadcast, after: place, camera: camera, types: Set(types))
        return HTTPResponse(
          headers: [HTTPField(name: "Content-Type", value: "text/event-stream")],
          body: .stream(feed)
        )
      }
    ]
  }
}
