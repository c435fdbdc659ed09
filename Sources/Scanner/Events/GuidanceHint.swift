/// What keeps the camera from seeing text well, the weightiest first.
public enum GuidanceHint: String, Sendable, Hashable, Codable, CaseIterable {
  /// Even the lightest parts of the picture are dark.
  case tooDark

  /// A reflection hides part of the text.
  case glare

  /// The picture has been moving for a while.
  case holdStill

  /// What is at rest is not sharp.
  case tooBlurry

  /// Lines touch the edge of the picture.
  case pageCutOff

  /// The letters are too small to be read well.
  case moveCloser

  /// There is nothing to read.
  case noText
}
