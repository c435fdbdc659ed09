import FoundationEssentials

/// Where the libraries and models lie that are loaded at run time, and never required.
///
/// `make build` puts them into `engines` beside the program, `make install` into `lib/lectern` beside
/// the program's folder; `LECTERN_ENGINE_DIR` names another folder and is asked first.
package struct EngineDirectory: Sendable {
  /// The folders that are looked into, in order; absolute paths.
  package let folders: [String]

  /// The folders for a program.
  ///
  /// - Parameters:
  ///   - program: The program's own path, symbolic links resolved.
  ///   - override: The value of `LECTERN_ENGINE_DIR`; nothing else is looked into when it is set.
  package init(program: String, override: String?) {
    if let override, !override.isEmpty {
      folders = [override]
      return
    }
    let folder = program.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let parent = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    folders = [
      folder + "/engines", parent + "/lib/lectern", "/usr/local/lib/lectern", "/usr/lib/lectern",
    ]
  }

  /// The folders for the running program.
  package static var current: EngineDirectory {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let override = ProcessInfo.processInfo.environment["LECTERN_ENGINE_DIR"]
    return EngineDirectory(program: program ?? "", override: override)
  }

  /// The path of a file or folder by its name, from the first folder that has it; `nil` when none has.
  package func path(of name: String) -> String? {
    folders.lazy.map { $0 + "/" + name }.first { FileManager.default.fileExists(atPath: $0) }
  }
}
