import Capture

extension SourceDescription {
  /// A camera whose mode is not chosen yet.
  init(_ camera: CameraInfo) {
    self.init(
      name: camera.name,
      id: camera.identity.id,
      node: camera.node,
      width: 0,
      height: 0,
      format: "",
      fps: 0
    )
  }
}

extension CaptureError {
  /// The scanner's state while this is what keeps it from scanning.
  var state: ScannerState {
    switch code {
    case .noCamera, .ambiguous: .absent
    case .permissionDenied, .deniedByPolicy: .denied
    case .busy: .busy
    case .disconnected: .lost
    case .noBandwidth: .noBandwidth
    case .noSignal: .noSignal
    case .stalled, .streamError, .system: .recovering
    case .notACaptureDevice, .noUsableFormat, .invalidSetting, .recording: .unsupported
    }
  }
}
