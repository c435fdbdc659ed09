import Imaging
import Recognition
import Testing

/// A picture without text.
enum Textless: String, CaseIterable, CustomTestStringConvertible {
  case white, black, grey, shading, faintNoise, noise, grain, stripes, grid, specks, tiny

  var testDescription: String { rawValue }

  var image: LumaImage {
    var noise = RepeatableNoise(seed: 7)
    let size = self == .tiny ? (width: 1, height: 1) : (width: 480, height: 320)
    var image = LumaImage(width: size.width, height: size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let random = noise.byte()
        let value =
          switch self {
          case .white, .tiny: 255
          case .black: 0
          case .grey: 128
          case .shading: 40 + x * 180 / size.width
          case .faintNoise: 170 + random / 16 + y / 10
          case .noise: random
          case .grain: 110 + 40 * ((x * x / 90 + y / 7) % 3) + random / 8
          case .stripes: x / 6 % 2 * 200
          case .grid: x % 40 < 3 || y % 40 < 3 ? 40 : 220
          case .specks: random > 254 && (x + y) % 3 == 0 ? 30 : 225
          }
        image[x, y] = UInt8(value)
      }
    }
    return image
  }
}

@Test(arguments: Textless.allCases, RecognizeTextRequest.RecognitionLevel.allCases)
func `a picture without text has no lines`(
  picture: Textless,
  level: RecognizeTextRequest.RecognitionLevel
) throws {
  let control = RecognitionControl()
  let lines = try read(picture.image, control: control) { $0.recognitionLevel = level }
  #expect(lines.map(\.transcript) == [])
  #expect(control.progress == 1)
}
