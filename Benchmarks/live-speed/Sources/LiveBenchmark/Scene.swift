import Capture

@testable import Imaging

/// A camera's view of one page after the other: a page trembles, a hand passes over it, it slides away.
struct Scene {
  /// How many frames a page is in view, at 30 a second.
  static let cycle = 300

  private static let (width, height) = (1280, 720)

  /// Frames of each page at rest, with a hand over it, and on its way out.
  private let pages: [(still: [[UInt8]], covered: [[UInt8]], leaving: [[UInt8]])]

  /// Draws the frames.
  init() {
    pages = (0..<2).map { number in
      let page = Self.page(seed: UInt64(number + 1))
      var noise = Noise(seed: UInt64(number + 77))
      let trembling = (0..<24).map { _ in
        let shift = Similarity.shift(noise.fraction * 4 - 2, noise.fraction * 4 - 2)
        return page.moved(by: shift)
      }
      return (
        still: trembling.map { noise.added(to: $0) },
        covered: trembling.prefix(12).enumerated().map { step, image in
          var image = image
          for y in 300..<720 {
            for x in 110 * step..<min(110 * step + 260, Self.width) {
              image[x, y] = UInt8(90 + (x &* 7 &+ y &* 3) % 40)
            }
          }
          return noise.added(to: image)
        },
        leaving: (0..<12).map { step in
          noise.added(to: page.moved(by: .shift(Double(step * step) * 9, 0)))
        }
      )
    }
  }

  /// A frame of the stream.
  func frame(_ number: Int) -> Frame {
    let (cycle, place) = number.quotientAndRemainder(dividingBy: Self.cycle)
    let page = pages[cycle % pages.count]
    let bytes =
      switch place {
      case 150..<174: page.covered[(place - 150) / 2]
      case 288...: page.leaving[place - 288]
      default: page.still[number &* 31 % page.still.count]
      }
    return Frame(
      bytes: bytes,
      layout: RasterLayout(
        format: .grey,
        width: Self.width,
        height: Self.height,
        bytesPerRow: Self.width
      ),
      sequence: UInt32(truncatingIfNeeded: number),
      capturedAt: .nanoseconds(number * 33_333_333),
      receivedAt: .nanoseconds(number * 33_333_333)
    )
  }

  /// Rows of what looks like letters, on paper on a table.
  private static func page(seed: UInt64) -> LumaImage {
    var noise = Noise(seed: seed)
    var page = LumaImage(width: width, height: height, filledWith: 90)
    for y in 30..<690 {
      for x in 160..<1120 { page[x, y] = 225 }
    }
    for row in 0..<ReadingScript.lineCount {
      var x = 200
      while x < 1060 {
        let letter = noise.next()
        if letter % 6 != 0 {
          for y in 0..<10 {
            for column in 0..<7 where letter >> UInt64(column + y / 3 * 7) & 1 == 1 {
              page[x + column, 45 + row * 16 + y] = 40
            }
          }
        }
        x += 10
      }
    }
    return page
  }
}

/// Numbers without order, the same every time.
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// 0…1.
  var fraction: Double {
    mutating get { Double(next() >> 11) / Double(1 << 53) }
  }

  /// A picture as a sensor sees it.
  mutating func added(to image: LumaImage) -> [UInt8] {
    image.pixels.map { value in
      let random = next()
      let error = Int(random & 3) + Int(random >> 2 & 3) - 3
      return UInt8(min(max(Int(value) + error, 0), 255))
    }
  }
}
