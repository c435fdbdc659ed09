import FoundationEssentials
import Glibc

/// Where the end of a job is reported to: a URL on this machine, or on a host the configuration lists.
struct CallbackTarget: Sendable, Hashable {
  /// How long a connection may hang.
  private static let seconds = 10

  /// The host, a name or a number.
  let host: String

  /// The port.
  let port: Int

  /// Path and query, as they stand in the URL.
  let path: String

  /// Takes a URL.
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - hosts: The hosts that may be named besides this machine.
  /// - Throws: ``HTTPProblem`` when it is none, or names another host.
  init(_ text: String, hosts: [String]) throws(HTTPProblem) {
    let prefix = "http://"
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard text.lowercased().hasPrefix(prefix), text.utf8.count <= 2048, isPlain else {
      throw HTTPProblem(
        422,
        "callback",
        "callback: This has to be a URL that begins with http://.",
        remedy: "For TLS, name a proxy on this machine."
      )
    }
    let rest = text.dropFirst(prefix.count).prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard let name = HostName(String(rest[..<end])) else {
      throw HTTPProblem(422, "callback", "callback: There is no host in this URL.")
    }
    let isLocal = name.name == "localhost" || name.name == "::1" || name.isLoopback
    guard isLocal || hosts.contains(name.name) else {
      throw HTTPProblem(
        422,
        "callback",
        "callback: \(name.name) is neither this machine nor among the hosts that may be called.",
        remedy: "Add it to callbackHosts in the configuration."
      )
    }
    host = name.name == "localhost" ? "127.0.0.1" : name.name
    port = name.port ?? 80
    path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
  }

  /// Sends a document there; blocks until it is sent, ten seconds at most for each step.
  ///
  /// - Parameter body: The document, in JSON.
  /// - Returns: Whether it was taken.
  func post(_ body: [UInt8]) -> Bool {
    guard let socket = connection() else { return false }
    defer { close(socket) }
    let name = host.contains(":") ? "[\(host)]" : host
    let head =
      "POST \(path) HTTP/1.1\r\nHost: \(name):\(port)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    var rest = (Array(head.utf8) + body)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    var answer = [UInt8](repeating: 0, count: 32)
    let count = unsafe recv(socket, &answer, answer.count, 0)
    guard count >= 12 else { return false }
    let status = String(decoding: answer[..<count], as: UTF8.self).split(separator: " ")
    return status.count > 1 && status[1].first == "2"
  }

  private func connection() -> CInt? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0 else { return nil }
    defer { unsafe freeaddrinfo(found) }
    var next = unsafe found
    while let info = unsafe next {
      unsafe next = info.pointee.ai_next
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let socket = unsafe Glibc.socket(info.pointee.ai_family, type, 0)
      guard socket >= 0 else { continue }
      var limit = timeval(tv_sec: Self.seconds, tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      _ = unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
      _ = unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
      if unsafe connect(socket, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 {
        return socket
      }
      close(socket)
    }
    return nil
  }
}

extension HostName {
  /// Whether it is an address of this machine alone.
  var isLoopback: Bool { name == "::1" || (isNumeric && name.hasPrefix("127.")) }
}
