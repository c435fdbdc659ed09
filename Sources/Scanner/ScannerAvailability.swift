public import Capture
public import Recognition

/// Whether scanning is supported on this machine and available now, and why not.
public struct ScannerAvailability: Sendable, Hashable {
  /// The cameras that are connected, usable or not.
  public var cameras: [CameraInfo]

  /// The camera a scan would use; `nil` when there is none.
  public var camera: CameraInfo?

  /// The engine a scan would use; `nil` when it cannot be loaded.
  public var engine: RecognitionEngine?

  /// What stands in the way: first what makes scanning unsupported, then what makes it unavailable.
  public var reasons: [ScanError]

  /// Whether this machine has what scanning needs.
  ///
  /// That is a camera that can be read and an engine with the languages asked for; permission and
  /// other programs do not count.
  public var isSupported: Bool { !reasons.contains(where: \.isUnsupported) }

  /// Whether a scan could begin now.
  public var isAvailable: Bool { reasons.isEmpty }

  /// The first of the reasons.
  public var error: ScanError? { reasons.first }

  /// Looks at this machine: opens cameras to ask what they offer, loads the engine once.
  ///
  /// - Parameter settings: What is to be scanned.
  /// - Returns: What was found.
  public static func current(for settings: ScanSettings = ScanSettings()) -> ScannerAvailability {
    var result = ScannerAvailability(cameras: [], camera: nil, engine: nil, reasons: [])
    do throws(RecognitionError) {
      let recognizer = try TesseractRecognizer(settings.request.configuration)
      result.engine = recognizer.engine
    } catch {
      result.reasons.append(ScanError(error))
    }
    let directory = CameraDirectory()
    result.cameras = directory.cameras()
    guard case .camera(let selector, _) = settings.source else { return result }
    do throws(CaptureError) {
      let camera = try directory.resolve(selector)
      result.camera = camera
      if let error = camera.unavailable { result.reasons.append(ScanError(error)) }
    } catch {
      result.reasons.append(ScanError(error))
    }
    result.reasons.sort { $0.isUnsupported && !$1.isUnsupported }
    return result
  }
}

extension DataScanner {
  /// Whether this machine has what scanning needs; see ``ScannerAvailability/isSupported``.
  public static var isSupported: Bool { ScannerAvailability.current().isSupported }

  /// Whether a scan could begin now; ``ScannerAvailability`` says why not.
  public static var isAvailable: Bool { ScannerAvailability.current().isAvailable }
}
