import FoundationEssentials

/// A folder of its own for a test, with pictures in it that were written long ago.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "lectern-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Puts a whole file there at once.
  func put(_ name: String, _ bytes: [UInt8] = [1]) throws {
    let hidden = "\(path)/\(name).part"
    _ = FileManager.default.createFile(atPath: hidden, contents: Data(bytes))
    let longAgo = Date(timeIntervalSinceNow: -3600)
    try FileManager.default.setAttributes([.modificationDate: longAgo], ofItemAtPath: hidden)
    try FileManager.default.moveItem(atPath: hidden, toPath: "\(path)/\(name)")
  }
}
