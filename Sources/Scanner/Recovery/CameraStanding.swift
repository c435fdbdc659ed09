import Capture

/// What a scan knows about its camera better than a look from outside, to which a camera that this
/// program uses is merely busy.
enum CameraStanding: Sendable, Hashable {
  /// Nobody scans.
  case unused

  /// The camera streams.
  case used(node: String)

  /// The camera cannot be used, and is waited for.
  case unusable(CaptureError)
}
