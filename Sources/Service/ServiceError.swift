/// Why the service cannot do what it was told to, with what to do about it.
public struct ServiceError: Error, Sendable, Hashable {
  /// One sentence that names the thing and the reason.
  public var message: String

  /// One sentence that says what to do, where something can be done.
  public var remedy: String?

  /// Makes an error.
  public init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}

extension ServiceError: CustomStringConvertible {
  /// Message and remedy as one text.
  public var description: String { remedy.map { "\(message) \($0)" } ?? message }
}
