import Imaging
import Testing

@testable import Recognition

struct DetectionTileTests {
  @Test(
    arguments: [
      PixelSize(width: 640, height: 480), PixelSize(width: 1152, height: 736),
      PixelSize(width: 736, height: 1152), PixelSize(width: 1280, height: 928),
      PixelSize(width: 928, height: 1280), PixelSize(width: 1280, height: 32),
    ]
  )
  func `what counts of the tiles is the whole picture, each place once`(size: PixelSize) {
    var map = [Float](repeating: 0, count: size.area)
    for tile in DetectionTile.tiles(of: size) {
      #expect(tile.rect.width % 32 == 0 && tile.rect.height % 32 == 0)
      let values = (0..<tile.rect.height).flatMap { y in
        (0..<tile.rect.width).map { x in
          Float((tile.rect.y + y) * size.width + tile.rect.x + x + 1)
        }
      }
      unsafe values.withUnsafeBufferPointer {
        unsafe tile.copyCore(of: $0, to: &map, width: size.width)
      }
    }
    #expect(map == (1...size.area).map(Float.init))
  }

  @Test func `a picture of a camera is looked at in two, a small one at once`() {
    #expect(DetectionTile.tiles(of: PixelSize(width: 1152, height: 736)).count == 2)
    #expect(DetectionTile.tiles(of: PixelSize(width: 640, height: 480)).count == 1)
  }
}
