import Imaging

/// A small luma picture reduced to what the gate needs: how it differs from another.
///
/// It is a quarter of the camera's picture in size, so that a block of 8 by 8 pixels is about as tall
/// as a line of print.
struct Thumbnail: Sendable {
  /// The small picture.
  private(set) var image = LumaImage(width: 0, height: 0)

  /// The mean luma, 0…255.
  private(set) var mean = 0.0

  private var contrasts: [UInt8] = []

  /// Takes over a new picture; the old buffer comes back for reuse.
  mutating func exchange(_ other: inout LumaImage) {
    swap(&image, &other)
    mean = image.meanLuma
    contrasts = image.blockContrasts()
  }

  /// How this picture differs from an earlier one, apart from the light on the whole of it.
  func change(from earlier: Thumbnail) -> PictureChange {
    let difference = image.difference(from: earlier.image)
    guard !difference.blocks.isEmpty else { return .everything }
    let blocks = difference.blocks.indices.map { index in
      PictureChange.Block(
        difference: UInt8(clamping: Int(difference.blocks[index].rounded())),
        contrast: max(contrasts[index], earlier.contrasts[index])
      )
    }
    return PictureChange(blocks, columns: difference.columns)
  }
}
