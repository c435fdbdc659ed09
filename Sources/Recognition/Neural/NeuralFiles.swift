import FoundationEssentials

/// Where the neural engine's library and models lie.
struct NeuralFiles: Sendable, Hashable {
  /// A pair of models: one finds lines, one reads them.
  enum Tier: String, Sendable, Hashable, CaseIterable {
    /// The fast pair, 3 MB.
    case tiny

    /// The accurate pair, 31 MB.
    case small
  }

  /// What a model is for.
  enum Task: String, Sendable, Hashable {
    /// Says for each place of a picture whether it lies in a line of text.
    case detection = "det"

    /// Says what stands in a line.
    case recognition = "rec"
  }

  /// What to do when something is missing.
  static let remedy =
    "Fetch it with \"make build\" (network needed), or name its folder in LECTERN_ENGINE_DIR."

  private let folder: String

  /// Finds the engine's folder; makes nothing when it, or a file that must be in it, is not there.
  ///
  /// - Parameter directory: Where engines are looked for.
  init?(_ directory: EngineDirectory = .current) {
    guard let folder = directory.path(of: "neural") else { return nil }
    self.folder = folder
    let files = [library, model(.detection, .tiny), model(.recognition, .tiny), characters(.tiny)]
    guard files.allSatisfy({ FileManager.default.fileExists(atPath: $0) }) else { return nil }
  }

  /// The library with OpenVINO's C interface.
  var library: String { "\(folder)/libopenvino_c.so.2641" }

  /// A model's file.
  func model(_ task: Task, _ tier: Tier) -> String {
    "\(folder)/\(Self.name(task, tier)).onnx"
  }

  /// The characters a recognition model knows, one a line.
  func characters(_ tier: Tier) -> String {
    "\(folder)/\(Self.name(.recognition, tier)).txt"
  }

  /// A model's name.
  static func name(_ task: Task, _ tier: Tier) -> String {
    "PP-OCRv6_\(task.rawValue)_\(tier.rawValue)"
  }
}
