import Foundation
import Testing

@testable import Service

/// The service as its clients see it, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct LecternServiceTests {
  private static let text = "SWIFT VISION 2468"

  @Test func `what the camera sees is in the items, the events, the picture and the stream`()
    async throws
  {
    let service = try RunningService()
    let stream = try Connection(port: service.port)
    try stream.send("GET /v1/events?types=added,tapped HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let items = try await service.wait("/v1/items") { $0.contains(Self.text) }
    let told = await stream.read { String(decoding: $0, as: UTF8.self).contains(Self.text) }
    #expect(String(decoding: told, as: UTF8.self).contains("event: added"))

    let file = try Data(contentsOf: URL(filePath: "\(RunningService.fixtures)/orientation-1.jpg"))
    let picture = try await service.ask("GET /v1/frame.jpg")
    #expect(picture.head.contains("Content-Type: image/jpeg"))
    #expect(picture.bytes == [UInt8](file))
    let viewer = try Connection(port: service.port)
    try viewer.send("GET /v1/stream.mjpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let shown = await viewer.read { $0.count > 2 * file.count }
    #expect(shown.firstRange(of: [UInt8](file)) != nil)
    // Whoever asked for one picture counts for a moment, too.
    _ = try await service.wait("/metrics") { $0.contains("lectern_viewers{camera=\"camera\"} 1") }
    viewer.hangUp()
    _ = try await service.wait("/metrics") { $0.contains("lectern_viewers{camera=\"camera\"} 0") }

    // An item is chosen: it is the point of interest, and whoever listens is told.
    let document = try JSONValue(parsing: Array(items.utf8), name: "items")
    guard case .array(let list) = document.member("items"),
      case .string(let id) = list.first?.member("id")
    else {
      Issue.record("no item in \(items)")
      return
    }
    #expect(try await service.ask("POST /v1/items/\(id)/tap").status == 200)
    let tapped = await stream.read { String(decoding: $0, as: UTF8.self).contains("event: tapped") }
    #expect(String(decoding: tapped, as: UTF8.self).contains(id))
    #expect(try await service.ask("POST /v1/photo").bytes == [UInt8](file))
    await service.stop()
  }

  @Test func `a camera that is switched off shows nothing, and comes back`() async throws {
    let service = try RunningService()
    _ = try await service.wait("/v1/items") { $0.contains(Self.text) }
    let body = Array(#"{"enabled":false}"#.utf8)
    #expect(try await service.ask("PATCH /v1/settings", body: body).status == 200)
    #expect(try await service.ask("GET /v1/frame.jpg").status == 503)
    let off = try await service.wait("/v1/cameras") { $0.contains("\"state\":\"disabled\"") }
    #expect(off.contains("The camera is switched off."))
    _ = try await service.wait("/v1/items") { $0.contains("\"items\":[]") }
    let on = Array(#"{"enabled":true,"quality":"fast"}"#.utf8)
    #expect(try await service.ask("PATCH /v1/settings", body: on).status == 200)
    _ = try await service.wait("/v1/items") { $0.contains(Self.text) }
    await service.stop()
  }

  @Test func `pictures are read as documents, as text, as they come, and as jobs`() async throws {
    let service = try RunningService { $0.cameras = [] }
    let file = try [UInt8](
      Data(contentsOf: URL(filePath: "\(RunningService.fixtures)/orientation-6.jpg"))
    )
    let query = "engine=tesseract&quality=fast"
    let text = try await service.ask("POST /v1/read?\(query)&format=text", body: file)
    #expect(text.body == Self.text + "\n")
    let lines = try await service.ask("POST /v1/read?\(query)&stream=1", body: file)
    #expect(lines.body.contains("\"type\":\"progress\""))
    #expect(lines.body.contains("\"type\":\"page\""))

    let head = "Content-Type: multipart/form-data; boundary=b\r\n"
    func part(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array("--b\r\nContent-Disposition: form-data; name=file; filename=\(name)\r\n\r\n".utf8)
        + bytes
        + [13, 10]
    }
    let form = part("a.jpg", file) + part("b.txt", Array("none".utf8)) + Array("--b--".utf8)
    let both = try await service.ask(
      "POST /v1/read?\(query)&granularity=page",
      headers: head,
      body: form
    )
    let outcomes = try JSONValue(parsing: both.bytes, name: "answer").member("pictures")
    guard case .array(let pictures) = outcomes else {
      Issue.record("\(both.body)")
      return
    }
    #expect(pictures.map { $0.member("outcome") } == ["text", "unreadable"])
    #expect(pictures.map { $0.member("name") } == ["a.jpg", "b.txt"])

    let job = try await service.ask("POST /v1/read?\(query)&job=1", body: file)
    #expect(job.status == 202)
    let id = try JSONValue(parsing: job.bytes, name: "answer").member("id")
    guard case .string(let id) = id else { return }
    _ = try await service.wait("/v1/jobs/\(id)") { $0.contains(Self.text) }
    #expect(try await service.ask("DELETE /v1/jobs/\(id)").status == 204)
    await service.stop()
  }

  @Test func `the end of a job is told to this machine, and to no host that is not listed`()
    async throws
  {
    let listener = try RunningService { $0.cameras = [] }
    let service = try RunningService { $0.cameras = [] }
    let query = "POST /v1/read?engine=tesseract&quality=fast&callback="
    for url in [
      "http://192.0.2.1/", "http://evil.example/", "https://127.0.0.1/", "http://",
      "ftp://localhost/",
      "http://127.0.0.1@evil.example/", "http://127.0.0.1.evil.example/", "http://2130706433/",
    ] {
      #expect(try await service.ask(query + url, body: [1]).status == 422, "\(url)")
    }
    // The other service takes the call for a picture, and cannot read it.
    let url = "http://localhost:\(listener.port)/v1/read?job=1"
    let encoded = url.replacing("?", with: "%3F").replacing("=", with: "%3D")
    let file = try [UInt8](Data(contentsOf: URL(filePath: "\(RunningService.fixtures)/white.png")))
    #expect(try await service.ask(query + encoded, body: file).status == 202)
    _ = try await listener.wait("/metrics") { $0.contains("outcome=\"unreadable\"} 1") }
    await service.stop()
    await listener.stop()
  }

  @Test func `a client that leaves takes its reading with it`() async throws {
    let service = try RunningService { $0.cameras = [] }
    let form = try [UInt8].letters(40)
    for stream in ["0", "1"] {
      let client = try Connection(port: service.port)
      try client.send(
        "POST /v1/read?engine=tesseract&stream=\(stream) HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(form.count)\r\n\r\n"
      )
      try client.send(bytes: form)
      _ = try await service.wait("/metrics") { $0.contains("lectern_reads_pending 1") }
      client.hangUp()
      _ = try await service.wait("/metrics") { $0.contains("lectern_reads_pending 0") }
    }
    let metrics = try await service.ask("GET /metrics").body
    #expect(!metrics.contains("outcome=\"text\"} 80"))
    await service.stop()
  }

  @Test func `more readings than may wait are turned away`() async throws {
    let service = try RunningService {
      $0.cameras = []
      $0.pendingReads = 1
    }
    let head = "Content-Type: multipart/form-data; boundary=b\r\n"
    let ask = "POST /v1/read?engine=tesseract&job=1"
    let first = try await service.ask(ask, headers: head, body: .letters(40))
    #expect(first.status == 202)
    let second = try await service.ask(ask, headers: head, body: .letters(1))
    #expect(second.status == 503)
    #expect(second.head.contains("Retry-After: 5"))
    let id = try JSONValue(parsing: first.bytes, name: "answer").member("id")
    guard case .string(let id) = id else { return }
    #expect(try await service.ask("DELETE /v1/jobs/\(id)").status == 204)
    _ = try await service.wait("/metrics") { $0.contains("lectern_reads_pending 0") }
    #expect(try await service.ask(ask, headers: head, body: .letters(1)).status == 202)
    await service.stop()
  }

  @Test func `requests that are malformed, cut off, too long or piled up harm nobody`() async throws
  {
    let service = try RunningService {
      $0.cameras = []
      $0.bodyLimit = 1 << 20
    }
    let texts = [
      "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
      "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n",
      "POST /v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
      "POST /v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "POST /v1/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
      "PATCH /v1/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n{",
      "GET /%00%ff%zz/../..//v1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ]
    for text in texts {
      let client = try Connection(port: service.port)
      try? client.send(text)
      client.hangUp()
    }
    let long = try await service.ask("POST /v1/read", headers: "Content-Length: 2000000\r\n")
    #expect(long.status == 413)
    // One that does not say how long its body is.
    let chunked = try Connection(port: service.port)
    try chunked.send(
      "POST /v1/read HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 7, count: 0x10000) + [13, 10]
    for _ in 0..<32 { try chunked.send(bytes: chunk) }
    try chunked.send("0\r\n\r\n")
    #expect(try await chunked.answer().status == 413)
    let piled = try Connection(port: service.port)
    let ask = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try piled.send(String(repeating: ask, count: 50))
    try piled.send("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    let answers = await piled.read { _ in false }
    #expect(String(decoding: answers, as: UTF8.self).split(separator: "HTTP/1.1 200").count == 51)
    #expect(try await service.ask("GET /health").status == 200)
    await service.stop()
  }

  @Test func `the service stops while clients listen, watch and wait`() async throws {
    let service = try RunningService()
    let paths = ["GET /v1/events", "GET /v1/stream.mjpg", "GET /health", "POST /v1/photo"]
    let clients = try paths.map { path in
      let client = try Connection(port: service.port)
      try client.send("\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return client
    }
    _ = await clients[0].read { !$0.isEmpty }
    await service.stop()
    // Each sees the end of its connection.
    for client in clients { _ = await client.read { _ in false } }
  }

  @Test func `a port that is taken is named with the program to ask`() async throws {
    let service = try RunningService { $0.cameras = [] }
    #expect {
      _ = try RunningService {
        $0.cameras = []
        $0.port = service.port
      }
    } throws: {
      ($0 as? ServiceError)?.message.contains("port \(service.port)") == true
    }
    await service.stop()
  }

  @Test func `a language that is missing is said in the state, and the service goes on`()
    async throws
  {
    let service = try RunningService()
    let body = Array(#"{"languages":["sw"]}"#.utf8)
    _ = try await service.ask("PATCH /v1/settings", body: body)
    let cameras = try await service.wait("/v1/cameras") { $0.contains("\"state\":\"unsupported\"") }
    #expect(cameras.contains("tesseract-ocr-swa"))
    let back = Array(#"{"languages":["en"]}"#.utf8)
    _ = try await service.ask("PATCH /v1/settings", body: back)
    _ = try await service.wait("/v1/items") { $0.contains(Self.text) }
    await service.stop()
  }
}
