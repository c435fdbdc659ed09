import Capture

/// Which camera is the one that is scanned with, over unplugging and renumbering.
///
/// The camera that was opened first is remembered by what it is, not by its number. When it is away,
/// a camera that was there all along is never taken for it; one that is plugged in afterwards and is
/// meant as well is, because somebody replaced the first.
struct CameraMemory: Sendable, Hashable {
  private var current: CameraInfo?
  private var bystanders: Set<String> = []

  /// Remembers the camera that is used now.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - all: Every camera there is beside it.
  mutating func use(_ camera: CameraInfo, among all: [CameraInfo]) {
    current = camera
    bystanders = Set(all.map(\.key)).subtracting([camera.key])
  }

  /// Finds the camera to use.
  ///
  /// - Parameters:
  ///   - selector: Which camera is meant.
  ///   - directory: Knows what there is.
  /// - Returns: The camera and all there are.
  /// - Throws: ``CaptureError`` when it is not there; the message names the one that is missed.
  func camera(
    for selector: CameraSelector,
    in directory: CameraDirectory
  ) throws(CaptureError) -> (camera: CameraInfo, all: [CameraInfo]) {
    guard let current else {
      let camera = try directory.resolve(selector)
      return (camera, directory.cameras())
    }
    let all = directory.cameras()
    if let camera = directory.find(current.identity) { return (camera, all) }
    let newcomers = all.filter { !bystanders.contains($0.key) }
    if let camera = newcomers.first(where: { selects(selector, $0, in: directory) }) {
      return (camera, all)
    }
    throw missing(current, bystanders: all)
  }

  /// Whether a camera is one that was asked for.
  private func selects(
    _ selector: CameraSelector,
    _ camera: CameraInfo,
    in directory: CameraDirectory
  ) -> Bool {
    if case .automatic = selector { return true }
    guard let meant = try? directory.resolve(selector) else { return false }
    return meant.node == camera.node
  }

  private func missing(_ camera: CameraInfo, bystanders: [CameraInfo]) -> CaptureError {
    let others = bystanders.map { "\($0.name) (\($0.node))" }.joined(separator: ", ")
    let note = others.isEmpty ? "" : " \(others) is another camera and is left alone."
    return CaptureError(
      .noCamera,
      "\(camera.name) (\(camera.identity.id)) is not connected.\(note)",
      remedy: "Plug it in again; scanning goes on by itself."
    )
  }
}

extension CameraInfo {
  /// What tells it from the others that are plugged in at the same time.
  ///
  /// Not the whole identity: a twin has a serial number again once the other is unplugged.
  fileprivate var key: String {
    let model = "\(identity.vendorID ?? ""):\(identity.productID ?? "")"
    return "\(model)@\(identity.port ?? node)-\(identity.interface ?? "")"
  }
}
