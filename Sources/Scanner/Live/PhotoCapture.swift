public import Capture
import Imaging

/// Takes single photos: the exposure settled, the picture sharp.
public struct PhotoCapture: Sendable {
  /// A photo and what took it.
  public struct Photo: Sendable {
    /// The frame as the camera sent it.
    public var frame: Frame

    /// The camera and its mode.
    public var source: SourceDescription

    /// A complete JPEG file of the frame, in colour where the camera's format has colour.
    ///
    /// - Returns: The file's bytes.
    /// - Throws: When the frame cannot be encoded.
    public func jpeg() throws -> [UInt8] {
      var encoder = try JPEGEncoder()
      if V4LConverter.canConvert(frame.layout.format) {
        var decoder = FrameDecoder()
        var luma = LumaImage(width: 0, height: 0)
        try decoder.decode(frame, scale: .full, into: &luma)
        return try encoder.encode(luma)
      }
      return try encoder.encode(frame.bytes, layout: frame.layout)
    }
  }

  /// After how many frames an exposure that goes on moving is taken as it is.
  private static let maximumWarmUpFrames = 25

  /// From how many frames after warming up the sharpest is chosen.
  private static let choice = 3

  private let selector: CameraSelector
  private let settings: CameraSettings

  /// Makes a photographer for a camera.
  public init(selector: CameraSelector, settings: CameraSettings) {
    self.selector = selector
    self.settings = settings
  }

  /// Takes a photo; cancelling the task ends the wait.
  ///
  /// - Returns: The photo.
  /// - Throws: ``CaptureError`` when the camera cannot be used, `CancellationError` when cancelled.
  public func take() async throws -> Photo {
    let stop = StopSignal()
    let worker = PhotoWorker()
    return try await withTaskCancellationHandler {
      guard let photo = try await worker.take(selector, settings, until: stop) else {
        throw CancellationError()
      }
      return photo
    } onCancel: {
      stop.stop()
    }
  }

  private actor PhotoWorker {
    private let executor = QueueExecutor(label: "lectern.photo")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }

    func take(
      _ selector: CameraSelector,
      _ settings: CameraSettings,
      until stop: StopSignal
    ) throws(CaptureError) -> Photo? {
      let info = try CameraDirectory().resolve(selector)
      var camera = try Camera(opening: info, settings: settings)
      stop.watch(camera.wake)
      defer {
        stop.watch(nil)
        camera.stop()
      }
      try camera.start()
      var frame = Frame()
      var best: (frame: Frame, sharpness: Double)?
      var sight = GateSight(region: .fullImage, orientation: .up)
      var warmUp = WarmUp()
      var candidates = 0
      while candidates < PhotoCapture.choice {
        guard !stop.isStopped else { return nil }
        switch try camera.nextFrame(into: &frame, timeout: .seconds(8)) {
        case .frame: break
        case .woken, .ended: return nil
        case .timedOut: throw .stalled(camera.source, after: .seconds(8))
        }
        guard let look = sight.look(at: frame) else { continue }
        guard warmUp.isOver(meanLuma: look.meanLuma) else { continue }
        candidates += 1
        if look.sharpness > best?.sharpness ?? -1 { best = (frame, look.sharpness) }
      }
      return best.map { Photo(frame: $0.frame, source: camera.source) }
    }
  }

  /// Waits for a steady exposure: at least ten frames, the last three of like brightness.
  private struct WarmUp {
    private var frames = 0
    private var steady = 0
    private var luma = 0.0

    mutating func isOver(meanLuma: Double) -> Bool {
      frames += 1
      steady = abs(meanLuma - luma) <= max(0.02 * luma, 1) ? steady + 1 : 0
      luma = meanLuma
      return frames >= 10 && steady >= 3 || frames >= PhotoCapture.maximumWarmUpFrames
    }
  }
}

extension CaptureError {
  /// The camera is silent.
  static func stalled(_ source: SourceDescription, after limit: Duration) -> CaptureError {
    CaptureError(
      .stalled,
      "\(source.name) (\(source.node)) has sent no usable frame for \(limit).",
      remedy: "If it stays so, unplug the camera and plug it in again."
    )
  }
}
