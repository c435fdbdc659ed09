public import Imaging

/// What the user asks of a camera.
///
/// Never overwritten by what the driver grants.
public struct CameraSettings: Sendable, Hashable, Codable {
  /// The exact size to use; `nil` lets negotiation choose.
  public var size: PixelSize?

  /// The frame rate to ask for, a second; `nil` lets negotiation choose.
  public var frameRate: Double?

  /// The rows wanted where the size is free: the smallest size with at least so many is taken, the
  /// largest where none has.
  public var wantedRows: Int

  /// Controls to set by name, in the order given, after the ones Lectern sets itself.
  public var controls: [ControlSetting]

  /// Makes settings; without arguments those for reading a document.
  public init(
    size: PixelSize? = nil,
    frameRate: Double? = nil,
    wantedRows: Int = 1080,
    controls: [ControlSetting] = []
  ) {
    self.size = size
    self.frameRate = frameRate
    self.wantedRows = wantedRows
    self.controls = controls
  }
}

/// One camera control and the value to give it.
public struct ControlSetting: Sendable, Hashable, Codable {
  /// The control's name as `v4l2-ctl` writes it: lower case, underscores.
  public var name: String

  /// The value; 0 and 1 for switches, the index for menus.
  public var value: Int

  /// Makes a setting.
  public init(name: String, value: Int) {
    self.name = name
    self.value = value
  }
}

/// Which camera is meant.
public enum CameraSelector: Sendable, Hashable {
  /// The first usable one, in the order of node numbers.
  case automatic

  /// A node or a link to one, such as `/dev/video2` or `/dev/v4l/by-id/…`.
  case path(String)

  /// Part of a camera's name, serial or stable identity, without regard to case.
  case name(String)
}
