import Capture

/// Does on the capturing thread what is asked of a running stream: zooming with the lens, photos at the
/// camera's highest resolution.
struct ControlDesk {
  private let controls: LiveControls
  private let settings: CameraSettings
  private var zoom = 1.0

  /// Makes a desk.
  ///
  /// - Parameters:
  ///   - controls: Who asks.
  ///   - settings: What the scan wants of the camera.
  init(controls: LiveControls, settings: CameraSettings) {
    self.controls = controls
    self.settings = settings
  }

  /// The stream runs.
  func open() {
    controls.beginCapture()
  }

  /// Shows a frame to whoever watches.
  func show(_ frame: borrowing Frame) {
    controls.tap.offer(frame)
  }

  /// Does what is asked for.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - stop: Ends it from another thread.
  /// - Returns: Whether the stream was interrupted for it.
  /// - Throws: ``CaptureError`` when the stream cannot go on; a photo that fails alone does not.
  mutating func serve<Source: FrameSource & ~Copyable>(
    _ source: inout Source,
    until stop: StopSignal
  ) throws(CaptureError) -> Bool {
    let wanted = controls.view.zoom
    if wanted != zoom {
      zoom = wanted
      let lens = source.zoom(to: wanted)
      controls.update { $0.lensZoom = lens }
    }
    guard controls.wantsPhoto else { return false }
    var largest = settings
    largest.size = nil
    largest.frameRate = nil
    largest.wantedRows = .max
    do throws(CaptureError) {
      try source.use(largest)
      let choice = PhotoChoice(minimumWarmUpFrames: 3)
      if let photo = try choice.take(from: &source, until: stop) {
        controls.answer(.success(photo))
      }
    } catch {
      controls.answer(.failure(error))
    }
    try source.use(settings)
    return true
  }
}
