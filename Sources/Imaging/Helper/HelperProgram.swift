internal import FoundationEssentials

/// Where the decoder program lies.
///
/// `LECTERN_DECODER` names it; else it is looked for beside the running program, and in `lib/lectern`
/// beside the program's folder, where `make install` puts it. A program that uses the library takes
/// it along, or has Lectern installed. Files are never decoded in the caller's process instead.
package struct HelperProgram: Sendable, Hashable {
  /// The program's file name.
  package static let name = "lectern-decode"

  /// The paths that are looked at, in order; absolute.
  package let candidates: [String]

  /// The paths for a program.
  ///
  /// - Parameters:
  ///   - program: The running program's own path, symbolic links resolved.
  ///   - override: The value of `LECTERN_DECODER`; nothing else is looked at when it is set.
  package init(program: String, override: String?) {
    if let override, !override.isEmpty {
      candidates = [override]
      return
    }
    let parts = program.split(separator: "/")
    let folder = parts.dropLast().map { "/" + $0 }.joined()
    let parent = parts.dropLast(2).map { "/" + $0 }.joined()
    candidates = [folder, parent + "/lib/lectern", "/usr/local/lib/lectern", "/usr/lib/lectern"]
      .map { "\($0)/\(Self.name)" }
  }

  /// The paths for the running program.
  package static var current: HelperProgram {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let override = ProcessInfo.processInfo.environment["LECTERN_DECODER"]
    return HelperProgram(program: program ?? "", override: override)
  }

  /// The program's path.
  ///
  /// - Parameter format: What it is needed for, in the message.
  /// - Returns: The path.
  /// - Throws: `ImageError` when it is nowhere.
  func path(for format: String) throws(ImageError) -> String {
    if let path = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) {
      return path
    }
    throw ImageError(
      .decoderMissing,
      "\(format) is read by the program \(Self.name), which is not here"
        + " (looked for \(candidates.joined(separator: ", "))).",
      remedy: "Install it with 'make install', or let LECTERN_DECODER name it."
    )
  }

  /// The path of a program of the system's; `nil` when it is in no folder of `PATH`.
  static func path(ofProgram name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
  }
}
