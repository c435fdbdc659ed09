/// What a source of a streamed response has to give.
enum ResponseChunk: Sendable {
  /// Bytes to send, at least one.
  case bytes([UInt8])

  /// Nothing now; the source wakes the transport when there is more.
  case wait

  /// Nothing any more.
  case end
}

/// Where the bytes of a streamed response come from: pulled when the client can take them, so that a
/// slow client holds up nobody and fills no queue.
protocol ResponseSource: AnyObject, Sendable {
  /// The response begins.
  ///
  /// - Parameter wake: Call it, from any thread and holding no lock of yours that ``next()`` takes,
  ///   when there is something new.
  func attach(_ wake: @escaping @Sendable () -> Void)

  /// What to send next; called by one thread at a time, and must not block.
  func next() -> ResponseChunk

  /// The response has ended, or the client went away.
  func detach()
}

/// A response.
struct HTTPResponse: Sendable {
  /// What is sent.
  enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])

    /// As it comes.
    case stream(any ResponseSource)
  }

  /// The status.
  var status: Int

  /// Headers besides the length.
  var headers: [HTTPField]

  /// The body.
  var body: Body

  /// Makes a response.
  init(status: Int = 200, headers: [HTTPField] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Makes a response of one piece.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type.
  ///   - status: The status.
  init(_ bytes: [UInt8], type: String, status: Int = 200) {
    self.init(
      status: status,
      headers: [HTTPField(name: "Content-Type", value: type)],
      body: .bytes(bytes)
    )
  }

  /// The value of a header.
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// Sets a header, in place of another of that name.
  mutating func set(_ name: String, _ value: String) {
    headers.removeAll { $0.name == name }
    headers.append(HTTPField(name: name, value: value))
  }
}
