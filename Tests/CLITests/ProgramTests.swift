import Foundation
import Imaging
import TestSupport
import Testing

/// The program as a user runs it: what comes out, what is said, how it ends.
@Suite struct ProgramTests {
  /// What a run of the program left behind.
  struct Run {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures").path

  /// The program that was built with these tests.
  static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "lectern")

  static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C.UTF-8"
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    return process
  }

  static func run(_ arguments: String..., input: String? = nil) throws -> Run {
    try run(arguments, input: input)
  }

  static func run(_ arguments: [String], input: String? = nil) throws -> Run {
    let process = process(arguments)
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    if let input { process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input)) }
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus,
      output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self)
    )
  }

  @Test(arguments: 1...8)
  func `a picture is read upright whatever its EXIF orientation`(orientation: Int) throws {
    let run = try Self.run("read", "\(Self.fixtures)/orientation-\(orientation).jpg")
    #expect(run.lines == ["SWIFT VISION 2468"])
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  @Test func `an engine that does not work on this processor gives way to the other`() throws {
    // OpenVINO and its library then disagree about what the processor can do, and no model runs.
    let process = Self.process(["read", "\(Self.fixtures)/orientation-1.jpg"])
    process.environment?["ONEDNN_MAX_CPU_ISA"] = "SSE41"
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: printed, as: UTF8.self) == "SWIFT VISION 2468\n")
    #expect(process.terminationStatus == 0)
  }

  @Test func `--rotate and --mirror overrule what the picture says`() throws {
    // Stored upside down and tagged so; told that it is stored upright, Tesseract reads it upside down.
    let read = ["read", "--engine", "tesseract", "\(Self.fixtures)/orientation-3.jpg"]
    let told = try Self.run(read + ["--rotate", "180"])
    #expect(told.lines == ["SWIFT VISION 2468"])
    let wrong = try Self.run(read + ["--rotate", "0"])
    #expect(wrong.lines != ["SWIFT VISION 2468"])
    let mirrored = try Self.run("read", "--mirror", "\(Self.fixtures)/orientation-2.jpg")
    #expect(mirrored.lines == ["SWIFT VISION 2468"])
  }

  @Test(arguments: ["white.png", "white.jpg"])
  func `a white picture is no error and no line`(name: String) throws {
    let run = try Self.run("read", "\(Self.fixtures)/\(name)")
    #expect(run.output == "")
    #expect(run.status == 0)
    #expect(run.errors.contains("no text"))
  }

  @Test(arguments: [
    ("really-text.jpg", "text"), ("truncated-early.jpg", "end"), ("empty.jpg", "empty"),
  ])
  func `a file of which nothing can be decoded is status 1 and says why`(
    name: String,
    reason: String
  ) throws {
    let run = try Self.run("read", "\(Self.fixtures)/\(name)")
    #expect(run.status == 1)
    #expect(run.output == "")
    let said = run.errors.split(separator: "\n")
    #expect(said.count == 1)
    #expect(run.errors.contains(name) && run.errors.contains(reason), "said: \(run.errors)")
    #expect(run.errors.components(separatedBy: name).count == 2, "the name once: \(run.errors)")
  }

  @Test func `a picture cut off below its text is read with a warning`() throws {
    let run = try Self.run("read", "\(Self.fixtures)/truncated.jpg")
    #expect(run.status == 0)
    #expect(run.lines == ["THE TEXT IS ABOVE", "THE CUT 13579"])
    #expect(run.errors.contains("truncated.jpg"))
  }

  @Test func `a missing file and a folder without pictures each have their message`() throws {
    let missing = try Self.run("read", "/nonexistent/a.jpg")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("/nonexistent/a.jpg: there is no such file or folder."))
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let empty = try Self.run("read", folder.path)
    #expect(empty.status == 1)
    #expect(empty.errors.contains("holds no picture"))
  }

  @Test func `one bad file among good ones costs only itself`() throws {
    let run = try Self.run(
      "read",
      "\(Self.fixtures)/orientation-1.jpg",
      "\(Self.fixtures)/really-text.jpg",
      "\(Self.fixtures)/orientation-6.jpg"
    )
    #expect(run.output == "SWIFT VISION 2468\n\u{0C}SWIFT VISION 2468\n")
    #expect(run.status == 1)
  }

  @Test func `standard input is read with a dash`() throws {
    let run = try Self.run("read", "-", input: "\(Self.fixtures)/orientation-6.jpg")
    #expect(run.lines == ["SWIFT VISION 2468"])
  }

  @Test func `--output writes a file for each picture and nothing to standard output`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try Self.run(
      "read",
      "--output",
      folder.path,
      "\(Self.fixtures)/white.png",
      "\(Self.fixtures)/white.jpg",
      "\(Self.fixtures)/orientation-8.jpg"
    )
    #expect(run.output == "")
    #expect(run.status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["orientation-8.txt", "white.jpg.txt", "white.png.txt"])
    let text = try String(contentsOf: folder.appending(path: "orientation-8.txt"), encoding: .utf8)
    #expect(text == "SWIFT VISION 2468\n")
  }

  @Test func `each picture ends with a file event, in the order given`() throws {
    let run = try Self.run(
      "read",
      "--format",
      "jsonl",
      "\(Self.fixtures)/orientation-1.jpg",
      "\(Self.fixtures)/white.png"
    )
    let events = try run.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(
      events.compactMap { $0["type"] as? String } == ["settled", "page", "file", "page", "file"]
    )
    #expect(events.compactMap { $0["outcome"] as? String } == ["text", "empty"])
    let numbers = events.compactMap { $0["event"] as? Int }
    #expect(numbers == numbers.sorted() && Set(numbers).count == 5)
  }

  @Test func `--content prints the parts of lines that were asked for and nothing else`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var encoder = try JPEGEncoder()
    let page = try DrawnText().page([
      "Ordinary words about a bill", "Total 12,50 EUR on 12.05.2024",
      "Write to ada@example.com now",
    ])
    let picture = folder.appending(path: "bill.jpg")
    try Data(encoder.encode(page)).write(to: picture)
    let run = try Self.run("read", "--content", "email,currency", picture.path)
    #expect(run.lines == ["12,50 EUR", "ada@example.com"])
    let none = try Self.run("read", "--content", "iban", picture.path)
    #expect(none.output == "")
    #expect(none.status == 0)
  }

  @Test func `a missing language is status 3 and names its package`() throws {
    let run = try Self.run(
      "read",
      "--languages",
      "en,yid",
      "\(Self.fixtures)/orientation-1.jpg"
    )
    #expect(run.status == 3)
    #expect(run.errors.contains("tesseract-ocr-yid"), "said: \(run.errors)")
  }

  @Test func `an unknown variable of Tesseract is wrong usage`() throws {
    let run = try Self.run(
      "read",
      "--tesseract",
      "no_such_variable=1",
      "\(Self.fixtures)/orientation-1.jpg"
    )
    #expect(run.status == 2)
    #expect(run.errors.contains("no_such_variable"))
  }

  @Test func `wrong usage is status 2 and prints no results`() throws {
    let run = try Self.run("read")
    #expect(run.status == 2)
    #expect(run.output == "")
  }
}
