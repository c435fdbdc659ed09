import Imaging

/// A small luma picture reduced to what the gate needs: how it differs from another, and how what it
/// shows has moved.
///
/// It is a quarter of the camera's picture in size, so that a block of 8 by 8 pixels is about as tall
/// as a line of print.
struct Thumbnail: Sendable {
  /// The small picture.
  private(set) var image = LumaImage(width: 0, height: 0)

  /// The mean luma, 0…255.
  private(set) var mean = 0.0

  /// How dark and how light its blocks get, once ``prepareMap()`` was called.
  private(set) var extremes = BlockExtremes(darkest: [], lightest: [], columns: 0)

  private var contrasts: [UInt8] = []
  private var map: DetailMap?

  /// From which movement on, in pixels, pictures are laid over each other before they are compared.
  private static let movedFrom = 0.2

  /// Takes over a new picture; the old buffer comes back for reuse.
  mutating func exchange(_ other: inout LumaImage) {
    swap(&image, &other)
    mean = image.meanLuma
    map = nil
  }

  /// Prepares the picture for ``movement(since:guess:)`` and ``change(from:movement:)``.
  mutating func prepareMap() {
    guard map == nil else { return }
    extremes = image.blockExtremes()
    contrasts = extremes.contrasts
    map = DetailMap(image)
  }

  /// How the page moved since an earlier picture; `nil` when it cannot be told.
  func movement(since earlier: Thumbnail, guess: Similarity) -> Similarity? {
    guard let map, let before = earlier.map else { return nil }
    return Registration(from: before, to: map, guess: guess)?.movement
  }

  /// How this picture differs from an earlier one, apart from the light on the whole of it and from a
  /// movement.
  func change(from earlier: Thumbnail, movement: Similarity) -> PictureChange {
    let hasMoved = movement.reach(in: image.size) >= Self.movedFrom
    let before = hasMoved ? earlier.image.moved(by: movement) : earlier.image
    let difference = image.difference(from: before)
    guard !difference.blocks.isEmpty else { return .everything }
    let columns = difference.columns
    let back = movement.inverse
    let blocks = difference.blocks.indices.map { index in
      let contrast = max(contrasts[index], earlier.contrasts[index])
      var level = Int(difference.blocks[index].rounded())
      if hasMoved {
        // Pixels never lie over each other exactly; where there is contrast it shows.
        level -= Int(contrast) / 8
        if comesFromOutside(block: index, columns: columns, back) { level = 0 }
      }
      return PictureChange.Block(difference: UInt8(clamping: level), contrast: contrast)
    }
    return PictureChange(blocks, columns: columns)
  }

  /// Whether what a block shows was outside the earlier picture.
  private func comesFromOutside(block: Int, columns: Int, _ back: Similarity) -> Bool {
    let side = 8.0
    let (row, column) = block.quotientAndRemainder(dividingBy: columns)
    let origin = back.apply((Double(column) + 0.5) * side, (Double(row) + 0.5) * side)
    return origin.x < side / 2 || origin.y < side / 2
      || origin.x > Double(image.width) - side / 2 || origin.y > Double(image.height) - side / 2
  }
}
