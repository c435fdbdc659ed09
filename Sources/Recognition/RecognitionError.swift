/// Why text could not be recognized, and what to do about it.
public struct RecognitionError: Error, Sendable, Hashable, Codable {
  /// The reason, to switch on.
  public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
    /// The work was cancelled.
    case cancelled

    /// The deadline passed.
    case timedOut

    /// No engine can be loaded.
    case engineMissing

    /// A language has no model here.
    case languageMissing

    /// A language's model is empty, cut off or not a model.
    case languageDamaged

    /// A language's model may not be read by this user.
    case languageUnreadable

    /// A setting that does not exist or cannot have this value.
    case invalidArgument

    /// The engine failed on this picture.
    case engineFailed
  }

  /// The reason, to switch on.
  public var code: Code

  /// One sentence that names the thing and the reason.
  public var message: String

  /// One sentence that says what to do, where something can be done.
  public var remedy: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, remedy: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }
}

extension RecognitionError: CustomStringConvertible {
  /// Message and remedy as one text.
  public var description: String {
    if let remedy { "\(message) \(remedy)" } else { message }
  }
}
