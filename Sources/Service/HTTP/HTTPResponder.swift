/// Answers requests; the transport calls it, and tests do without one.
protocol HTTPResponder: Sendable {
  /// Looks at a request before its body is read.
  ///
  /// - Parameter head: The request, its body empty.
  /// - Returns: How long its body may be.
  /// - Throws: ``HTTPProblem`` when it is not obeyed whatever its body.
  func admit(_ head: HTTPRequest) throws(HTTPProblem) -> Int

  /// Answers; cancelled when the client goes away.
  func respond(to request: HTTPRequest) async -> HTTPResponse

  /// Puts what every response carries on one.
  func finish(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse
}

/// What a transport puts up with.
struct HTTPLimits: Sendable, Hashable {
  /// Connections at the same time.
  var connections = 512

  /// Connections at the same time from one address.
  var connectionsPerAddress = 256

  /// Bytes of all bodies that are in memory at the same time.
  var bodyBytes = 128 << 20

  /// Seconds a connection may be silent while it is not waited for an answer.
  var silence = 30

  /// Seconds a request may take to arrive whole.
  var arrival = 120
}
