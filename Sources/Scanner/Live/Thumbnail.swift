import Imaging

/// A small luma picture reduced to what the gate needs: how blocks of it differ between two times.
///
/// Everything is computed on blocks of 8 by 8 pixels of a picture a quarter of the camera's size, so
/// that a block is about as tall as a line of print.
struct Thumbnail: Sendable {
  /// The edge of a block in pixels.
  static let blockEdge = 8

  /// The small picture.
  private(set) var image = LumaImage(width: 0, height: 0)

  /// The mean luma, 0…255.
  private(set) var mean = 0.0

  /// Takes over a new picture; the old buffer comes back for reuse.
  mutating func exchange(_ other: inout LumaImage) {
    swap(&image, &other)
    let sum = unsafe image.pixels.withUnsafeBufferPointer { pixels in
      unsafe pixels.reduce(into: 0) { $0 &+= Int($1) }
    }
    mean = image.isEmpty ? 0 : Double(sum) / Double(image.pixels.count)
  }

  /// How this picture differs from another of the same size, apart from its brightness as a whole.
  func change(from other: Thumbnail) -> PictureChange {
    let columns = image.width / Self.blockEdge
    let rows = image.height / Self.blockEdge
    guard image.size == other.image.size, columns > 0, rows > 0 else { return .everything }
    // A camera's automatic exposure scales the whole picture; that is no change of the page.
    let gain = min(max((other.mean + 1) / (mean + 1), 0.5), 2)
    let scale = Int32((gain * 256).rounded())
    var blocks = [PictureChange.Block](repeating: .init(), count: rows * columns)
    unsafe image.pixels.withUnsafeBufferPointer { new in
      unsafe other.image.pixels.withUnsafeBufferPointer { old in
        for row in 0..<rows {
          for column in 0..<columns {
            let start = (row * image.width + column) * Self.blockEdge
            blocks[row * columns + column] = unsafe PictureChange.Block(
              new: new,
              old: old,
              at: start,
              width: image.width,
              scale: scale
            )
          }
        }
      }
    }
    return PictureChange(blocks, columns: columns)
  }
}
