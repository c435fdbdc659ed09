public import Imaging

/// Finds the sheet of paper a picture shows.
///
/// The counterpart of Vision's `DetectDocumentSegmentationRequest`, with corners and no mask.
public struct DetectDocumentSegmentationRequest: Sendable, Hashable {
  /// Makes a request.
  public init() {}

  /// Looks for a sheet; blocks for some 30 milliseconds, whatever the picture's size.
  ///
  /// - Parameter image: The picture, upright.
  /// - Returns: The sheet, which may reach beyond the picture; nothing where there is none, or where it
  ///   fills the picture.
  public func perform(on image: LumaImage) -> DetectedDocumentObservation? {
    guard let page = PageFinder.pages(in: image).first else { return nil }
    let size = SIMD2(Double(image.width), Double(image.height))
    let corners = page.corners.map { NormalizedPoint(x: $0.x / size.x, y: $0.y / size.y) }
    return DetectedDocumentObservation(
      bounds: Quadrilateral(
        topLeft: corners[0],
        topRight: corners[1],
        bottomRight: corners[2],
        bottomLeft: corners[3]
      ),
      confidence: min(page.confidence, 1)
    )
  }
}

/// A sheet of paper in a picture.
public struct DetectedDocumentObservation: Sendable, Hashable, Codable {
  /// Its corners, clockwise, the first the one nearest to the picture's upper left.
  public var bounds: Quadrilateral

  /// How well its sides are backed by edges, 0…1.
  public var confidence: Double
}
