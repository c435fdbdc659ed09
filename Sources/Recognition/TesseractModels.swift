import FoundationEssentials
import Glibc

/// The places Tesseract's models are looked for, and what lies there.
public struct TesseractModels: Sendable, Hashable {
  /// The directories, in the order they are searched.
  public let directories: [String]

  /// The directories of this machine, for this process.
  public init() { self.init(environment: ProcessInfo.processInfo.environment) }

  /// The directories of this machine.
  ///
  /// `TESSDATA_PREFIX` where it is set, alone, as Tesseract itself does; otherwise Debian's and the
  /// usual ones.
  ///
  /// - Parameter environment: The variables of a process.
  public init(environment: [String: String]) {
    if let prefix = environment["TESSDATA_PREFIX"], !prefix.isEmpty {
      directories = [prefix, prefix + "/tessdata"]
    } else {
      directories = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
        "/usr/share/tessdata", "/usr/local/share/tessdata",
      ]
    }
  }

  /// Models in directories of the caller's choice.
  public init(directories: [String]) {
    self.directories = directories
  }

  /// The languages and scripts that can be read here, by name.
  ///
  /// Files that are no models are not listed, nor are `osd` and `equ`, which read no text.
  public var installed: [TesseractLanguage] {
    var codes: Set<String> = []
    for directory in directories {
      for (folder, prefix) in [(directory, ""), (directory + "/script", "script/")] {
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where file.hasSuffix(Self.suffix) {
          let code = prefix + file.dropLast(Self.suffix.count)
          if code != "osd", code != "equ", isUsable(code: code) { codes.insert(code) }
        }
      }
    }
    return codes.map { TesseractLanguage.byCode[$0] ?? TesseractLanguage(unlisted: $0) }
      .sorted { ($0.name, $0.code) < ($1.name, $1.code) }
  }

  /// Finds the one directory that holds every model, and checks each model.
  ///
  /// Tesseract reads all models of an engine from one directory, and neither checks them nor stays
  /// quiet about bad ones, so this does.
  ///
  /// - Parameter languages: At least one.
  /// - Returns: The directory, and the version each model states (empty when it states none).
  /// - Throws: ``RecognitionError`` that names the first language that cannot be used, and why.
  func locate(
    _ languages: [TesseractLanguage]
  ) throws(RecognitionError) -> (
    directory: String, versions: [String]
  ) {
    let complete = directories.first { directory in
      languages.allSatisfy { Self.exists(path(of: $0.code, in: directory)) }
    }
    guard let directory = complete else { throw missing(languages) }
    var versions: [String] = []
    for language in languages {
      let version = try ModelFile.version(at: path(of: language.code, in: directory), of: language)
      versions.append(version ?? "")
    }
    return (directory, versions)
  }

  func hasModel(code: String) -> Bool {
    directories.contains { Self.exists(path(of: code, in: $0)) }
  }

  /// Whether a name can be a model's and leads nowhere else.
  static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("..") && name != "osd" && name != "equ"
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
      }
  }

  private func isUsable(code: String) -> Bool {
    let language = TesseractLanguage.byCode[code] ?? TesseractLanguage(unlisted: code)
    guard let directory = directories.first(where: { Self.exists(path(of: code, in: $0)) })
    else { return false }
    return (try? ModelFile.version(at: path(of: code, in: directory), of: language)) != nil
  }

  private func missing(_ languages: [TesseractLanguage]) -> RecognitionError {
    let existing = directories.filter(Self.exists)
    let place = existing.first ?? directories.first ?? "any directory"
    guard !installed.isEmpty else {
      return RecognitionError(
        .engineMissing,
        "No recognition model is installed in \(place).",
        remedy: "Install the engine with a language: sudo apt-get install tesseract-ocr-eng"
      )
    }
    let absent =
      languages.first { language in
        !directories.contains { Self.exists(path(of: language.code, in: $0)) }
      }
    guard let absent else {
      return RecognitionError(
        .languageMissing,
        "The models for \(languages.map(\.name).joined(separator: " and ")) are in different directories.",
        remedy: "Put them into one: \(place)"
      )
    }
    return RecognitionError(
      .languageMissing,
      "No model for \(absent.name) (\(absent.code)) in \(place).",
      remedy: absent.debianPackage.map { "Install it: sudo apt-get install \($0)" }
    )
  }

  private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  private func path(of code: String, in directory: String) -> String {
    "\(directory)/\(code)\(Self.suffix)"
  }

  private static let suffix = ".traineddata"
}
