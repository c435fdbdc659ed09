internal import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Serves HTTP on sockets that listen already, one thread each, whatever the number of connections.
@safe
final class HTTPServer: Sendable {
  /// How often clients that went away without a word are looked for.
  private static let watchMilliseconds = 250

  private struct State {
    var daemons: [NativeHandle] = []
    var isStopping = false
    var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    var arrivals: [NativeHandle: Arrival] = [:]
  }

  /// A connection on which a request may be arriving.
  private struct Arrival {
    var socket: CInt
    var since: ContinuousClock.Instant?
  }

  private let responder: any HTTPResponder
  private let limits: HTTPLimits
  private let budget: BodyBudget
  private let state = Mutex(State())
  /// Touched by the initializer and by ``stop()`` alone.
  @safe private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// Begins to serve.
  ///
  /// - Parameters:
  ///   - sockets: Sockets that listen; the server closes them.
  ///   - limits: What it puts up with.
  ///   - responder: Answers.
  /// - Throws: ``ServiceError`` when a thread or memory is lacking.
  init(
    sockets: [CInt],
    limits: HTTPLimits = HTTPLimits(),
    responder: any HTTPResponder
  ) throws(ServiceError) {
    self.responder = responder
    self.limits = limits
    budget = BodyBudget(limits.bodyBytes)
    let queue = DispatchQueue(label: "lectern.http-watch")
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { @Sendable [weak self] in self?.look() }
    timer.schedule(
      deadline: .now(),
      repeating: .milliseconds(Self.watchMilliseconds),
      leeway: .milliseconds(50)
    )
    timer.resume()
    for socket in sockets {
      guard let daemon = unsafe listen(on: socket) else {
        throw ServiceError(
          "The HTTP server cannot start: it lacks memory, a thread or file descriptors.",
          remedy: "ulimit -a shows this process's limits."
        )
      }
      let handle = unsafe NativeHandle(daemon)
      state.withLock { $0.daemons.append(handle) }
    }
  }

  // The library's threads know this object by its address.
  deinit { stop() }

  /// Stops: what is under way is called off, and all connections are closed.
  func stop() {
    timer.cancel()
    let (daemons, exchanges) = state.withLock { state in
      defer { state.daemons = [] }
      state.isStopping = true
      return (state.daemons, Array(state.exchanges.values))
    }
    for daemon in daemons {
      // The library says whose it is again.
      let socket = unsafe MHD_quiesce_daemon(daemon.pointer)
      if socket >= 0 { Glibc.close(socket) }
    }
    for exchange in exchanges { exchange.close() }
    // Nothing is suspended any more: what closes answers at once, and nothing new is let in.
    for daemon in daemons { unsafe MHD_stop_daemon(daemon.pointer) }
  }

  private func listen(on socket: CInt) -> OpaquePointer? {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let completed: MHD_RequestCompletedCallback = { closure, _, context, _ in
      unsafe HTTPServer.from(closure)?.completed(context)
    }
    let connected: MHD_NotifyConnectionCallback = { closure, connection, _, code in
      unsafe HTTPServer.from(closure)?.noted(connection, code)
    }
    let access: MHD_AccessHandlerCallback = {
      closure,
      connection,
      path,
      method,
      _,
      bytes,
      count,
      context in
      guard let server = unsafe HTTPServer.from(closure), let connection = unsafe connection,
        let path = unsafe path, let method = unsafe method, let count = unsafe count,
        let context = unsafe context
      else { return MHD_Result.NO }
      return unsafe server.access(connection, path, method, bytes, count, context)
    }
    var options = unsafe [
      MHD_OptionItem(option: .LISTEN_SOCKET, value: Int(socket), ptr_value: nil),
      MHD_OptionItem(
        option: .CONNECTION_LIMIT,
        value: limits.connections,
        ptr_value: nil
      ),
      MHD_OptionItem(
        option: .PER_IP_CONNECTION_LIMIT,
        value: limits.connectionsPerAddress,
        ptr_value: nil
      ),
      MHD_OptionItem(
        option: .CONNECTION_TIMEOUT,
        value: limits.silence,
        ptr_value: nil
      ),
      MHD_OptionItem(
        option: .CONNECTION_MEMORY_LIMIT,
        value: 32 << 10,
        ptr_value: nil
      ),
      MHD_OptionItem(
        option: .NOTIFY_COMPLETED,
        value: unsafe unsafeBitCast(completed, to: Int.self),
        ptr_value: me
      ),
      MHD_OptionItem(
        option: .NOTIFY_CONNECTION,
        value: unsafe unsafeBitCast(connected, to: Int.self),
        ptr_value: me
      ),
      MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
    ]
    let flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_USE_ITC.rawValue
    return unsafe CMicroHTTPD_start(UInt32(flags), access, me, &options)
  }

  private static func from(_ closure: UnsafeMutableRawPointer?) -> HTTPServer? {
    unsafe closure.map {
      unsafe Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func access(
    _ connection: OpaquePointer,
    _ path: UnsafePointer<CChar>,
    _ method: UnsafePointer<CChar>,
    _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = unsafe context.pointee else {
      let request = unsafe HTTPRequest(connection, path: path, method: method)
      let exchange = unsafe HTTPExchange(
        request,
        on: NativeHandle(connection),
        responder: responder,
        budget: budget
      )
      let isAccepted = state.withLock { state in
        if !state.isStopping { state.exchanges[ObjectIdentifier(exchange)] = exchange }
        return !state.isStopping
      }
      guard isAccepted else { return MHD_Result.NO }
      unsafe context.pointee = Unmanaged.passRetained(exchange).toOpaque()
      if let refusal = exchange.admit() { return unsafe queue(refusal, for: exchange, connection) }
      return MHD_Result.YES
    }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
    if unsafe count.pointee > 0, let bytes = unsafe bytes {
      let isTaken = unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: count.pointee) {
        unsafe exchange.take(UnsafeBufferPointer(start: $0, count: count.pointee))
      }
      unsafe count.pointee = 0
      return isTaken ? MHD_Result.YES : MHD_Result.NO
    }
    if let response = exchange.takeResponse() {
      return unsafe queue(response, for: exchange, connection)
    }
    let handle = unsafe NativeHandle(connection)
    state.withLock { $0.arrivals[handle]?.since = nil }
    return exchange.answer() ? MHD_Result.YES : MHD_Result.NO
  }

  private func queue(
    _ answer: HTTPResponse,
    for exchange: HTTPExchange,
    _ connection: OpaquePointer
  ) -> MHD_Result {
    guard let response = unsafe answer.native(for: exchange) else { return MHD_Result.NO }
    defer { unsafe MHD_destroy_response(response) }
    for field in answer.headers {
      _ = unsafe MHD_add_response_header(response, field.name, field.value)
    }
    return unsafe MHD_queue_response(connection, UInt32(answer.status), response)
  }

  private func completed(_ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
    guard let pointer = unsafe context?.pointee else { return }
    unsafe context?.pointee = nil
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(pointer).takeRetainedValue()
    exchange.end()
    state.withLock { state in
      _ = state.exchanges.removeValue(forKey: ObjectIdentifier(exchange))
    }
  }

  private func noted(_ connection: OpaquePointer?, _ code: MHD_ConnectionNotificationCode) {
    guard let connection = unsafe connection else { return }
    let handle = unsafe NativeHandle(connection)
    guard code == .CONNECTION_NOTIFY_STARTED else {
      state.withLock { _ = $0.arrivals.removeValue(forKey: handle) }
      return
    }
    let arrival = unsafe Arrival(socket: CMicroHTTPD_socket(connection), since: .now)
    state.withLock { $0.arrivals[handle] = arrival }
  }

  /// Looks for clients that went away, and for requests that take for ever to arrive.
  private func look() {
    let exchanges = state.withLock { state in
      let limit = ContinuousClock.now - .seconds(limits.arrival)
      for (connection, arrival) in state.arrivals {
        guard let since = arrival.since, since < limit else { continue }
        // libmicrohttpd sees the end and closes it.
        shutdown(arrival.socket, CInt(SHUT_RDWR))
        state.arrivals[connection]?.since = nil
      }
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.noticeHangUp() }
  }
}
