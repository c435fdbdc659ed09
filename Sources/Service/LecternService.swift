import FoundationEssentials
import Glibc
public import Recognition

/// The scanner as a service: cameras, HTTP interface and page.
public final class LecternService: Sendable {
  /// How often clients that only listen are written to, so that dead ones are found.
  private static let beat = Duration.seconds(15)

  /// The port it listens on.
  public let port: Int

  /// Whether clients must show the token.
  public let needsToken: Bool

  private let state: ServiceState
  private let server: HTTPServer

  /// Begins to listen; the cameras begin with ``run()``.
  ///
  /// - Parameters:
  ///   - configuration: What to do.
  ///   - token: What clients must know; `nil` takes it from the configuration's file.
  ///   - preferred: The language to read where none is named.
  ///   - version: The program's version.
  /// - Throws: ``ServiceError`` when it cannot, or when it would be open to others without a token.
  public init(
    _ configuration: ServiceConfiguration,
    token: String?,
    preferred: TesseractLanguage,
    version: String
  ) throws(ServiceError) {
    let access = try configuration.access(token: token)
    needsToken = access != nil
    var policy = AccessPolicy(hosts: Set(configuration.hosts), token: access)
    if access != nil { policy.hosts.formUnion(Self.ownNames) }
    let broadcast = EventBroadcast(run: Self.newRun())
    state = ServiceState(
      stations: configuration.cameras.map {
        CameraStation($0, broadcast: broadcast, preferred: preferred)
      },
      broadcast: broadcast,
      desk: ReadDesk(limit: configuration.pendingReads),
      preferred: preferred,
      policy: policy,
      callbackHosts: configuration.callbackHosts,
      version: version
    )
    let (sockets, port) = try ListeningSocket.open(
      configuration.addresses,
      port: configuration.port
    )
    self.port = port
    var limits = HTTPLimits()
    limits.connections = configuration.connections
    limits.connectionsPerAddress = max(configuration.connections / 2, 1)
    server = try HTTPServer(
      sockets: sockets,
      limits: limits,
      responder: Router(
        routes: state.routes,
        policy: policy,
        bodyLimit: configuration.bodyLimit
      )
    )
  }

  /// Scans and serves until the task is cancelled, then frees the cameras.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      for station in state.stations { group.addTask { await station.start() } }
      group.addTask { [state] in
        while !Task.isCancelled {
          try? await Task.sleep(for: Self.beat)
          state.broadcast.sendBeat()
        }
      }
      await group.waitForAll()
    }
    server.stop()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [state] in await state.desk.close() }
      for station in state.stations { group.addTask { await station.stop() } }
    }
  }

  /// A word that no other run has.
  private static func newRun() -> String {
    String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 36)
  }

  /// This machine's names in its own network.
  private static var ownNames: [String] {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
    let end = buffer.firstIndex(of: 0) ?? buffer.count
    let bytes = buffer[..<end].map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self).lowercased()
    return name.isEmpty ? [] : [name, name + ".local"]
  }
}

extension ServiceState {
  /// Everything that can be asked for.
  var routes: [Route] {
    let routes = cameraRoutes + pictureRoutes + eventRoutes + readingRoutes
    return routes + serviceRoutes(describing: routes)
  }
}
