import Foundation
import Glibc
import Recognition

@testable import Service

/// A service on a free port of this machine, with one camera: a recording of one picture, twenty minutes
/// long.
final class RunningService: Sendable {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures").path
  static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples").path

  let port: Int
  let folder: String
  private let task: Task<Void, Never>

  /// Starts a service.
  ///
  /// - Parameters:
  ///   - picture: What the camera sees.
  ///   - change: Changes what the service is told.
  /// - Throws: When it cannot start.
  init(
    seeing picture: String = "\(fixtures)/orientation-1.jpg",
    _ change: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lectern-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for index in 100_000..<106_000 {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(index).jpg",
        withDestinationPath: picture
      )
    }
    var configuration = ServiceConfiguration()
    configuration.port = 0
    configuration.addresses = ["127.0.0.1"]
    configuration.cameras[0].device = "replay:\(folder)"
    configuration.cameras[0].playbackRate = 5
    configuration.cameras[0].request.engine = .tesseract
    change(&configuration)
    let english = try TesseractLanguage.list("en")[0]
    let service = try LecternService(
      configuration,
      token: nil,
      preferred: english,
      version: "test"
    )
    port = service.port
    task = Task { await service.run() }
  }

  /// Stops it and waits for its end.
  func stop() async {
    task.cancel()
    await task.value
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Asks until an answer is as it should be; the test's time limit ends what never is.
  func wait(_ path: String, until isRight: (String) -> Bool) async throws -> String {
    while true {
      let text = try await ask("GET \(path)").body
      if isRight(text) { return text }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// An answer that was read to its end.
  struct Answer: Sendable {
    var status: Int
    var head: String
    var bytes: [UInt8]

    var body: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Asks for something and reads the answer to its end.
  func ask(_ line: String, headers: String = "", body: [UInt8] = []) async throws -> Answer {
    let connection = try Connection(port: port)
    let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
    try connection.send(
      "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(headers)\(length)\r\n"
    )
    try connection.send(bytes: body)
    return try await connection.answer()
  }
}

extension [UInt8] {
  /// The sample letter, so many times, as a form with the boundary `b`: more than is read in a moment.
  static func letters(_ count: Int) throws -> [UInt8] {
    let file = try [UInt8](Data(contentsOf: URL(filePath: "\(RunningService.samples)/letter.jpg")))
    let head = Array("--b\r\nContent-Disposition: form-data; name=file\r\n\r\n".utf8)
    let form = [[UInt8]](repeating: head + file + [13, 10], count: count).flatMap(\.self)
    return form + Array("--b--".utf8)
  }
}

/// A connection whose bytes the test writes itself.
final class Connection: Sendable {
  struct Failure: Error {}

  private let descriptor: CInt

  /// Connects to a port of this machine.
  init(port: Int) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
    guard status == 0 else { throw Failure() }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

  func send(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure() }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the connection as a client that was closed does.
  func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }

  /// Reads what comes until it holds something or the connection ends.
  func read(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async -> [UInt8] {
    let descriptor = descriptor
    return await Blocking.run {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while !isEnough(bytes) {
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        bytes += buffer[..<count]
      }
      return bytes
    }
  }

  /// Reads an answer to the connection's end.
  func answer() async throws -> RunningService.Answer {
    let bytes = await read { _ in false }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure() }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return RunningService.Answer(status: status, head: head, bytes: Array(bytes[end.upperBound...]))
  }
}
