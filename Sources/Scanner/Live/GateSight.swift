import Capture
import Imaging

/// The gate's eyes: decodes frames small, finds how the page moved, and compares what is left with
/// frames before.
struct GateSight: ~Copyable {
  /// What a frame shows by itself, before it is compared with others.
  struct Look: Sendable, Hashable {
    /// The mean luma, 0…255.
    var meanLuma: Double

    /// The variance of the Laplacian over the variance of the luma.
    var sharpness: Double
  }

  private var region: NormalizedRect
  private let orientation: ImageOrientation
  private var decoder = FrameDecoder()
  private var integrity = FrameIntegrity()
  private var small = LumaImage(width: 0, height: 0)
  private var current = Thumbnail()
  private var previous = Thumbnail()
  private var reference = Thumbnail()

  /// How the page stands now against the frame that was read last; `nil` when that page is not seen.
  private(set) var pose: PagePose?

  /// Makes eyes that have seen nothing.
  ///
  /// - Parameters:
  ///   - region: The part of the upright picture that counts.
  ///   - orientation: How the camera is mounted.
  init(region: NormalizedRect, orientation: ImageOrientation) {
    self.region = region
    self.orientation = orientation
  }

  /// A new stream begins: there is no frame before the next one.
  mutating func streamBegan() {
    previous = Thumbnail()
    pose = nil
  }

  /// Another part of the picture counts from now on; what was seen of the old one is forgotten.
  mutating func watch(_ region: NormalizedRect) {
    guard region != self.region else { return }
    self.region = region
    current = Thumbnail()
    previous = Thumbnail()
    reference = Thumbnail()
    pose = nil
  }

  /// Decodes a frame small.
  ///
  /// - Returns: What it shows by itself, or `nil` when it cannot be decoded or is damaged.
  mutating func look(at frame: borrowing Frame) -> Look? {
    guard decode(frame) else { return nil }
    current.exchange(&small)
    return Look(meanLuma: current.mean, sharpness: current.image.sharpness())
  }

  /// Compares the frame looked at with the one compared before and the one read last.
  ///
  /// A frame that is not compared, because it is blurred, leaves no trace.
  mutating func compare(_ look: Look) -> Gate.Measure {
    current.prepareMap()
    var measure = Gate.Measure(meanLuma: look.meanLuma, sharpness: look.sharpness)
    var motion: Similarity?
    if !previous.image.isEmpty {
      motion = current.movement(since: previous, guess: .identity)
      measure.motion = current.change(from: previous, movement: motion ?? .identity)
      measure.shift = motion.map { $0.reach(in: current.image.size) / Double(current.image.width) }
    }
    if !reference.image.isEmpty {
      let last = pose?.movement ?? .identity
      let guess = motion.map { $0.after(last) } ?? last
      let movement = current.movement(since: reference, guess: guess)
      measure.sinceRead = current.change(from: reference, movement: movement ?? .identity)
      pose = movement.map { PagePose(movement: $0, size: current.image.size, region: region) }
    }
    swap(&current, &previous)
    return measure
  }

  /// What the light does to the frame compared last.
  var light: PictureLight { PictureLight(previous) }

  /// The frame compared last is the one that is read now.
  mutating func keepAsReference() {
    reference = previous
    pose = PagePose(movement: .identity, size: reference.image.size, region: region)
  }

  /// The blocks of a change that lie under a shape of the upright picture.
  func touches(_ change: PictureChange, _ shape: Quadrilateral) -> Bool {
    change.touches(region.inside(shape))
  }

  private mutating func decode(_ frame: borrowing Frame) -> Bool {
    do {
      let completeness = try decoder.decode(frame, scale: .quarter, into: &small)
      guard integrity.accepts(completeness, at: frame.capturedAt) else { return false }
    } catch {
      return false
    }
    if orientation != .up { small = small.oriented(orientation) }
    if region != .fullImage { small = small.cropped(to: region.pixelRect(in: small.size)) }
    return true
  }
}

/// How a page stands against the frame it was read from.
struct PagePose: Sendable, Hashable {
  /// From that frame's thumbnail to the newest one's, in their pixels.
  var movement: Similarity

  /// The thumbnails' size.
  var size: PixelSize

  /// The part of the upright picture they show.
  var region: NormalizedRect

  /// Where a shape of the upright picture, as it was read, is now.
  func now(_ shape: Quadrilateral) -> Quadrilateral {
    shape.map { point in
      let (width, height) = (Double(size.width), Double(size.height))
      let place = movement.apply(
        (point.x - region.x) / region.width * width,
        (point.y - region.y) / region.height * height
      )
      return NormalizedPoint(
        x: region.x + place.x / width * region.width,
        y: region.y + place.y / height * region.height
      )
    }
  }

  /// How a shape moved since an earlier pose against the same frame.
  func now(_ shape: Quadrilateral, since earlier: PagePose) -> Quadrilateral {
    var step = self
    step.movement = movement.after(earlier.movement.inverse)
    return step.now(shape)
  }
}

extension NormalizedRect {
  /// A box in fractions of this part as one of the whole picture.
  func outside(_ box: Box) -> Box {
    let (left, top) = (x + box.left * width, y + box.top * height)
    let (right, bottom) = (x + box.right * width, y + box.bottom * height)
    return Box(left: left, top: top, right: right, bottom: bottom)
  }

  /// A shape of the whole picture as fractions of this part of it.
  func inside(_ shape: Quadrilateral) -> Quadrilateral {
    self == .fullImage
      ? shape
      : shape.map { NormalizedPoint(x: ($0.x - x) / width, y: ($0.y - y) / height) }
  }
}
