public import Capture
public import Recognition

/// Whether scanning is supported on this machine and available now, and why not.
public struct ScannerAvailability: Sendable, Hashable {
  /// The cameras that are connected, usable or not.
  public var cameras: [CameraInfo]

  /// The camera a scan would use, or uses; `nil` when there is none.
  public var camera: CameraInfo?

  /// The engine a scan would read text with; `nil` when it cannot be loaded, or only codes are read.
  public var engine: RecognitionEngine?

  /// The code reader; `nil` when it is missing, which is a reason only where codes are asked for.
  public var codeReader: RecognitionEngine?

  /// What stands in the way, each with a code, a message and a remedy: first what makes scanning
  /// unsupported, then what makes it unavailable.
  public var reasons: [ScanError]

  /// Whether this machine has what scanning needs.
  ///
  /// That is a camera that can be read and an engine with the languages asked for; permission and
  /// other programs do not count.
  public var isSupported: Bool { !reasons.contains(where: \.isUnsupported) }

  /// Whether a scan could begin now, or runs.
  public var isAvailable: Bool { reasons.isEmpty }

  /// The first of the reasons.
  public var error: ScanError? { reasons.first }

  /// Looks at this machine: opens cameras to ask what they offer, loads the engine once.
  ///
  /// - Parameter settings: What is to be scanned.
  /// - Returns: What was found.
  public static func current(for settings: ScanSettings = ScanSettings()) -> ScannerAvailability {
    ScannerAvailability(
      settings,
      engine: .available(for: settings),
      standing: .unused,
      kernel: LinuxKernel()
    )
  }
}

extension ScannerAvailability {
  /// Looks at the cameras.
  ///
  /// - Parameters:
  ///   - settings: What is to be scanned.
  ///   - engine: The engine, or why there is none.
  ///   - standing: What a scan that runs knows about its camera.
  ///   - kernel: The machine.
  init(
    _ settings: ScanSettings,
    engine: Result<RecognitionEngine?, RecognitionError>,
    standing: CameraStanding,
    kernel: any Kernel
  ) {
    let directory = CameraDirectory(kernel: kernel)
    cameras = directory.cameras()
    reasons = []
    switch engine {
    case .success(let engine): self.engine = engine
    case .failure(let error): reasons.append(ScanError(error))
    }
    do throws(RecognitionError) {
      _ = try BarcodeReader()
      codeReader = BarcodeReader.engine
    } catch {
      if settings.types.codes != nil { reasons.append(ScanError(error)) }
    }
    guard case .camera(let selector, _) = settings.source else { return }
    if case .used(let node) = standing, let index = cameras.firstIndex(where: { $0.node == node }) {
      // The look found it held by this very program.
      cameras[index].unavailable = nil
      camera = cameras[index]
      return
    }
    do throws(CaptureError) {
      let camera = try directory.resolve(selector)
      self.camera = camera
      if let error = camera.unavailable { throw error }
      if case .unusable(let error) = standing { throw error }
    } catch {
      if case .unusable(let known) = standing {
        reasons.append(ScanError(known))
      } else {
        reasons.append(ScanError(error))
      }
    }
    reasons.sort { $0.isUnsupported && !$1.isUnsupported }
  }
}

extension Result<RecognitionEngine?, RecognitionError> {
  /// Loads the text engine once.
  ///
  /// - Parameter settings: What is to be scanned.
  /// - Returns: The engine, `nil` when no text is to be read, or why it cannot be loaded.
  static func available(for settings: ScanSettings) -> Self {
    guard settings.types.readsText else { return .success(nil) }
    do throws(RecognitionError) {
      return .success(try EngineRecognizer(settings.request.configuration).engine)
    } catch {
      return .failure(error)
    }
  }
}

extension ScannerAvailability: Encodable {
  private enum CodingKeys: String, CodingKey {
    case supported, available, camera, engine, neuralEngine, codeReader, reasons
  }

  private struct Reason: Encodable {
    var code: String
    var message: String
    var remedy: String?
  }

  /// Writes what `lectern check --json` prints.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(isSupported, forKey: .supported)
    try fields.encode(isAvailable, forKey: .available)
    try fields.encodeIfPresent(camera, forKey: .camera)
    try fields.encodeIfPresent(engine, forKey: .engine)
    try fields.encode(NeuralEngine.isInstalled, forKey: .neuralEngine)
    try fields.encodeIfPresent(codeReader, forKey: .codeReader)
    try fields.encode(
      reasons.map { Reason(code: $0.code, message: $0.message, remedy: $0.remedy) },
      forKey: .reasons
    )
  }
}

extension DataScanner {
  /// Whether this machine has what scanning needs; see ``ScannerAvailability/isSupported``.
  public static var isSupported: Bool { ScannerAvailability.current().isSupported }

  /// Whether a scan could begin now; ``ScannerAvailability`` says why not.
  public static var isAvailable: Bool { ScannerAvailability.current().isAvailable }
}
