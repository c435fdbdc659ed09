/// A page as the decoder program hands it over: as stored, not yet turned upright.
package struct DecodedPage: Sendable, Hashable {
  /// The luma.
  package var image: LumaImage

  /// The size before a reduction.
  package var storedSize: PixelSize

  /// How much smaller than stored it was decoded.
  package var scale: DecodeScale

  /// How the pixels were stored.
  package var orientation: ImageOrientation

  /// What is wrong with it, if anything.
  package var damage: DecodeDamage?

  /// Makes a page.
  package init(
    image: LumaImage,
    storedSize: PixelSize,
    scale: DecodeScale = .full,
    orientation: ImageOrientation = .up,
    damage: DecodeDamage? = nil
  ) {
    self.image = image
    self.storedSize = storedSize
    self.scale = scale
    self.orientation = orientation
    self.damage = damage
  }
}

/// What a decoder program says, one after the other.
///
/// On the wire a message is its kind, the length of what follows, both as little-endian 32-bit
/// numbers, and its fields; the pixels of a page come after its message, row by row.
package enum DecoderMessage: Sendable, Hashable {
  /// A page follows, as large as this; see ``DecodedPage``.
  case page(PageHeader)

  /// A page, or all of the file, could not be decoded.
  case failure(ImageError)

  /// There is nothing more.
  case end
}

/// A ``DecodedPage`` without its pixels.
package struct PageHeader: Sendable, Hashable {
  /// The size of the pixels that follow.
  package var size: PixelSize

  /// The size before a reduction.
  package var storedSize: PixelSize

  /// How much smaller than stored it was decoded.
  package var scale: DecodeScale

  /// How the pixels were stored.
  package var orientation: ImageOrientation

  /// What is wrong with it, if anything.
  package var damage: DecodeDamage?

  /// Describes a page.
  package init(_ page: DecodedPage) {
    size = page.image.size
    storedSize = page.storedSize
    scale = page.scale
    orientation = page.orientation
    damage = page.damage
  }
}
