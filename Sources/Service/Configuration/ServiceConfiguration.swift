import FoundationEssentials

/// What the service is told when it starts.
public struct ServiceConfiguration: Sendable, Hashable {
  /// The port.
  public var port = 8733

  /// The addresses to listen on.
  public var addresses = ["127.0.0.1", "::1"]

  /// The file that holds the token.
  public var tokenFile: String?

  /// Names by which the service is reached, for a proxy in front of it or in the local network.
  public var hosts: [String] = []

  /// Hosts besides this machine that may be told when a reading has ended.
  public var callbackHosts: [String] = []

  /// The cameras.
  public var cameras = [CameraPlan(name: "camera")]

  /// The longest body of a request, in bytes.
  public var bodyLimit = 32 << 20

  /// How many readings of still pictures may be under way or wait.
  public var pendingReads = 8

  /// How many connections there may be at the same time.
  public var connections = 512

  /// Makes the configuration there is without a file.
  public init() {}

  /// Where the configuration is looked for when no other place is named.
  public static let defaultFile = "/etc/lectern/config.json"

  /// Reads a configuration.
  ///
  /// - Parameter file: The file; `nil` takes ``defaultFile`` when it is there.
  /// - Throws: ``ServiceError`` that names file, key, reason and remedy.
  public init(file: String?) throws(ServiceError) {
    let path = file ?? Self.defaultFile
    guard let data = FileManager.default.contents(atPath: path) else {
      if file == nil, !FileManager.default.fileExists(atPath: path) {
        self.init()
        return
      }
      throw ServiceError(
        "The configuration \(path) cannot be read.",
        remedy: "Name a file that exists and that this user may read."
      )
    }
    do throws(SettingError) {
      try self.init(json: JSONValue(parsing: [UInt8](data), name: "The file"))
    } catch {
      throw ServiceError("\(path): \(error.text)")
    }
  }

  /// Reads a configuration.
  ///
  /// - Throws: ``SettingError`` for the first setting that cannot be used.
  init(json: JSONValue) throws(SettingError) {
    let keys = ["port", "listen", "tokenFile", "hosts", "callbackHosts", "limits", "cameras"]
    for (key, node) in try JSONNode(json).members(keys) {
      switch key {
      case "port": port = try node.integer(0...65535)
      case "listen": addresses = try Self.texts(node)
      case "tokenFile": tokenFile = try node.string()
      case "hosts": hosts = try Self.hostNames(node)
      case "callbackHosts": callbackHosts = try Self.hostNames(node)
      case "limits": try readLimits(node)
      default: cameras = try Self.plans(node)
      }
    }
    guard !addresses.isEmpty else {
      throw SettingError(at: ["listen"], "This has to name an address.", remedy: "Such as \"::1\".")
    }
  }

  private mutating func readLimits(_ node: JSONNode) throws(SettingError) {
    for (key, node) in try node.members(["bodyMegabytes", "pendingReads", "connections"]) {
      switch key {
      case "bodyMegabytes": bodyLimit = try node.integer(1...128) << 20
      case "pendingReads": pendingReads = try node.integer(1...1000)
      default: connections = try node.integer(4...100_000)
      }
    }
  }

  /// One text, or several.
  private static func texts(_ node: JSONNode) throws(SettingError) -> [String] {
    if case .string(let text) = node.value { return [text] }
    var texts: [String] = []
    for element in try node.elements() { texts.append(try element.string()) }
    return texts
  }

  private static func hostNames(_ node: JSONNode) throws(SettingError) -> [String] {
    var names: [String] = []
    for element in try node.elements() {
      let text = try element.string()
      guard let host = HostName(text), host.port == nil else {
        throw element.error(
          "This has to be a host's name without a port, not \"\(text.prefix(80))\"."
        )
      }
      names.append(host.name)
    }
    return names
  }

  private static func plans(_ node: JSONNode) throws(SettingError) -> [CameraPlan] {
    var plans: [CameraPlan] = []
    for element in try node.elements() {
      var plan = CameraPlan(name: plans.isEmpty ? "camera" : "camera\(plans.count + 1)")
      try CameraSetting.apply(element, to: &plan, besides: ["name"])
      if case .object(let members) = element.value, let value = members["name"] {
        let node = JSONNode(value, at: element.path + ["name"])
        plan.name = try node.string()
        let allowed = plan.name.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
        }
        guard allowed, (1...64).contains(plan.name.utf8.count) else {
          throw node.error("This has to be 1 to 64 letters, digits, - and _.")
        }
        guard !plans.contains(where: { $0.name == plan.name }) else {
          throw node.error("Two cameras are called \"\(plan.name)\".", remedy: "Rename one.")
        }
      }
      plans.append(plan)
    }
    return plans
  }
}
