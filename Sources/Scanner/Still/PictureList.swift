import FoundationEssentials
import Glibc

/// Which pictures some paths mean: files as given, folders by the pictures in them.
struct PictureList: Sendable, Hashable {
  /// One thing to read or to report.
  enum Entry: Sendable, Hashable {
    /// A file to read; its path as the user would write it.
    case file(String)

    /// Standard input.
    case standardInput

    /// A path that cannot be read, and why.
    case problem(path: String, reason: String)
  }

  /// The entries, in the order given; a folder's in natural order.
  private(set) var entries: [Entry] = []

  /// Endings of files that a folder is searched for.
  ///
  /// A file named on the command line is judged by
  /// its content alone.
  static let pictureEndings: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "png"]

  /// Looks at the paths.
  ///
  /// - Parameter paths: Files, folders, or `-` for standard input.
  init(_ paths: [String]) {
    for path in paths {
      if path == "-" {
        entries.append(.standardInput)
      } else {
        entries += Self.entries(at: path)
      }
    }
  }

  private static func entries(at path: String) -> [Entry] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [.missing(path, because: errno)] }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [.file(path)] }
    guard let pictures = pictures(inFolder: path) else { return [.unreadable(folder: path)] }
    guard !pictures.isEmpty else {
      let reason = "\(path): this folder holds no picture (looked for .jpg and .png)."
      return [.problem(path: path, reason: reason)]
    }
    return pictures.map { .file(self.path(of: $0, inFolder: path)) }
  }

  /// The names of a folder's pictures in natural order; `nil` when it cannot be looked at.
  static func pictures(inFolder path: String) -> [String]? {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return names?.filter { pictureEndings.contains(ending(of: $0)) }.sorted(by: naturallyPrecedes)
  }

  /// The path of a folder's picture, as the user would write it.
  static func path(of name: String, inFolder folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}

extension PictureList.Entry {
  /// A folder that may not be listed.
  static func unreadable(folder path: String) -> PictureList.Entry {
    .problem(path: path, reason: "\(path): this folder cannot be read: check its permissions.")
  }

  /// A path that leads to nothing.
  static func missing(_ path: String, because code: Int32) -> PictureList.Entry {
    let reason =
      switch code {
      case ENOENT, ENOTDIR: "there is no such file or folder."
      case EACCES: "no permission to look at it; check the permissions of the folders above it."
      default: unsafe String(cString: strerror(code))
      }
    return .problem(path: path, reason: "\(path): \(reason)")
  }
}

/// Whether one name comes before another as people count: `page 2` before `page 10`.
func naturallyPrecedes(_ first: String, _ second: String) -> Bool {
  var a = first.unicodeScalars[...]
  var b = second.unicodeScalars[...]
  while let x = a.first, let y = b.first {
    if x.isDigit, y.isDigit {
      let one = a.prefix(while: \.isDigit)
      let other = b.prefix(while: \.isDigit)
      let m = one.drop { $0 == "0" }
      let n = other.drop { $0 == "0" }
      if m.count != n.count { return m.count < n.count }
      if !m.elementsEqual(n) { return m.lexicographicallyPrecedes(n) }
      a = a[one.endIndex...]
      b = b[other.endIndex...]
    } else {
      let m = String(x).lowercased()
      let n = String(y).lowercased()
      if m != n { return m < n }
      a = a.dropFirst()
      b = b.dropFirst()
    }
  }
  if a.isEmpty != b.isEmpty { return a.isEmpty }
  return first < second
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
