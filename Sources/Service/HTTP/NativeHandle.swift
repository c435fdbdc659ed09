/// A daemon or a connection of libmicrohttpd, which takes calls about it from any thread.
@safe
struct NativeHandle: Sendable, Hashable {
  /// What the library is given; valid until it says that it is done with it.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Names what the library handed out.
  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }
}

extension NativeHandle {
  /// Whether two are the same thing.
  static func == (first: NativeHandle, second: NativeHandle) -> Bool {
    unsafe first.pointer == second.pointer
  }

  /// Hashes the address.
  func hash(into hasher: inout Hasher) { unsafe hasher.combine(UInt(bitPattern: pointer)) }
}
