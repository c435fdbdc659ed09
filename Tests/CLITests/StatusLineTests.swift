import Capture
import Foundation
import Glibc
import Scanner
import Testing

@testable import CLI

/// A terminal in miniature: what a person sees of what was written to it.
private struct Screen {
  private(set) var lines = [""]
  private var column = 0

  /// Takes text; carriage return, line feed and the clearing of a line are what the program uses.
  mutating func take(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\r\n", "\n":
        lines.append("")
        column = 0
      case "\r":
        column = 0
      case "\u{1B}" where rest.hasPrefix("[2K"):
        rest.removeFirst(3)
        lines[lines.count - 1] = ""
      default:
        var line = Array(lines[lines.count - 1])
        while line.count < column { line.append(" ") }
        if column < line.count { line[column] = character } else { line.append(character) }
        lines[lines.count - 1] = String(line)
        column += 1
      }
    }
  }
}

/// Both ends of a terminal that is no device.
private final class Terminal {
  let screen: FileHandle
  let program: FileHandle

  init(columns: UInt16 = 40) throws {
    let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    // TIOCSPTLCK and TIOCGPTN, which Swift cannot import: unlock the other end, and ask for its number.
    var (lock, number): (CInt, CInt) = (0, 0)
    try #require(Self.control(master, 0x4004_5431, &lock) == 0)
    try #require(Self.control(master, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    screen = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    let slave = unsafe open(name, O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    program = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = Self.control(master, UInt(TIOCSWINSZ), &size)
  }

  private static func control<Value: BitwiseCopyable>(
    _ descriptor: CInt,
    _ request: UInt,
    _ value: inout Value
  ) -> CInt {
    unsafe withUnsafeMutablePointer(to: &value) {
      unsafe ioctl(descriptor, request, UnsafeMutableRawPointer($0))
    }
  }

  /// What is on the screen once everything was written and the program's end is closed.
  func lines() throws -> [String] {
    try program.close()
    var shown = Screen()
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { buffer in
        unsafe read(screen.fileDescriptor, buffer.baseAddress, buffer.count)
      }
      // The master reports an error once nobody holds the other end and all is read.
      guard count > 0 else { break }
      bytes += part.prefix(count)
    }
    shown.take(String(decoding: bytes, as: UTF8.self))
    return shown.lines
  }
}

@Suite struct StatusLineTests {
  private static let environment = ["TERM": "xterm"]

  @Test func `lines stand above the status, which is drawn once below them`() throws {
    let terminal = try Terminal()
    let descriptor = terminal.program.fileDescriptor
    let status = try #require(StatusLine(descriptor: descriptor, environment: Self.environment))
    let output = try StandardOutput(descriptor: descriptor)
    status.show("Scanning with a long name")
    status.above { output.write("first\n") }
    status.show("Short")
    status.above { output.write("second\nthird\n") }
    #expect(try terminal.lines() == ["first", "second", "third", "Short"])
  }

  @Test func `the status is cut to the terminal's width and leaves nothing at its end`() throws {
    let cut = try Terminal(columns: 10)
    let status = try #require(
      StatusLine(descriptor: cut.program.fileDescriptor, environment: Self.environment)
    )
    status.show("0123456789abcdef")
    #expect(try cut.lines() == ["012345678"])
    let ended = try Terminal()
    let other = try #require(
      StatusLine(descriptor: ended.program.fileDescriptor, environment: Self.environment)
    )
    other.show("Scanning")
    other.end()
    other.show("Never seen")
    other.above {}
    #expect(try ended.lines() == [""])
  }

  @Test func `what is no terminal has no status line`() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(StatusLine(descriptor: descriptor, environment: Self.environment) == nil)
    let terminal = try Terminal()
    #expect(
      StatusLine(descriptor: terminal.program.fileDescriptor, environment: ["TERM": "dumb"]) == nil
    )
  }

  @Test func `the program's lines on a terminal are whole, and no status is left behind`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = URL(filePath: ProgramTests.fixtures).appending(path: "orientation-1.jpg")
    for number in 10..<40 {
      try FileManager.default.copyItem(at: picture, to: folder.appending(path: "\(number).jpg"))
    }
    let terminal = try Terminal(columns: 100)
    let process = ProgramTests.process(["scan", "--device", "replay:\(folder.path)", "--fps", "15"])
    process.environment?["TERM"] = "xterm"
    process.standardOutput = terminal.program
    process.standardError = terminal.program
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try terminal.lines() == ["SWIFT VISION 2468", ""])
  }

  @Test func `the status says the state and the hint, and drops the hint with the picture`() {
    func event(_ content: ScanEvent.Content) -> ScanEvent {
      ScanEvent(event: 1, time: Date(), source: .camera, path: nil, content: content)
    }
    var text = StatusText()
    let changes = [
      ScanEvent.Content.state(StateChange(.streaming)), .guidance(.tooDark), .guidance(.tooDark),
      .state(StateChange(.lost)),
    ].map { content in
      let hasChanged = text.take(event(content))
      return hasChanged ? text.line : nil
    }
    #expect(
      changes == [
        "Scanning with the camera",
        "Scanning with the camera · The picture is too dark: switch on a lamp.", nil,
        "Waiting for the camera to come back",
      ]
    )
  }
}
