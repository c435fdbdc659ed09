import Glibc

/// A file that appears whole or not at all: it is written beside its place and moved there at the end.
///
/// One that is let go before ``commit()`` leaves nothing behind.
struct PartialFile: ~Copyable {
  /// Why a file could not be written.
  struct WriteError: Error {
    var message: String
  }

  private let path: String
  private let temporary: String
  private let descriptor: CInt

  /// Opens a file beside a place; its folder is made where it does not exist.
  ///
  /// - Parameter path: Where it is to appear.
  /// - Throws: ``WriteError`` that names the file and the reason.
  init(path: String) throws(WriteError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    if parts.count > 1 { Self.makeFolder(folder.isEmpty ? "/" : folder) }
    self.path = path
    let name = ".\(parts.last ?? "").\(getpid()).part"
    temporary = parts.count > 1 ? "\(folder)/\(name)" : name
    descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error(path) }
  }

  /// Writes the file's next bytes.
  func write(_ bytes: [UInt8]) throws(WriteError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.error(path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Moves the file to its place, over one that is there already.
  func commit() throws(WriteError) {
    guard unsafe rename(temporary, path) == 0 else { throw Self.error(path) }
  }

  deinit {
    close(descriptor)
    // Nothing is there any more after a commit.
    _ = unsafe unlink(temporary)
  }

  private static func makeFolder(_ path: String) {
    guard unsafe mkdir(path, 0o777) != 0, errno == ENOENT else { return }
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard !parent.isEmpty, !parent.allSatisfy(\.isEmpty) else { return }
    makeFolder(parent.joined(separator: "/"))
    // What is wrong shows when the file is opened.
    _ = unsafe mkdir(path, 0o777)
  }

  private static func error(_ path: String) -> WriteError {
    WriteError(message: "\(path) cannot be written: \(describe(errno: errno)).")
  }
}
