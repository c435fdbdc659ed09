import Imaging

/// Keeps frames out of which a picture came although the decoder found them damaged.
///
/// What a bad cable left of a frame looks like a page that changed: half of it grey, or shifted, and
/// its lines would be read a second time. A few cameras never send a frame that the decoder has
/// nothing to say about; theirs are taken as they are, but for those that end early.
struct FrameIntegrity: Sendable {
  /// For so long no frame of a camera was whole before damaged ones are taken.
  static let patience = Duration.seconds(5)

  private var firstDamaged: Duration?
  private var hasSeenWhole = false

  /// Says whether a frame may be looked at.
  ///
  /// - Parameters:
  ///   - completeness: What the decoder says of it.
  ///   - time: When it was taken.
  /// - Returns: Whether it counts.
  mutating func accepts(_ completeness: DecodeCompleteness, at time: Duration) -> Bool {
    switch completeness {
    case .complete:
      hasSeenWhole = true
      return true
    case .damaged(let damage):
      let since = firstDamaged ?? time
      firstDamaged = since
      return !damage.isTruncated && !hasSeenWhole && time - since >= Self.patience
    }
  }
}
