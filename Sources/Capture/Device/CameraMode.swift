public import Imaging

/// A way a camera can be run: format, size and rate.
public struct CameraMode: Sendable, Hashable, Codable {
  /// The pixel format.
  public var format: PixelFormat

  /// The size.
  public var size: PixelSize

  /// Frames a second; `nil` when the driver does not say.
  public var frameRate: Double?

  /// Makes a mode.
  public init(format: PixelFormat, size: PixelSize, frameRate: Double? = nil) {
    self.format = format
    self.size = size
    self.frameRate = frameRate
  }
}

extension CameraMode: CustomStringConvertible {
  /// `1920x1080 MJPG at 15 fps`.
  public var description: String {
    guard let frameRate else { return "\(size) \(format)" }
    return "\(size) \(format) at \(CameraMode.text(ofRate: frameRate)) fps"
  }

  /// A rate with the digits that matter: `30`, `7.5`, `29.97`.
  static func text(ofRate rate: Double) -> String {
    let hundredths = Int((rate * 100).rounded())
    guard hundredths % 100 != 0 else { return String(hundredths / 100) }
    let fraction = hundredths % 100
    return fraction % 10 == 0
      ? "\(hundredths / 100).\(fraction / 10)"
      : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
