import Foundation
import Testing

/// How the program ends when it waits for a camera that is not there.
@Suite struct ProgramEndingTests {
  enum Cause: String, Sendable, CaseIterable {
    case terminated
    case interrupted
    case readerGone
  }

  /// Starts a scan without a camera and waits until it has said so.
  private static func waiting(
    _ arguments: [String]
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    let process = ProgramTests.process(
      ["scan", "--wait", "--device", "/dev/lectern-no-camera"] + arguments
    )
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.contains("/dev/lectern-no-camera does not exist."))
    return (process, output, errors)
  }

  @Test(arguments: Cause.allCases)
  func `a scan that waits for its camera ends with 0 at once`(cause: Cause) throws {
    let (process, output, errors) = try Self.waiting([])
    let start = ContinuousClock.now
    switch cause {
    case .terminated: kill(process.processIdentifier, SIGTERM)
    case .interrupted: kill(process.processIdentifier, SIGINT)
    case .readerGone: try output.fileHandleForReading.close()
    }
    process.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(try errors.fileHandleForReading.readToEnd() == nil)
  }

  @Test func `what was read while the camera is away is printed whole before the end`() throws {
    let picture = "\(ProgramTests.fixtures)/orientation-6.jpg"
    let (process, output, _) = try Self.waiting([picture, ProgramTests.fixtures])
    // The folder's pictures follow; whichever is in hand is given up.
    let first = output.fileHandleForReading.availableData
    let start = ContinuousClock.now
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(process.terminationStatus == 0)
    let text = String(decoding: first, as: UTF8.self)
    #expect(text.hasPrefix("SWIFT VISION 2468\n"))
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    #expect((first + rest).last == UInt8(ascii: "\n"))
  }

  @Test func `what check says as JSON has a code, a message and a remedy for each reason`() throws {
    let run = try ProgramTests.run("check", "--json", "--device", "/dev/lectern-no-camera")
    let fields = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    #expect(fields["supported"] as? Bool == false)
    #expect(fields["available"] as? Bool == false)
    let reasons = try #require(fields["reasons"] as? [[String: Any]])
    #expect(reasons.first?["code"] as? String == "noCamera")
    #expect(reasons.first?["message"] as? String == "/dev/lectern-no-camera does not exist.")
    #expect(reasons.first?["remedy"] is String)
    #expect(run.status == 3)
  }
}
