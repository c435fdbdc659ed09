/// The names of results, one for each picture, decided before the first is read: the same pictures
/// have the same names in every run, so that a run can be taken up again.
struct OutputNames: Sendable, Equatable {
  /// The names, in the order of the pictures; with the subfolders these lie in.
  private(set) var names: [String] = []

  /// Names results.
  ///
  /// - Parameters:
  ///   - pictures: The pictures' paths as far as they are kept: subfolders and name.
  ///   - ending: The ending of results, without the dot.
  init(pictures: [String], ending: String) {
    var stems: [String: Int] = [:]
    for picture in pictures { stems[Self.stem(of: picture), default: 0] += 1 }
    var taken: Set<String> = []
    for picture in pictures {
      let stem = Self.stem(of: picture)
      // Two pictures with one stem keep their full names: `a.jpg.txt`, `a.png.txt`.
      let base = stems[stem] == 1 ? stem : picture
      var name = "\(base).\(ending)"
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(base)-\(number).\(ending)"
        number += 1
      }
      names.append(name)
    }
  }

  /// A path without its name's ending.
  private static func stem(of path: String) -> String {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return path }
    return String(path[..<dot])
  }
}
