internal import CMicroHTTPD
import Glibc
import Synchronization

/// One request and its answer.
///
/// libmicrohttpd's thread and the task that answers share it. While the task works, or a streamed
/// response has nothing to send, the connection is suspended: it costs no thread and no processor.
final class HTTPExchange: Sendable {
  private struct State: Sendable {
    /// `nil` as soon as libmicrohttpd is done with the request.
    var connection: NativeHandle?
    var isSuspended = false
    var isClosing = false
    var request: HTTPRequest
    var bodyLimit = 0
    var reserved = 0
    var isTooLarge = false
    var task: Task<Void, Never>?
    var response: HTTPResponse?
    var source: (any ResponseSource)?
    var chunk: ArraySlice<UInt8> = []
  }

  private let state: Mutex<State>
  private let responder: any HTTPResponder
  private let budget: BodyBudget

  /// Takes a request whose head has arrived.
  init(
    _ request: HTTPRequest,
    on connection: NativeHandle,
    responder: any HTTPResponder,
    budget: BodyBudget
  ) {
    self.responder = responder
    self.budget = budget
    state = Mutex(State(connection: connection, request: request))
  }

  /// Looks at the head.
  ///
  /// - Returns: The refusal, when there is one.
  func admit() -> HTTPResponse? {
    state.withLock { state in
      do throws(HTTPProblem) {
        state.bodyLimit = try responder.admit(state.request)
        guard let length = state.request.header("Content-Length").flatMap(Int.init) else {
          return nil
        }
        if length > state.bodyLimit { throw .tooLarge(limit: state.bodyLimit) }
        guard budget.take(length) else { throw .overloaded }
        state.reserved = length
        return nil
      } catch {
        return responder.finish(error.response, to: state.request)
      }
    }
  }

  /// Takes a part of the body; beyond its limit nothing is kept.
  ///
  /// - Returns: Whether more may come.
  func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    state.withLock { state in
      let count = bytes.count
      let length = state.request.body.count + count
      if state.isTooLarge || length > state.bodyLimit {
        // The rest is read so that the client gets to see why, but not for ever.
        let isFirst = !state.isTooLarge
        state.isTooLarge = true
        if isFirst { state.request.body = [] }
        state.bodyLimit -= count
        return state.bodyLimit > -(64 << 20)
      }
      if length > state.reserved {
        guard budget.take(length - state.reserved) else { return false }
        state.reserved = length
      }
      unsafe state.request.body.append(contentsOf: bytes)
      return true
    }
  }

  /// Has the request answered; the connection waits suspended.
  ///
  /// - Returns: Whether the connection is to be kept.
  func answer() -> Bool {
    state.withLock { state in
      guard !state.isClosing, let connection = state.connection else { return false }
      if state.task != nil { return false }
      unsafe MHD_suspend_connection(connection.pointer)
      state.isSuspended = true
      var request = state.request
      let isTooLarge = state.isTooLarge
      let limit = state.bodyLimit
      state.request.body = []
      request.body = isTooLarge ? [] : request.body
      // Owned by the exchange, which cancels it when the client goes away.
      state.task = Task { [responder, request] in
        let response =
          isTooLarge
          ? HTTPProblem.tooLarge(limit: max(limit, 0)).response
          : await responder.respond(to: request)
        self.deliver(responder.finish(response, to: request))
      }
      return true
    }
  }

  /// The answer, once it is there.
  func takeResponse() -> HTTPResponse? {
    state.withLock { state in
      defer { state.response = nil }
      return state.response
    }
  }

  /// The answer is a stream.
  func begin(_ source: any ResponseSource) {
    source.attach { [weak self] in self?.wake() }
    state.withLock { $0.source = source }
  }

  /// Fills a buffer from the stream.
  ///
  /// - Returns: How many bytes were written; 0 when the connection was suspended because there are
  ///   none, `nil` at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    state.withLock { state in
      if state.chunk.isEmpty {
        guard !state.isClosing, let source = state.source else { return nil }
        switch source.next() {
        case .bytes(let bytes): state.chunk = bytes[...]
        case .end: return nil
        case .wait:
          guard let connection = state.connection else { return nil }
          state.isSuspended = true
          unsafe MHD_suspend_connection(connection.pointer)
          return 0
        }
      }
      let part = state.chunk.prefix(buffer.count)
      unsafe buffer.copyBytes(from: part)
      state.chunk = state.chunk.dropFirst(part.count)
      return part.count
    }
  }

  /// The stream has something new.
  func wake() {
    state.withLock { state in
      resume(&state)
    }
  }

  /// Notices a client that went away while nothing was sent or expected.
  func noticeHangUp() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.isSuspended, let connection = state.connection else { return nil }
      var descriptor = unsafe pollfd(
        fd: CMicroHTTPD_socket(connection.pointer),
        events: Int16(0x2000),  // POLLRDHUP
        revents: 0
      )
      guard unsafe poll(&descriptor, 1, 0) > 0 else { return nil }
      state.isClosing = true
      resume(&state)
      return state.task
    }
    task?.cancel()
  }

  /// The server stops.
  func close() {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.isClosing = true
      resume(&state)
      return state.task
    }
    task?.cancel()
  }

  /// libmicrohttpd is done with the request.
  func end() {
    let (task, source) = state.withLock { state in
      state.connection = nil
      state.isSuspended = false
      state.request.body = []
      state.chunk = []
      budget.giveBack(state.reserved)
      state.reserved = 0
      defer { state.source = nil }
      return (state.task, state.source)
    }
    task?.cancel()
    source?.detach()
  }

  private func deliver(_ response: HTTPResponse) {
    state.withLock { state in
      // The body has been used.
      budget.giveBack(state.reserved)
      state.reserved = 0
      state.response = response
      resume(&state)
    }
  }

  private func resume(_ state: inout State) {
    guard state.isSuspended, let connection = state.connection else { return }
    state.isSuspended = false
    unsafe MHD_resume_connection(connection.pointer)
  }
}

extension HTTPProblem {
  /// A body that is longer than it may be.
  static func tooLarge(limit: Int) -> HTTPProblem {
    HTTPProblem(
      413,
      "tooLarge",
      "The body is longer than the \(limit) bytes that are taken here.",
      remedy: "Send fewer or smaller pictures, or raise limits.bodyMegabytes in the configuration."
    )
  }

  /// There is too much to do.
  static var overloaded: HTTPProblem {
    var problem = HTTPProblem(
      503,
      "overloaded",
      "There is more to do than fits in memory.",
      remedy: "Try again in a few seconds."
    )
    problem.headers = [HTTPField(name: "Retry-After", value: "5")]
    return problem
  }
}
