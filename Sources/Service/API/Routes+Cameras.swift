import Capture
import FoundationEssentials
import Recognition
import Scanner

extension ServiceState {
  /// What is known of one camera, for clients.
  struct CameraReport: Encodable {
    var name: String
    var enabled: Bool
    var state: ScannerState
    var camera: SourceDescription?
    var reason: String?
    var advice: String?
    var hint: GuidanceHint?
    var words: String
    var viewers: Int
    var items: Int
    var settings: JSONValue

    init(_ station: CameraStation) {
      let standing = station.standing
      name = station.name
      enabled = standing.plan.isEnabled
      state = standing.state.state
      camera = standing.state.camera
      reason = standing.state.reason
      advice = standing.state.advice
      hint = standing.hint
      words = standing.state.words
      viewers = station.publisher.viewerCount
      items = standing.items.count
      settings = CameraSetting.values(of: standing.plan)
    }
  }

  private struct Cameras: Encodable {
    var cameras: [CameraReport]
    var devices: [CameraInfo]
  }

  private struct Items: Encodable {
    var camera: String
    var after: String
    var items: [RecognizedItem]
  }

  /// Routes about cameras and what they see.
  var cameraRoutes: [Route] {
    [
      Route(
        method: "GET",
        path: "/v1/cameras",
        summary: "The configured cameras with their states, and the devices that are plugged in.",
        answers: [.json("Cameras")]
      ) { _, _ in
        // Asking devices what they offer may take a while.
        let devices = await Blocking.run { CameraDirectory().cameras() }
        return .json(Cameras(cameras: stations.map(CameraReport.init), devices: devices))
      },
      Route(
        method: "GET",
        path: "/v1/check",
        summary: "Whether scanning works here, and what to do if not.",
        parameters: [.camera],
        answers: [.json("Object")],
        problems: [404]
      ) { request, _ in
        .json(await (try station(for: request)).availability())
      },
      Route(
        method: "GET",
        path: "/v1/languages",
        summary: "The languages that can be read here.",
        answers: [.json("Object")]
      ) { _, _ in
        let languages = await Blocking.run { RecognizeTextRequest().supportedRecognitionLanguages }
        let list = languages.map { language -> JSONValue in
          ["language": .string(language.identifier), "name": .string(language.name)]
        }
        return .json(["languages": JSONValue.array(list)])
      },
      Route(
        method: "GET",
        path: "/v1/items",
        summary: "The items in view, in reading order, and the place in the events they stand for.",
        parameters: [.camera],
        answers: [.json("Items")],
        problems: [404]
      ) { request, _ in
        let station = try station(for: request)
        // The place first: an event that comes in between is told twice rather than never.
        let place = EventPlace(run: broadcast.run, number: broadcast.last)
        let items = station.standing.items
        return .json(Items(camera: station.name, after: place.text, items: items))
      },
      Route(
        method: "POST",
        path: "/v1/items/{id}/tap",
        summary:
          "Chooses an item: it becomes the point of interest, and clients get a tapped event.",
        parameters: [.id],
        answers: [.json("Item")],
        problems: [404]
      ) { _, values in
        if let id = values["id"].flatMap(UUID.init(uuidString:)) {
          for station in stations {
            if let item = await station.tap(id) { return .json(item) }
          }
        }
        throw HTTPProblem(404, "noItem", "No item in view has this id.")
      },
      Route(
        method: "PATCH",
        path: "/v1/settings",
        summary: "Changes a camera's settings while it runs; what is not named stays.",
        parameters: [.camera],
        body: .json(CameraSetting.schema),
        answers: [.json("Settings")],
        problems: [400, 404, 413, 422]
      ) { request, _ in
        let station = try station(for: request)
        do {
          let node = JSONNode(try JSONValue(parsing: request.body, name: "The body"))
          let plan = try await station.change { (plan) throws(SettingError) in
            try CameraSetting.apply(node, to: &plan)
          }
          return .json(CameraSetting.values(of: plan))
        } catch let error as SettingError {
          throw HTTPProblem(error)
        }
      },
      Route(
        method: "GET",
        path: "/v1/settings",
        summary: "A camera's settings.",
        parameters: [.camera],
        answers: [.json("Settings")],
        problems: [404]
      ) { request, _ in
        .json(CameraSetting.values(of: try station(for: request).standing.plan))
      },
    ]
  }
}

extension HTTPProblem {
  /// What is wrong with settings, as a problem of a request.
  init(_ error: SettingError) {
    self.init(
      error.path.isEmpty ? 400 : 422,
      "setting",
      error.path.isEmpty ? error.reason : "\(error.path): \(error.reason)",
      remedy: error.remedy
    )
  }
}

extension Route.Parameter {
  /// An identity in the path.
  static let id = Route.Parameter(
    name: "id",
    help: "the identity",
    schema: ["type": "string", "format": "uuid"],
    isInPath: true
  )
}
