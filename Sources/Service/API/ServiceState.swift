import FoundationEssentials
import Recognition

/// What the interface works on.
struct ServiceState: Sendable {
  /// The cameras, in the configuration's order.
  let stations: [CameraStation]

  /// What happens.
  let broadcast: EventBroadcast

  /// Still pictures.
  let desk: ReadDesk

  /// The language to read where none is named.
  let preferred: TesseractLanguage

  /// Who may ask.
  let policy: AccessPolicy

  /// Hosts besides this machine that may be told when a reading has ended.
  var callbackHosts: [String] = []

  /// The program's version.
  let version: String

  /// When the service began.
  let startedAt = ContinuousClock.now

  /// The camera that a request is about.
  ///
  /// - Parameter request: Names it; without a name the first is meant.
  /// - Returns: Its station.
  /// - Throws: ``HTTPProblem`` when there is none of that name.
  func station(for request: HTTPRequest) throws(HTTPProblem) -> CameraStation {
    let name = request.query("camera")
    guard let station = stations.first(where: { name == nil || $0.name == name }) else {
      throw HTTPProblem(
        404,
        "noCamera",
        name.map { "There is no camera called '\($0.prefix(80))' here." }
          ?? "The configuration names no camera.",
        remedy: stations.isEmpty
          ? "Add one to cameras in the configuration."
          : "There are: \(stations.map(\.name).joined(separator: ", "))."
      )
    }
    return station
  }
}

extension Route.Parameter {
  /// The camera a request is about.
  static let camera = Route.Parameter(
    name: "camera",
    help: "the camera's name in the configuration; the first when none is named"
  )
}
