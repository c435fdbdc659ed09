public import Capture

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
    public func jpeg() throws -> [UInt8] { try frame.jpeg() }
  }

  private let selector: CameraSelector
  private let settings: CameraSettings
  private let kernel: any Kernel

  /// Makes a photographer for a camera.
  public init(selector: CameraSelector, settings: CameraSettings) {
    self.init(selector: selector, settings: settings, kernel: LinuxKernel())
  }

  init(selector: CameraSelector, settings: CameraSettings, kernel: any Kernel) {
    self.selector = selector
    self.settings = settings
    self.kernel = kernel
  }

  /// Takes a photo; cancelling the task ends the wait.
  ///
  /// - Returns: The photo.
  /// - Throws: ``CaptureError`` when the camera cannot be used, `CancellationError` when cancelled.
  public func take() async throws -> Photo {
    let stop = StopSignal()
    let worker = PhotoWorker()
    return try await withTaskCancellationHandler {
      guard let photo = try await worker.take(selector, settings, kernel, until: stop) else {
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
      _ kernel: any Kernel,
      until stop: StopSignal
    ) throws(CaptureError) -> Photo? {
      let info = try CameraDirectory(kernel: kernel).resolve(selector)
      var camera = try Camera(opening: info, settings: settings, kernel: kernel)
      stop.watch(camera.wake)
      defer {
        stop.watch(nil)
        camera.stop()
      }
      try camera.start()
      return try PhotoChoice(minimumWarmUpFrames: 10).take(from: &camera, until: stop)
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
