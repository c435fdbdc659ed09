import FoundationEssentials
import Recognition
import Testing

struct EngineDirectoryTests {
  @Test func `an installed program looks into its own library folder`() {
    let directory = EngineDirectory(program: "/opt/lectern/bin/lectern", override: nil)
    #expect(
      directory.folders.prefix(2) == ["/opt/lectern/bin/engines", "/opt/lectern/lib/lectern"]
    )
    #expect(directory.folders.contains("/usr/lib/lectern"))
  }

  @Test func `a folder named in the environment is the only one`() {
    let directory = EngineDirectory(program: "/usr/bin/lectern", override: "/srv/engines")
    #expect(directory.folders == ["/srv/engines"])
    #expect(directory.path(of: "nothing-is-called-so") == nil)
  }

  @Test func `the first folder that has a file gives it`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/engines-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data([1]).write(to: URL(filePath: folder + "/model"))
    let directory = EngineDirectory(program: "", override: folder)
    #expect(directory.path(of: "model") == folder + "/model")
  }
}
