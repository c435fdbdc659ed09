import Capture
import Imaging

/// The gate's eyes: decodes frames small and compares them with those before.
struct GateSight: ~Copyable {
  private let region: NormalizedRect
  private var decoder = FrameDecoder()
  private var small = LumaImage(width: 0, height: 0)
  private var current = Thumbnail()
  private var previous = Thumbnail()
  private var reference = Thumbnail()
  private var framesSeen = 0

  /// Makes eyes that have seen nothing.
  ///
  /// - Parameter region: The part of the stored picture that counts.
  init(region: NormalizedRect) {
    self.region = region
  }

  /// A new stream begins: there is no frame before the next one.
  mutating func streamBegan() {
    framesSeen = 0
  }

  /// Measures a frame against the one looked at before and the one read last.
  ///
  /// - Parameter frame: The frame as it came.
  /// - Returns: The measures, or `nil` when the frame cannot be decoded.
  mutating func look(at frame: borrowing Frame) -> Gate.Measure? {
    guard decode(frame) else { return nil }
    swap(&current, &previous)
    current.exchange(&small)
    framesSeen += 1
    return Gate.Measure(
      motion: framesSeen > 1 ? current.change(from: previous) : nil,
      sinceRead: reference.image.isEmpty ? nil : current.change(from: reference),
      meanLuma: current.mean,
      sharpness: current.image.sharpness()
    )
  }

  /// The frame looked at last is the one that is read now.
  mutating func keepAsReference() {
    reference = current
  }

  private mutating func decode(_ frame: borrowing Frame) -> Bool {
    do {
      try decoder.decode(frame, scale: .quarter, into: &small)
    } catch {
      return false
    }
    if region != .fullImage { small = small.cropped(to: region.pixelRect(in: small.size)) }
    return true
  }
}

extension NormalizedRect {
  /// The same part of the picture as it is stored, for a part of the upright one.
  func stored(in orientation: ImageOrientation) -> NormalizedRect {
    let corners = [NormalizedPoint(x: x, y: y), NormalizedPoint(x: x + width, y: y + height)]
      .map { orientation.stored($0) }
    let left = min(corners[0].x, corners[1].x)
    let top = min(corners[0].y, corners[1].y)
    let right = max(corners[0].x, corners[1].x)
    let bottom = max(corners[0].y, corners[1].y)
    return NormalizedRect(x: left, y: top, width: right - left, height: bottom - top) ?? .fullImage
  }
}
