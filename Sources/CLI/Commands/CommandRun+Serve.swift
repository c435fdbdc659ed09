import CMalloc
import FoundationEssentials
import Recognition
import Scanner
import Service

extension CommandRun {
  /// `lectern serve`: scans for good, with a page and an interface.
  func serve() async throws -> ExitStatus {
    _ = mallopt(M_ARENA_MAX, 1)
    var configuration = try ServiceConfiguration(file: options.configurationFile)
    if let port = options.port { configuration.port = port }
    if !options.addresses.isEmpty { configuration.addresses = options.addresses }
    if let file = options.tokenFile { configuration.tokenFile = file }
    if options.setsDevice {
      var plan = configuration.cameras.first ?? CameraPlan(name: "camera")
      plan.device = options.device
      configuration.cameras = [plan]
    }
    configuration.cameras = configuration.cameras.map(adjusted)
    let environment = ProcessInfo.processInfo.environment
    let token = options.tokenFile == nil ? environment["LECTERN_TOKEN"] : nil
    if options.checksConfiguration {
      try configuration.check(token: token)
      let names = configuration.cameras.map { "\($0.name) (\($0.device))" }
      output.write("The configuration can be used. Cameras: \(names.joined(separator: ", ")).\n")
      return .done
    }
    let service = try LecternService(
      configuration,
      token: token,
      preferred: .preferred(environment: environment),
      version: programVersion
    )
    let hosts = configuration.addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
    let pages = hosts.map { "http://\($0):\(service.port)/" }
    output.write("\(pages.joined(separator: " "))\n")
    if !configuration.isLocal {
      diagnostics.note(
        "What is sent is not encrypted: for more than a network you trust, put a TLS proxy in front."
      )
    }
    await Interruptible(output: output).run { await service.run() }
    return .done
  }

  /// A camera's plan with what the options say.
  private func adjusted(_ plan: CameraPlan) -> CameraPlan {
    var plan = plan
    if let languages = options.languages { plan.languages = languages }
    if let quality = options.quality { plan.quality = quality }
    if options.setsTypes { plan.types = options.types }
    if options.request.engine != .auto { plan.request.engine = options.request.engine }
    if !options.contentKinds.isEmpty { plan.contentKinds = options.contentKinds }
    if let rate = options.playbackRate { plan.playbackRate = rate }
    if options.setsOrientation {
      plan.rotation = options.rotation
      plan.isMirrored = options.isMirrored
    }
    return plan
  }
}
