public import Capture

/// Keeps a camera's frames as they come, so that what a user saw can be played again.
public struct FrameRecorder: Sendable {
  /// What was recorded.
  public struct Summary: Sendable, Hashable {
    /// The camera and its mode.
    public var source: SourceDescription

    /// How many frames were written.
    public var frames: Int

    /// What happened to the others.
    public var counters: FrameCounters
  }

  private let selector: CameraSelector
  private let settings: CameraSettings
  private let folder: String

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - selector: Which camera.
  ///   - settings: Its mode and controls.
  ///   - folder: Where the frames go; it is made where it does not exist.
  public init(selector: CameraSelector, settings: CameraSettings, folder: String) {
    self.selector = selector
    self.settings = settings
    self.folder = folder
  }

  /// Records until the task is cancelled.
  ///
  /// - Returns: What was recorded.
  /// - Throws: ``CaptureError`` when the camera cannot be used or the folder cannot be written.
  public func run() async throws(CaptureError) -> Summary {
    let stop = StopSignal()
    let worker = RecordingWorker()
    let result: Result<Summary, CaptureError> = await withTaskCancellationHandler {
      do throws(CaptureError) {
        return .success(try await worker.record(selector, settings, into: folder, until: stop))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      stop.stop()
    }
    return try result.get()
  }

  private actor RecordingWorker {
    private let executor = QueueExecutor(label: "lectern.recording")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }

    func record(
      _ selector: CameraSelector,
      _ settings: CameraSettings,
      into folder: String,
      until stop: StopSignal
    ) throws(CaptureError) -> Summary {
      let info = try CameraDirectory().resolve(selector)
      var camera = try Camera(opening: info, settings: settings)
      stop.watch(camera.wake)
      defer {
        stop.watch(nil)
        camera.stop()
      }
      var writer = try RecordingWriter(directory: folder)
      try camera.start()
      var frame = Frame()
      var frames = 0
      while !stop.isStopped {
        switch try camera.nextFrame(into: &frame, timeout: .seconds(8)) {
        case .frame:
          try writer.write(frame)
          frames += 1
        case .woken:
          break
        case .timedOut, .ended:
          throw .stalled(camera.source, after: .seconds(8))
        }
      }
      return Summary(source: camera.source, frames: frames, counters: camera.counters)
    }
  }
}
