import Capture
public import Imaging

extension DataScanner {
  /// The part of the upright picture that is read; may be changed at any time, while scanning too.
  ///
  /// Items outside leave at once, those inside keep their identity. The whole picture by default.
  public var regionOfInterest: NormalizedRect {
    get { controls.view.region }
    set { controls.update { $0.region = newValue } }
  }

  /// The place, in the upright picture, by which the one item is chosen that is reported when
  /// ``ScanSettings/recognizesMultipleItems`` is off; the middle by default.
  ///
  /// `DataScannerViewController` moves it to where the user taps.
  public var pointOfInterest: NormalizedPoint {
    get { controls.view.point }
    set { controls.update { $0.point = newValue } }
  }

  /// How much larger things appear than the camera shows them at its widest.
  ///
  /// The lens zooms where the camera has one that can; the rest of the way only the picture's middle is
  /// read. Places of items are those in the camera's whole picture all the same. A value outside
  /// ``minZoomFactor``…``maxZoomFactor`` becomes the nearest inside.
  public var zoomFactor: Double {
    get { controls.view.zoom }
    set {
      let factor = min(max(newValue, minZoomFactor), maxZoomFactor)
      controls.update { $0.zoom = factor }
    }
  }

  /// The smallest zoom factor: the whole picture.
  public var minZoomFactor: Double { 1 }

  /// The largest zoom factor; more than a tenth of a picture's side holds too few pixels to read.
  public var maxZoomFactor: Double { 10 }

  /// Takes a photo at the camera's highest resolution, the sharpest of a few frames.
  ///
  /// While it scans, the stream is interrupted for a second or two and goes on by itself; items keep their
  /// identity. While it does not, the camera is opened for it.
  ///
  /// - Returns: The photo.
  /// - Throws: ``CaptureError`` when the camera cannot be used, `CancellationError` when the scan
  ///   ends meanwhile.
  public func capturePhoto() async throws -> PhotoCapture.Photo {
    if let photo = try await controls.photo() { return photo }
    guard case .camera(let selector, var camera) = settings.source else {
      throw CaptureError(
        .recording,
        "A recording takes photos only while it plays.",
        remedy: "Start scanning first."
      )
    }
    camera.size = nil
    camera.frameRate = nil
    camera.wantedRows = .max
    return try await PhotoCapture(selector: selector, settings: camera, kernel: kernel).take()
  }
}
