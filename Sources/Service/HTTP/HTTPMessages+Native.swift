internal import CMicroHTTPD

extension HTTPRequest {
  /// Takes over what libmicrohttpd parsed.
  init(
    _ connection: OpaquePointer,
    path: UnsafePointer<CChar>,
    method: UnsafePointer<CChar>
  ) {
    unsafe self.init(method: String(cString: method), path: String(cString: path))
    unsafe query = Self.fields(.GET_ARGUMENT_KIND, of: connection)
    unsafe headers = Self.fields(.HEADER_KIND, of: connection)
  }

  private static func fields(_ kind: MHD_ValueKind, of connection: OpaquePointer) -> [HTTPField] {
    var fields: [HTTPField] = []
    unsafe withUnsafeMutablePointer(to: &fields) { fields in
      _ = unsafe MHD_get_connection_values(
        connection,
        kind,
        { closure, _, name, value in
          guard let name = unsafe name else { return MHD_Result.YES }
          let field = unsafe HTTPField(
            name: String(cString: name),
            value: value.map { unsafe String(cString: $0) } ?? ""
          )
          unsafe closure?.assumingMemoryBound(to: [HTTPField].self).pointee.append(field)
          return MHD_Result.YES
        },
        UnsafeMutableRawPointer(fields)
      )
    }
    return fields
  }
}

extension HTTPResponse {
  /// The response for libmicrohttpd; the caller destroys it.
  func native(for exchange: HTTPExchange) -> OpaquePointer? {
    switch body {
    case .bytes(var bytes):
      return unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe MHD_create_response_from_buffer(
          bytes.count,
          bytes.baseAddress,
          .RESPMEM_MUST_COPY
        )
      }
    case .stream(let source):
      exchange.begin(source)
      return unsafe MHD_create_response_from_callback(
        UInt64.max,
        32 << 10,
        { closure, _, buffer, count in
          guard let closure = unsafe closure, let buffer = unsafe buffer else { return -1 }
          let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(closure).takeUnretainedValue()
          let bytes = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count)
          return unsafe exchange.read(into: bytes) ?? -1
        },
        Unmanaged.passRetained(exchange).toOpaque(),
        { closure in
          if let closure = unsafe closure {
            unsafe Unmanaged<HTTPExchange>.fromOpaque(closure).release()
          }
        }
      )
    }
  }
}
