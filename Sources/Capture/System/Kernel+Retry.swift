import Glibc

extension Kernel {
  /// Makes a call again for as long as a signal interrupts it.
  package func uninterrupted<R>(
    _ call: () throws(SystemCallError) -> R
  ) throws(SystemCallError) -> R {
    while true {
      do {
        return try call()
      } catch {
        guard error.code == EINTR else { throw error }
      }
    }
  }

  /// Waits until something happens or a moment has come, through any number of signals.
  ///
  /// - Parameters:
  ///   - device: The device to wait for, if any.
  ///   - wake: The event that ends the wait.
  ///   - deadline: The moment on `CLOCK_MONOTONIC`.
  /// - Returns: What happened; nothing, when the moment came.
  /// - Throws: The `errno` of `poll`, never `EINTR`.
  package func wait(
    device: CInt?,
    wake: WakeEvent,
    until deadline: Duration
  )
    throws(SystemCallError) -> PollResult
  {
    try uninterrupted { () throws(SystemCallError) in
      try poll(
        device: device,
        wake: wake.descriptor,
        timeout: Swift.max(deadline - now, .zero)
      )
    }
  }

  /// A small file's text without the white space around it; `nil` where it cannot be read.
  package func text(of path: String) -> String? {
    var bytes: [UInt8] = []
    guard
      (try? uninterrupted({ () throws(SystemCallError) in
        try read(path, into: &bytes, limit: 4096)
      })) != nil
    else { return nil }
    let blank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) || $0 == 0 }
    guard let first = bytes.firstIndex(where: { !blank($0) }),
      let last = bytes.lastIndex(where: { !blank($0) })
    else { return nil }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  /// Whether anything is there.
  package func exists(_ path: String) -> Bool {
    (try? status(of: path)) != nil
  }
}
