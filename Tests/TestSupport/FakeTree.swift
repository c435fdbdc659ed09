package import Capture
import Glibc

/// A file system in a dictionary: files, links, nodes, and the directories their paths imply.
struct FakeTree {
  enum Entry {
    case file([UInt8])
    case link(String)
    case node(FileStatus)
    case directory
  }

  private var entries: [String: Entry] = [:]

  subscript(path: String) -> Entry? {
    get { entries[path] }
    set { entries[path] = newValue }
  }

  mutating func remove(under prefix: String) {
    entries = entries.filter { $0.key != prefix && !$0.key.hasPrefix(prefix + "/") }
  }

  /// Follows every link of a path, as `realpath` does.
  func resolve(_ path: String, _ depth: Int = 0) -> String? {
    guard depth < 16 else { return nil }
    var place = ""
    let parts = path.split(separator: "/")
    for (index, part) in parts.enumerated() {
      switch part {
      case ".": continue
      case "..":
        place = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
        continue
      default: break
      }
      let here = "\(place)/\(part)"
      if case .link(let target) = entries[here] {
        let start = target.hasPrefix("/") ? target : "\(place)/\(target)"
        let rest = parts[(index + 1)...].joined(separator: "/")
        return resolve(rest.isEmpty ? start : "\(start)/\(rest)", depth + 1)
      }
      place = here
    }
    let path = place.isEmpty ? "/" : place
    return entries[path] != nil || isDirectory(path) ? path : nil
  }

  func isDirectory(_ path: String) -> Bool {
    if case .directory = entries[path] { return true }
    return path == "/" || entries.keys.contains { $0.hasPrefix(path + "/") }
  }

  func names(in directory: String) -> [String] {
    let prefix = directory == "/" ? "/" : directory + "/"
    return Array(
      Set(
        entries.keys.compactMap { key in
          key.hasPrefix(prefix)
            ? key.dropFirst(prefix.count).split(separator: "/").first.map(String.init) : nil
        }
      )
    )
  }
}

extension FakeKernel {
  package func entries(of directory: String) throws(SystemCallError) -> [String] {
    try call("opendir") { state throws(SystemCallError) in
      guard let path = state.tree.resolve(directory) else {
        throw SystemCallError(call: "opendir", code: ENOENT)
      }
      guard state.tree.isDirectory(path) else {
        throw SystemCallError(call: "opendir", code: ENOTDIR)
      }
      return state.tree.names(in: path)
    }
  }

  package func read(_ path: String, into bytes: inout [UInt8], limit: Int) throws(SystemCallError) {
    bytes = try call("read") { state throws(SystemCallError) in
      guard let resolved = state.tree.resolve(path) else {
        throw SystemCallError(call: "open", code: ENOENT)
      }
      guard case .file(let contents) = state.tree[resolved] else {
        throw SystemCallError(call: "read", code: EISDIR)
      }
      return contents.count > limit ? Array(contents.prefix(limit)) : contents
    }
  }

  package func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
    try call("write") { state in state.tree[path] = .file(bytes) }
  }

  package func append(_ bytes: [UInt8], to path: String, flushing: Bool) throws(SystemCallError) {
    try call("append") { state in
      var contents: [UInt8] = []
      if case .file(let old) = state.tree[path] { contents = old }
      state.tree[path] = .file(contents + bytes)
    }
  }

  package func makeDirectory(_ path: String) throws(SystemCallError) {
    try call("mkdir") { state in state.tree[path] = .directory }
  }

  package func resolve(_ path: String) throws(SystemCallError) -> String {
    try call("realpath") { state throws(SystemCallError) in
      guard let resolved = state.tree.resolve(path) else {
        throw SystemCallError(call: "realpath", code: ENOENT)
      }
      return resolved
    }
  }

  package func destination(ofLink path: String) throws(SystemCallError) -> String {
    try call("readlink") { state throws(SystemCallError) in
      guard case .link(let target) = state.tree[path] else {
        throw SystemCallError(call: "readlink", code: EINVAL)
      }
      return target
    }
  }

  package func status(of path: String) throws(SystemCallError) -> FileStatus {
    try call("stat") { state throws(SystemCallError) in
      guard let resolved = state.tree.resolve(path) else {
        throw SystemCallError(call: "stat", code: ENOENT)
      }
      switch state.tree[resolved] {
      case .node(let status): return status
      case .file: return FileStatus(kind: .file)
      case .link, .directory, nil: return FileStatus(kind: .directory)
      }
    }
  }
}
