import FoundationEssentials
import Glibc

/// Which pictures some paths mean: files as given, folders by the pictures in them.
package struct PictureList: Sendable, Hashable {
  /// One thing to read or to report.
  package enum Entry: Sendable, Hashable {
    /// A file to read; its path as the user would write it.
    case file(String)

    /// Standard input.
    case standardInput

    /// A path that cannot be read, and why.
    case problem(path: String, reason: String)
  }

  /// An entry with what is kept of its path where results lie in folders as the pictures do.
  package struct Item: Sendable, Hashable {
    package var entry: Entry

    /// The path below the folder that was named; the name alone of a file that was named itself.
    package var name: String
  }

  /// The pictures, in the order given; a folder's in natural order.
  package private(set) var items: [Item] = []

  /// The entries alone.
  package var entries: [Entry] { items.map(\.entry) }

  /// Endings of files that a folder is searched for.
  ///
  /// A file named on the command line is judged by
  /// its content alone.
  static let pictureEndings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "mpo", "png", "tif", "tiff", "webp", "gif", "bmp", "dib", "pbm",
    "pgm", "ppm", "pnm", "pam", "jp2", "j2k", "jpf", "jpx", "heic", "heif", "hif", "avif", "pdf",
  ]

  /// Looks at the paths.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-` for standard input.
  ///   - isRecursive: Whether the folders in a folder are searched as well; links to folders are not
  ///     followed, so that the search ends.
  package init(_ paths: [String], isRecursive: Bool = false) {
    for path in paths {
      if path == "-" {
        items.append(Item(entry: .standardInput, name: "stdin"))
      } else {
        items += Self.items(at: path, isRecursive: isRecursive)
      }
    }
  }

  /// Leaves out what a closure is not true for.
  package func filter(_ isWanted: (Item) -> Bool) -> PictureList {
    var list = self
    list.items = items.filter(isWanted)
    return list
  }

  private static func items(at path: String, isRecursive: Bool) -> [Item] {
    let name = String(path.split(separator: "/").last ?? "picture")
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      return [Item(entry: .missing(path, because: errno), name: name)]
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [Item(entry: .file(path), name: name)] }
    let items = items(inFolder: path, below: "", isRecursive: isRecursive)
    guard items.isEmpty else { return items }
    let hint = isRecursive ? "" : "; -r searches the folders in it too"
    let reason =
      "\(path): this folder holds no picture (looked for endings such as .jpg and .pdf\(hint))."
    return [Item(entry: .problem(path: path, reason: reason), name: name)]
  }

  /// The pictures of a folder and, where asked for, of the folders in it, all in natural order.
  private static func items(inFolder path: String, below: String, isRecursive: Bool) -> [Item] {
    guard isRecursive else {
      guard let pictures = pictures(inFolder: path) else {
        return [Item(entry: .unreadable(folder: path), name: path)]
      }
      return pictures.map { Item(entry: .file(self.path(of: $0, inFolder: path)), name: $0) }
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return [Item(entry: .unreadable(folder: path), name: path)]
    }
    return names.sorted(by: naturallyPrecedes).flatMap { name -> [Item] in
      let file = self.path(of: name, inFolder: path)
      if isFolder(file) {
        // Hidden folders hold what programs keep for themselves, such as thumbnails.
        guard !name.hasPrefix(".") else { return [] }
        return items(inFolder: file, below: "\(below)\(name)/", isRecursive: true)
      }
      guard pictureEndings.contains(ending(of: name)) else { return [] }
      return [Item(entry: .file(file), name: below + name)]
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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
