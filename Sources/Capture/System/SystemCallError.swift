import Glibc

/// A kernel call that failed.
public struct SystemCallError: Error, Sendable, Hashable, Codable {
  /// The call or request as the kernel names it, such as `open` or `VIDIOC_S_FMT`.
  public var call: String

  /// The value of `errno`.
  public var code: Int32

  /// Makes an error.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The system's words for the code, such as `No such device`.
  public var reason: String {
    // glibc's strerror answers from thread-local memory.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

extension SystemCallError: CustomStringConvertible {
  /// Call and reason, such as `VIDIOC_STREAMON: No space left on device`.
  public var description: String { "\(call): \(reason)" }
}
