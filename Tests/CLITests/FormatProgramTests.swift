import Foundation
import Testing

/// `lectern read` with what people have besides JPEG and PNG.
@Suite struct FormatProgramTests {
  private static let formats = "\(ProgramTests.fixtures)/formats"
  static let hasPoppler = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")
  private static let tesseract = ["read", "--engine", "tesseract"]

  @Test
  func `every page of a fax is read, with a form feed between them`() throws {
    let run = try ProgramTests.run(Self.tesseract + ["\(Self.formats)/fax.tif"])
    #expect(run.output == "PAGE NUMBER 1\n\u{0C}PAGE NUMBER 2\n\u{0C}PAGE NUMBER 3\n")
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  @Test
  func `events name the page, and whether it is the last`() throws {
    let run = try ProgramTests.run(
      Self.tesseract + ["--format", "jsonl", "\(Self.formats)/fax.tif"]
    )
    let files = run.lines.filter { $0.contains(#""type":"file""#) }
    #expect(files.count == 3)
    for (index, file) in files.enumerated() {
      #expect(file.contains(#""page":\#(index + 1)"#))
      #expect(file.contains(#""last":\#(index == 2)"#))
    }
    #expect(run.lines.filter { $0.contains(#""type":"page""#) }.count == 3)
  }

  @Test
  func `one page may be asked for`() throws {
    let fax = "\(Self.formats)/fax.tif"
    let run = try ProgramTests.run(Self.tesseract + ["--page", "2", fax])
    #expect(run.output == "PAGE NUMBER 2\n")
    let none = try ProgramTests.run(Self.tesseract + ["--page", "4", fax])
    #expect(none.status == 1)
    #expect(none.errors.contains("has no page 4"))
  }

  @Test
  func `a file of several pages gives one file of results`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try ProgramTests.run(
      Self.tesseract + ["--output", folder, "\(Self.formats)/fax.tif"]
    )
    #expect(run.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["fax.txt"])
    let text = try String(contentsOfFile: "\(folder)/fax.txt", encoding: .utf8)
    #expect(text.split(separator: "\u{0C}").count == 3)
  }

  @Test
  func `a picture of any format may come from standard input`() throws {
    let run = try ProgramTests.run(
      Self.tesseract + ["--page", "1", "-"],
      input: "\(Self.formats)/fax.tif"
    )
    #expect(run.output == "PAGE NUMBER 1\n")
  }

  @Test(.enabled(if: hasPoppler, "needs poppler-utils"))
  func `the pages of a PDF are rendered and read`() throws {
    let run = try ProgramTests.run(Self.tesseract + ["\(Self.formats)/two-pages.pdf"])
    #expect(run.output == "FIRST PAGE 123\n\u{0C}SECOND PAGE 456\n")
    #expect(run.status == 0)
  }

  @Test
  func `without poppler a PDF is an error that names the package`() throws {
    let process = ProgramTests.process(["read", "\(Self.formats)/two-pages.pdf"])
    process.environment?["PATH"] = "/nonexistent"
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(String(decoding: said, as: UTF8.self).contains("apt-get install poppler-utils"))
  }

  @Test
  func `-r finds the pictures in a folder's folders`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tree-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/b/c",
      withIntermediateDirectories: true
    )
    let white = "\(ProgramTests.fixtures)/white.png"
    for name in ["z.png", "b/2.png", "b/c/10.png"] {
      try FileManager.default.copyItem(atPath: white, toPath: "\(folder)/\(name)")
    }
    let flat = try ProgramTests.run("read", folder)
    #expect(flat.errors.split(separator: "\n").count == 1)
    let deep = try ProgramTests.run("read", "-r", folder)
    let names = deep.errors.split(separator: "\n").filter { $0.contains(folder) }
      .compactMap { line in
        line.components(separatedBy: "\(folder)/").last?.components(separatedBy: ":").first
      }
    #expect(names == ["b/2.png", "b/c/10.png", "z.png"])
  }
}
