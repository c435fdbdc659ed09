public import Imaging

/// Draws text into pictures, so that tests of reading need no pictures of their own.
///
/// The letters are DejaVu Sans at 24 pixels, cut from one strip; sizes are whole multiples of that.
public struct DrawnText: Sendable {
  /// The height of a line, from the top of the tallest letter to the bottom of the lowest.
  public static let lineHeight = 29

  private let strip: LumaImage
  private let starts: [Int]

  /// Loads the letters.
  ///
  /// - Throws: What reading the strip throws.
  public init() throws {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let strip = try LumaImage(pgm: "/\(folder)/Fixtures/glyphs.pgm")
    // The first row marks where each letter starts.
    starts = (0..<strip.width).filter { strip[$0, 0] == 0 } + [strip.width]
    self.strip = strip
  }

  /// Draws a line of text.
  ///
  /// - Parameters:
  ///   - text: ASCII, `äöüÄÖÜßé€`; other characters come out as blanks.
  ///   - image: The picture to draw into; what falls outside is cut off.
  ///   - x: Where the line starts.
  ///   - y: The line's top.
  ///   - scale: How many times 24 pixels large.
  ///   - ink: The luma of the letters; the paper shows through as it is.
  ///   - slope: How many pixels the baseline falls per pixel to the right.
  /// - Returns: The ink's box of each character that is no blank.
  @discardableResult
  public func draw(
    _ text: String,
    into image: inout LumaImage,
    x: Int,
    y: Int,
    scale: Int = 1,
    ink: UInt8 = 0,
    slope: Double = 0
  ) -> [PixelRect] {
    var boxes: [PixelRect] = []
    var pen = x
    for character in text {
      guard let index = Self.characters.firstIndex(of: character) else {
        pen += (starts[1] - starts[0]) * scale
        continue
      }
      var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
      for column in 0..<(starts[index + 1] - starts[index]) * scale {
        for row in 0..<(strip.height - 1) * scale {
          let value = strip[starts[index] + column / scale, 1 + row / scale]
          let (toX, toY) = (pen + column, y + row + Int(Double(pen + column - x) * slope))
          guard value < 255, toX >= 0, toX < image.width, toY >= 0, toY < image.height else {
            continue
          }
          let paper = Int(image[toX, toY])
          image[toX, toY] = UInt8(Int(ink) + (paper - Int(ink)) * Int(value) / 255)
          guard value < 128 else { continue }
          (left, right) = (min(left, toX), max(right, toX))
          (top, bottom) = (min(top, toY), max(bottom, toY))
        }
      }
      if left <= right {
        boxes.append(
          PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        )
      }
      pen += (starts[index + 1] - starts[index]) * scale
    }
    return boxes
  }

  /// A page of lines one under the other on even paper.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - scale: How many times 24 pixels large.
  ///   - paper: The luma of the paper.
  ///   - ink: The luma of the letters.
  /// - Returns: A picture that holds the lines with a margin.
  public func page(
    _ lines: [String],
    scale: Int = 1,
    paper: UInt8 = 255,
    ink: UInt8 = 0
  ) -> LumaImage {
    let pitch = 40 * scale
    let longest = lines.map(width).max() ?? 0
    var image = LumaImage(
      width: (longest + 80) * scale,
      height: pitch * lines.count + 60 * scale,
      filledWith: paper
    )
    for (number, line) in lines.enumerated() {
      draw(
        line,
        into: &image,
        x: 40 * scale,
        y: 30 * scale + pitch * number,
        scale: scale,
        ink: ink
      )
    }
    return image
  }

  private func width(of text: String) -> Int {
    text.reduce(0) { sum, character in
      let index = Self.characters.firstIndex(of: character) ?? 0
      return sum + starts[index + 1] - starts[index]
    }
  }

  private static let characters: [Character] =
    (32..<127).map { Character(UnicodeScalar($0)) } + Array("äöüÄÖÜßé€")
}
