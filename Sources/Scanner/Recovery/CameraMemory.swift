import Capture

/// Which camera is the one that is scanned with, over unplugging and renumbering.
///
/// The camera that was opened first is remembered by what it is, not by its number: by its serial
/// number, wherever it is plugged in, and by its port once two cameras were seen with that number at
/// the same time. When it is away, a camera that was there beside it is never taken for it; one that
/// is plugged in afterwards and is meant as well is, because somebody replaced the first.
struct CameraMemory: Sendable, Hashable {
  private var current: CameraInfo?

  /// Who was seen beside the camera while it was used.
  private var bystanders: Set<CameraIdentity> = []

  /// Serial numbers, each with its model, that do not tell one camera from another.
  private var sharedSerials: Set<String> = []

  /// Takes note of who is plugged in.
  ///
  /// - Parameter present: Every camera there is, from ``CameraDirectory/present()``.
  mutating func note(_ present: [CameraPresence]) {
    var seen: Set<String> = []
    for identity in Set(present.map(\.identity)) where identity.serial != nil {
      if !seen.insert(identity.id).inserted { sharedSerials.insert(identity.id) }
    }
  }

  /// Takes note of who is plugged in beside the camera while it is used.
  ///
  /// - Parameter present: Every camera there is, from ``CameraDirectory/present()``.
  mutating func noteBeside(_ present: [CameraPresence]) {
    note(present)
    guard let current else { return }
    bystanders.formUnion(present.map(\.identity).filter { key($0) != key(current.identity) })
  }

  /// Remembers the camera that is used from now on.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - present: Every camera there is, from ``CameraDirectory/present()``.
  mutating func use(_ camera: CameraInfo, beside present: [CameraPresence]) {
    current = camera
    bystanders = []
    noteBeside(present)
  }

  /// Finds the camera to use.
  ///
  /// - Parameters:
  ///   - selector: Which camera is meant.
  ///   - directory: Knows what there is.
  /// - Returns: The camera; after the first time with what was known about it then.
  /// - Throws: ``CaptureError`` when it is not there; the message names the one that is missed.
  mutating func camera(
    for selector: CameraSelector,
    in directory: CameraDirectory
  ) throws(CaptureError) -> CameraInfo {
    guard let current else { return try directory.resolve(selector) }
    let present = directory.present()
    note(present)
    // Found so, it is not asked what it offers, nor any other camera.
    if let place = present.first(where: { key($0.identity) == key(current.identity) }) {
      return moved(current, to: place)
    }
    let all = directory.cameras()
    if let camera = all.first(where: { key($0.identity) == key(current.identity) }) {
      return camera
    }
    let known = Set(bystanders.map(key))
    let newcomers = all.filter { !known.contains(key($0.identity)) }
    if let camera = newcomers.first(where: { selects(selector, $0, in: directory) }) {
      return camera
    }
    throw missing(current, others: all)
  }

  private func moved(_ camera: CameraInfo, to place: CameraPresence) -> CameraInfo {
    var camera = camera
    camera.unavailable = nil
    if camera.node != place.node { camera.links = [] }
    camera.node = place.node
    camera.identity = place.identity
    if sharedSerials.contains(place.identity.id) { camera.identity.serial = nil }
    return camera
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

  private func missing(_ camera: CameraInfo, others: [CameraInfo]) -> CaptureError {
    let names = others.map { "\($0.name) (\($0.node))" }.joined(separator: ", ")
    let note = others.isEmpty ? "" : " \(names) is another camera and is left alone."
    return CaptureError(
      .noCamera,
      "\(camera.name) (\(camera.identity.id)) is not connected.\(note)",
      remedy: "Plug it in again; scanning goes on by itself."
    )
  }

  /// What tells a camera from all others.
  private func key(_ identity: CameraIdentity) -> String {
    guard sharedSerials.contains(identity.id) else { return identity.id }
    var place = identity
    place.serial = nil
    return place.id
  }
}
