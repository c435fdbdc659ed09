import Foundation
import Testing

/// The example as a person uses it: names in, states and text out.
@Suite(.timeLimit(.minutes(20))) struct ExampleTests {
  @Test func `a chosen picture's text appears, and leaving ends the program`() throws {
    let process = Process()
    process.executableURL = ProgramTests.program.deletingLastPathComponent()
      .appending(path: "StillReader")
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var shown = ""
    /// Reads what is shown until some text is in it.
    func wait(for text: String) {
      while !shown.contains(text) {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { return }
        shown += String(decoding: data, as: UTF8.self)
      }
    }
    wait(for: "Choose an image to recognize.")
    input.fileHandleForWriting.write(Data("\(ProgramTests.fixtures)/really-text.jpg\n".utf8))
    wait(for: "Try a local JPEG or PNG.")
    input.fileHandleForWriting.write(Data("\(ProgramTests.fixtures)/orientation-6.jpg\n".utf8))
    wait(for: "SWIFT VISION 2468")
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(shown.contains("Could not read this image. Try a local JPEG or PNG.\n"))
    #expect(shown.contains("SWIFT VISION 2468\n"))
  }
}
