import FoundationEssentials
import Scanner

extension ServiceState {
  private static let jpeg: JSONValue = ["type": "string", "format": "binary"]

  /// Routes about a camera's picture.
  var pictureRoutes: [Route] {
    [
      Route(
        method: "GET",
        path: "/v1/frame.jpg",
        summary: "The newest picture; its orientation is in its EXIF data.",
        parameters: [.camera],
        answers: [Route.Answer(type: "image/jpeg", schema: Self.jpeg)],
        problems: [404, 503]
      ) { request, _ in
        let station = try station(for: request)
        guard let jpeg = await station.publisher.picture(within: .seconds(3)) else {
          throw HTTPProblem.noPicture(station.standing.state)
        }
        return HTTPResponse(jpeg, type: "image/jpeg")
      },
      Route(
        method: "GET",
        path: "/v1/stream.mjpg",
        summary: "The picture as it changes, ten times a second at most.",
        parameters: [.camera],
        answers: [Route.Answer(type: "multipart/x-mixed-replace", schema: Self.jpeg)],
        problems: [404]
      ) { request, _ in
        let type = "multipart/x-mixed-replace; boundary=\(FramePublisher.boundary)"
        return HTTPResponse(
          headers: [HTTPField(name: "Content-Type", value: type)],
          body: .stream(FrameStream(try station(for: request).publisher))
        )
      },
      Route(
        method: "POST",
        path: "/v1/photo",
        summary: "Takes a photo at the camera's highest resolution; scanning goes on afterwards.",
        parameters: [.camera],
        answers: [Route.Answer(type: "image/jpeg", schema: Self.jpeg)],
        problems: [404, 503]
      ) { request, _ in
        let station = try station(for: request)
        do {
          guard let photo = try await station.photo() else {
            throw HTTPProblem.noPicture(station.standing.state)
          }
          return HTTPResponse(try photo.jpeg(), type: "image/jpeg")
        } catch let error as HTTPProblem {
          throw error
        } catch {
          var problem = HTTPProblem.noPicture(station.standing.state)
          problem.detail = "No photo could be taken: \(error)"
          throw problem
        }
      },
    ]
  }
}

extension HTTPProblem {
  /// There is no picture, because of the camera's state.
  static func noPicture(_ change: StateChange) -> HTTPProblem {
    HTTPProblem(
      503,
      change.state.rawValue,
      change.reason ?? "There is no picture now. \(change.words)",
      remedy: change.advice
    )
  }
}
