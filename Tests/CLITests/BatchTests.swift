import Foundation
import Glibc
import Testing

@testable import CLI

@Suite struct BatchNamesTests {
  @Test func `a result is named after its picture, in the same subfolder`() {
    let names = OutputNames(pictures: ["a.jpg", "2024/b.png", "c", ".d"], ending: "txt").names
    #expect(names == ["a.txt", "2024/b.txt", "c.txt", ".d.txt"])
  }

  @Test func `pictures with one stem keep their full names, whatever their order`() {
    let names = OutputNames(pictures: ["a.jpg", "x/a.jpg", "a.png"], ending: "txt").names
    #expect(names == ["a.jpg.txt", "x/a.txt", "a.png.txt"])
  }

  @Test func `the same name twice gets a number`() {
    let names = OutputNames(pictures: ["a.jpg", "a.jpg", "a.jpg-2"], ending: "txt").names
    #expect(Set(names).count == 3)
    #expect(names[0] == "a.jpg.txt")
  }
}

@Suite struct BatchProgressTests {
  @Test func `rate and time left follow what was read last`() {
    var progress = BatchProgress(total: 200)
    #expect(progress.line == "Reading 1 of 200 pictures")
    for second in 1...20 { progress.finish(at: .seconds(second)) }
    #expect(progress.line == "Reading 21 of 200 pictures, 1.0 a second, 3 min left")
    for step in 1...100 { progress.finish(at: .seconds(20) + .milliseconds(100 * step)) }
    #expect(progress.line == "Reading 121 of 200 pictures, 10.0 a second, 8 s left")
  }

  @Test func `slow pictures are told in seconds each, long waits in hours`() {
    var progress = BatchProgress(total: 5000)
    progress.finish(at: .seconds(4))
    #expect(progress.line == "Reading 2 of 5000 pictures, 4 s each, 5 h 33 min left")
  }
}

@Suite struct PartialFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `a file appears with all its bytes, in folders made for it, over an older one`() throws
  {
    try withFolder { folder in
      for text in ["an older, longer result", "new"] {
        let file = try PartialFile(path: "\(folder)/a/b/c.txt")
        try file.write(Array(text.utf8))
        try file.commit()
      }
      let text = try String(contentsOfFile: "\(folder)/a/b/c.txt", encoding: .utf8)
      #expect(text == "new")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == ["c.txt"])
    }
  }

  @Test func `a file that is given up leaves nothing behind`() throws {
    try withFolder { folder in
      do {
        let file = try PartialFile(path: "\(folder)/c.txt")
        try file.write([1, 2, 3])
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test func `a place that cannot be written is named with the reason`() throws {
    try withFolder { folder in
      _ = FileManager.default.createFile(atPath: "\(folder)/file", contents: Data())
      let error = #expect(throws: PartialFile.WriteError.self) {
        _ = try PartialFile(path: "\(folder)/file/c.txt")
      }
      #expect(error?.message.contains("\(folder)/file/c.txt") == true)
      #expect(error?.message.contains("Not a directory") == true)
    }
  }
}

/// Batches as a user runs them.
@Suite struct BatchProgramTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    for name in ["", "/in/2023", "/in/.thumbnails"] {
      try FileManager.default.createDirectory(
        atPath: folder + name,
        withIntermediateDirectories: true
      )
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (from, to) in [
      ("orientation-1.jpg", "in/page 10.jpg"), ("orientation-3.jpg", "in/page 2.jpg"),
      ("white.png", "in/2023/a.png"), ("really-text.jpg", "in/2023/b.jpg"),
      ("white.png", "in/.thumbnails/a.png"),
    ] {
      try FileManager.default.copyItem(
        atPath: "\(ProgramTests.fixtures)/\(from)",
        toPath: "\(folder)/\(to)"
      )
    }
    try body(folder)
  }

  private func files(below folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".txt") || $0.contains(".part") }.sorted()
  }

  private static let read = ["read", "--engine", "tesseract", "--quality", "fast"]

  @Test func `-r reads all folders in natural order and -H names each line's picture`() throws {
    try withFolder { folder in
      let run = try ProgramTests.run(Self.read + ["-r", "-H", "\(folder)/in"])
      #expect(
        run.lines == [
          "\(folder)/in/page 2.jpg:SWIFT VISION 2468", "\(folder)/in/page 10.jpg:SWIFT VISION 2468",
        ]
      )
      #expect(run.status == 1)
      #expect(run.errors.contains("4 pictures: 2 with text, 1 without, 1 could not be read."))
    }
  }

  @Test func `--output keeps subfolders, and --skip-existing reads only what is missing`() throws {
    try withFolder { folder in
      let arguments = Self.read + ["-r", "--output", "\(folder)/out", "\(folder)/in"]
      let first = try ProgramTests.run(arguments)
      #expect(first.status == 1 && first.output == "")
      #expect(files(below: "\(folder)/out") == ["2023/a.txt", "page 10.txt", "page 2.txt"])
      try FileManager.default.removeItem(atPath: "\(folder)/out/page 2.txt")
      try Data("kept".utf8).write(to: URL(filePath: "\(folder)/out/page 10.txt"))
      let second = try ProgramTests.run(arguments + ["--skip-existing"])
      #expect(second.errors.contains("2 done before"))
      #expect(files(below: "\(folder)/out") == ["2023/a.txt", "page 10.txt", "page 2.txt"])
      let kept = try String(contentsOfFile: "\(folder)/out/page 10.txt", encoding: .utf8)
      #expect(kept == "kept")
    }
  }

  @Test func `an interrupted batch keeps whole results and leaves no half of one`() throws {
    try withFolder { folder in
      // More than can be read before the signal comes.
      let pictures = [String](repeating: "\(ProgramTests.fixtures)/orientation-1.jpg", count: 4000)
      let process = ProgramTests.process(Self.read + ["--output", "\(folder)/out"] + pictures)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      while process.isRunning, files(below: "\(folder)/out").count < 3 { usleep(10_000) }
      process.terminate()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      let results = files(below: "\(folder)/out")
      #expect(results.count >= 3 && results.count < pictures.count)
      #expect(results.allSatisfy { !$0.contains(".part") })
      for result in results {
        let text = try String(contentsOfFile: "\(folder)/out/\(result)", encoding: .utf8)
        #expect(text == "SWIFT VISION 2468\n")
      }
    }
  }

  @Test func `a whole document goes to standard output with all its pages`() throws {
    let pictures = ["orientation-1.jpg", "really-text.jpg", "white.png"].map {
      "\(ProgramTests.fixtures)/\($0)"
    }
    let hocr = try ProgramTests.run(Self.read + ["--format", "hocr"] + pictures)
    #expect(hocr.output.components(separatedBy: "class=\"ocr_page\"").count == 3)
    #expect(hocr.output.hasSuffix("</html>\n"))
    #expect(hocr.status == 1)
  }

  @Test(arguments: [
    ["read", "--skip-existing", "a.jpg"], ["scan", "--format", "pdf"],
    ["read", "--format", "alto", "-H", "a.jpg"],
    ["read", "--format", "pdf", "--paragraphs", "a.jpg"],
  ])
  func `options that do not go together are a wrong usage that names them`(
    arguments: [String]
  ) throws {
    let run = try ProgramTests.run(arguments)
    #expect(run.status == 2)
    #expect(arguments.contains { $0.hasPrefix("-") && run.errors.contains($0) })
  }
}
