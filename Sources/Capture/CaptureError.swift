/// Why a camera cannot be used, and what to do about it.
public struct CaptureError: Error, Sendable, Hashable, Codable {
  /// The reason, to switch on.
  public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
    /// No camera is connected, or none matches the one asked for.
    case noCamera

    /// The node exists and is no capture device (metadata, output, codec, tuner …).
    case notACaptureDevice

    /// The node's mode or access list does not let this user open it (`EACCES`).
    case permissionDenied

    /// A sandbox or device policy forbids the node (`EPERM`).
    case deniedByPolicy

    /// Another program streams from it (`EBUSY`).
    case busy

    /// The camera was there and is gone (`ENODEV`, hang-up).
    case disconnected

    /// It offers nothing that can be read, or refused every mode tried.
    case noUsableFormat

    /// The USB bus has no bandwidth left for it (`ENOSPC`).
    case noBandwidth

    /// The input has no signal.
    case noSignal

    /// Frames stopped without an error.
    case stalled

    /// The driver reported an error that a restart of the stream can cure (`EIO`, `EPIPE`).
    case streamError

    /// A size, rate or control that was asked for does not exist on this camera.
    case invalidSetting

    /// The name matches more than one camera.
    case ambiguous

    /// A recording that cannot be played or written.
    case recording

    /// Anything else; the message carries the call and the errno.
    case system
  }

  /// The reason, to switch on.
  public var code: Code

  /// One sentence that names the thing and the reason.
  public var message: String

  /// One sentence that says what to do, where something can be done.
  public var remedy: String?

  /// The failed kernel call behind it, if there was one.
  public var cause: SystemCallError?

  /// Makes an error.
  public init(
    _ code: Code,
    _ message: String,
    remedy: String? = nil,
    cause: SystemCallError? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.cause = cause
  }
}

extension CaptureError: CustomStringConvertible {
  /// Message and remedy as one text.
  public var description: String {
    if let remedy { "\(message) \(remedy)" } else { message }
  }
}
