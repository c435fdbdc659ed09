public import Capture
public import Recognition

/// Why scanning is impossible, with what to do about it.
public enum ScanError: Error, Sendable, Hashable {
  /// The camera cannot be used.
  case capture(CaptureError)

  /// The engine cannot be used.
  case recognition(RecognitionError)

  init(_ error: CaptureError) { self = .capture(error) }

  init(_ error: RecognitionError) { self = .recognition(error) }

  /// The reason as one word.
  public var code: String {
    switch self {
    case .capture(let error): error.code.rawValue
    case .recognition(let error): error.code.rawValue
    }
  }

  /// One sentence that names the thing and the reason.
  public var message: String {
    switch self {
    case .capture(let error): error.message
    case .recognition(let error): error.message
    }
  }

  /// One sentence that says what to do, where something can be done.
  public var remedy: String? {
    switch self {
    case .capture(let error): error.remedy
    case .recognition(let error): error.remedy
    }
  }

  /// Whether it is the engine that cannot be used.
  public var isEngine: Bool {
    if case .recognition = self { true } else { false }
  }

  /// Whether something has to be added to this machine, a camera, an engine or a language, rather
  /// than freed or permitted.
  public var isUnsupported: Bool {
    switch self {
    case .capture(let error):
      switch error.code {
      case .noCamera, .notACaptureDevice, .noUsableFormat, .recording, .disconnected: true
      case .permissionDenied, .deniedByPolicy, .busy, .noBandwidth, .noSignal, .stalled: false
      case .streamError, .invalidSetting, .ambiguous, .system: false
      }
    case .recognition: true
    }
  }
}
