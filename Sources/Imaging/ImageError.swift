/// Why a picture or a frame could not be turned into luma, and what to do about it.
public struct ImageError: Error, Sendable, Hashable, Codable {
  /// The reason, to switch on.
  public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
    /// There are no bytes at all.
    case empty

    /// The bytes are no picture: text, or nothing that is known.
    case notAnImage

    /// A picture, in a format or a variant of one that is not read here.
    case unsupportedFormat

    /// The bytes end too early, and nothing useful came before the end.
    case truncated

    /// The bytes contradict their own format.
    case damaged

    /// More pixels, pages or memory than the limits allow.
    case tooLarge

    /// Decoding took longer than the limit allows.
    case tooSlow

    /// A program that is needed for the format is not installed.
    case decoderMissing

    /// The program that decodes the format could not be started, or crashed.
    case decoderFailed

    /// The work was cancelled.
    case cancelled
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

extension ImageError: CustomStringConvertible {
  /// Message and remedy as one text.
  public var description: String {
    if let remedy { "\(message) \(remedy)" } else { message }
  }
}
