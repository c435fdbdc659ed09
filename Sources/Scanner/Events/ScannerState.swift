/// What the scanner is doing about its camera.
public enum ScannerState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nobody wants to scan.
  case disabled

  /// No camera that matches is connected.
  case absent

  /// A camera has just appeared and is being set up by the system.
  case settling

  /// The camera may not be opened.
  case denied

  /// The camera is being asked what it offers.
  case probing

  /// Another program uses the camera.
  case busy

  /// The camera is being set to its mode.
  case configuring

  /// A cheaper mode is tried because the bus has no bandwidth.
  case steppingDown

  /// No mode fits the bandwidth that is left.
  case noBandwidth

  /// Frames arrive, the exposure is settling.
  case warming

  /// Frames arrive and are good.
  case streaming

  /// Frames arrive, many are bad.
  case degraded

  /// The input has no signal.
  case noSignal

  /// Frames stopped; the stream is being started again.
  case recovering

  /// The camera went away.
  case lost

  /// The camera offers nothing that can be read.
  case unsupported

  /// The scan is ending.
  case stopping
}
