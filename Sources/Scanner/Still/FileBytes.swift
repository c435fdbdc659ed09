import Glibc

/// Loads files as they are, with errors a person can act on.
enum FileBytes {
  /// Why a file could not be loaded.
  struct LoadError: Error, CustomStringConvertible {
    var description: String
  }

  /// Loads a whole file.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - limit: The most bytes to load.
  /// - Returns: The bytes.
  /// - Throws: ``LoadError`` with reason and remedy.
  static func read(_ path: String, limit: Int) throws(LoadError) -> [UInt8] {
    guard path != "-" else {
      return try read("standard input", from: STDIN_FILENO, expecting: 0, limit: limit)
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw LoadError(description: reason(errno, path: path)) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw LoadError(description: reason(errno, path: path))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LoadError(description: "\(path) is no regular file; name a picture file.")
    }
    return try read(path, from: descriptor, expecting: Int(status.st_size), limit: limit)
  }

  private static func read(
    _ path: String,
    from descriptor: CInt,
    expecting size: Int,
    limit: Int
  ) throws(LoadError) -> [UInt8] {
    guard size <= limit else {
      let text = "\(path) has \(size >> 20) MB, more than the \(limit >> 20) MB that are loaded."
      throw LoadError(description: text)
    }
    var bytes: [UInt8] = []
    // One more than expected, so that the end is seen without growing the buffer.
    bytes.reserveCapacity(size + 1)
    var chunk = [UInt8](repeating: 0, count: max(64 << 10, min(size + 1, 4 << 20)))
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw LoadError(
          description: "\(path) could not be read: \(unsafe String(cString: strerror(errno)))."
        )
      }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw LoadError(description: "\(path) has more than the \(limit >> 20) MB that are loaded.")
      }
    }
  }

  private static func reason(_ code: Int32, path: String) -> String {
    switch code {
    case ENOENT, ENOTDIR: "\(path): there is no such file."
    case EACCES: "No permission to read \(path); allow it with: chmod +r '\(path)'"
    default: "\(path) could not be opened: \(unsafe String(cString: strerror(code)))."
    }
  }
}
