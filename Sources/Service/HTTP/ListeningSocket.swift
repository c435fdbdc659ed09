import FoundationEssentials
import Glibc

/// Sockets that listen.
enum ListeningSocket {
  /// Opens sockets on some addresses, all on the same port.
  ///
  /// - Parameters:
  ///   - addresses: Addresses in numbers.
  ///   - port: The port; 0 takes one that is free.
  /// - Returns: The sockets, which the caller closes, and the port.
  /// - Throws: ``ServiceError`` that names address and reason.
  static func open(
    _ addresses: [String],
    port: Int
  ) throws(ServiceError) -> (sockets: [CInt], port: Int) {
    var sockets: [CInt] = []
    var port = port
    do throws(ServiceError) {
      for address in addresses {
        // A machine without IPv6 has no ::1, which nobody misses.
        let isOptional = address == "::1" && !sockets.isEmpty
        guard let socket = try open(address, port: port, isOptional: isOptional) else { continue }
        sockets.append(socket)
        if port == 0 { port = Self.port(of: socket) }
      }
    } catch {
      for socket in sockets { close(socket) }
      throw error
    }
    return (sockets, port)
  }

  /// Finds out whether these are addresses at all.
  ///
  /// - Throws: ``ServiceError`` that names the first that is none.
  static func check(_ addresses: [String]) throws(ServiceError) {
    for address in addresses { unsafe freeaddrinfo(try resolve(address, port: 0)) }
  }

  /// The address in the kernel's form; the caller frees it.
  private static func resolve(
    _ address: String,
    port: Int
  ) throws(ServiceError) -> UnsafeMutablePointer<addrinfo> {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(address, String(port), &hints, &found) == 0,
      let info = unsafe found
    else {
      throw ServiceError(
        "'\(address)' is no address to listen on.",
        remedy: "Name one in numbers, such as 127.0.0.1, ::1 or 0.0.0.0."
      )
    }
    return unsafe info
  }

  private static func open(
    _ address: String,
    port: Int,
    isOptional: Bool
  ) throws(ServiceError) -> CInt? {
    let info = unsafe try resolve(address, port: port)
    defer { unsafe freeaddrinfo(info) }
    let socket = unsafe Glibc.socket(
      info.pointee.ai_family,
      CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0
    )
    guard socket >= 0 else {
      if isOptional { return nil }
      throw failure(address, port, errno)
    }
    var on: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    _ = unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if unsafe info.pointee.ai_family == AF_INET6 {
      _ = unsafe setsockopt(socket, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &on, size)
    }
    guard unsafe bind(socket, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
      listen(socket, 256) == 0
    else {
      let code = errno
      close(socket)
      if isOptional, code == EADDRNOTAVAIL { return nil }
      throw failure(address, port, code)
    }
    return socket
  }

  private static func failure(_ address: String, _ port: Int, _ code: CInt) -> ServiceError {
    let remedy: String? =
      switch code {
      case EADDRINUSE:
        "Another program listens there: ss -ltnp says which. Choose another with --port."
      case EACCES: "Ports below 1024 are for the system; choose another with --port."
      case EADDRNOTAVAIL: "This machine has no such address; ip address lists them."
      default: nil
      }
    return ServiceError(
      "Cannot listen on \(address) port \(port): \(unsafe String(cString: strerror(code))).",
      remedy: remedy
    )
  }

  private static func port(of socket: CInt) -> Int {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe getsockname(socket, address, &size)
      }
      // The port stands at the same place for both families, in network order.
      return unsafe storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }
}
