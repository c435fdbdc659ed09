import FoundationEssentials
import Testing

@testable import Scanner

@Suite struct PictureListTests {
  /// Makes a folder with empty files and removes it afterwards.
  private func withFolder<R>(_ names: [String], _ body: (String) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pictures-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in names {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data())
    }
    return try body(folder)
  }

  @Test func `a folder gives its pictures in the order people count`() throws {
    try withFolder(["page 10.jpg", "page 2.JPG", "Page 1.png", "notes.txt", ".jpg"]) { folder in
      let names = PictureList([folder]).entries.map { entry in
        if case .file(let path) = entry {
          String(path.split(separator: "/").last ?? "")
        } else {
          "?"
        }
      }
      #expect(names == ["Page 1.png", "page 2.JPG", "page 10.jpg"])
    }
  }

  @Test func `a file that is named is read whatever its ending says`() throws {
    try withFolder(["photo"]) { folder in
      #expect(PictureList(["\(folder)/photo"]).entries == [.file("\(folder)/photo")])
    }
  }

  @Test func `a folder without pictures and a path that is not there are told apart`() throws {
    try withFolder(["notes.txt"]) { folder in
      let entries = PictureList([folder, "\(folder)/missing.jpg", "-"]).entries
      guard entries.count == 3, case .problem(_, let first) = entries[0],
        case .problem(_, let second) = entries[1]
      else {
        Issue.record("unexpected entries: \(entries)")
        return
      }
      #expect(first.contains("holds no picture"))
      #expect(second.contains("no such file"))
      #expect(entries[2] == .standardInput)
    }
  }

  @Test(arguments: [
    ("a2", "a10"), ("a02", "a3"), ("A1", "a2"), ("a", "a1"), ("x9y2", "x9y10"), ("1", "a"),
  ])
  func `numbers in names count by their value`(first: String, second: String) {
    #expect(naturallyPrecedes(first, second))
    #expect(!naturallyPrecedes(second, first))
  }
}
