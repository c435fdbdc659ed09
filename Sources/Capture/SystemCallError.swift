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
}
