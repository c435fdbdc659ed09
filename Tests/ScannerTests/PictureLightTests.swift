import Foundation
import Imaging
import Recognition
import TestSupport
import Testing

@testable import Scanner

/// What guidance measures, on drawn pages at a quarter of their size as the gate sees them.
@Suite struct PictureLightTests {
  private static func page(paper: UInt8 = 190) throws -> LumaImage {
    let lines = (0..<16).map { "Line \($0) of a page with ordinary words and numbers 12.05.2024" }
    return try DrawnText().page(lines, paper: paper, ink: 30)
  }

  private static func thumbnail(_ image: LumaImage) -> Thumbnail {
    var small = image.resized(to: PixelSize(width: image.width / 4, height: image.height / 4))
    var thumbnail = Thumbnail()
    thumbnail.exchange(&small)
    thumbnail.prepareMap()
    return thumbnail
  }

  private static func light(_ image: LumaImage) -> PictureLight { PictureLight(thumbnail(image)) }

  /// A round reflection: white in the middle, falling off over as much again.
  private static func reflect(in image: inout LumaImage, x: Int, y: Int, radius: Double) {
    for row in 0..<image.height {
      for column in 0..<image.width {
        let (dx, dy) = (Double(column - x), Double(row - y))
        let distance = (dx * dx + dy * dy).squareRoot() / radius
        guard distance < 2 else { continue }
        let added = distance < 1 ? 255 : 255 * (2 - distance)
        image[column, row] = UInt8(min(255, Double(image[column, row]) + added))
      }
    }
  }

  /// Out of focus: the mean over some pixels, along and across, twice.
  private static func blurred(_ image: LumaImage, by reach: Int) -> LumaImage {
    func pass(_ image: LumaImage, _ dx: Int, _ dy: Int) -> LumaImage {
      var result = image
      for y in 0..<image.height {
        for x in 0..<image.width {
          let sum = (-reach...reach).reduce(0) { sum, step in
            let column = min(max(x + step * dx, 0), image.width - 1)
            return sum + Int(image[column, min(max(y + step * dy, 0), image.height - 1)])
          }
          result[x, y] = UInt8(sum / (2 * reach + 1))
        }
      }
      return result
    }
    return pass(pass(pass(pass(image, 1, 0), 0, 1), 1, 0), 0, 1)
  }

  @Test func `a reflection on text is glare`() throws {
    var image = try Self.page()
    Self.reflect(in: &image, x: image.width / 2, y: image.height / 2, radius: 60)
    #expect(Self.light(image).glare >= 0.004)
  }

  @Test(arguments: [255, 240, 190, 120])
  func `an even page is no glare, however light its paper`(paper: Int) throws {
    #expect(Self.light(try Self.page(paper: UInt8(paper))).glare == 0)
  }

  @Test func `a white field with edges on a grey page is no glare, nor a lamp beside the text`()
    throws
  {
    var field = try Self.page()
    for y in 200..<360 {
      for x in 201..<477 { field[x, y] = 255 }
    }
    #expect(Self.light(field).glare < 0.004)
    let page = try Self.page()
    var beside = LumaImage(width: page.width + 400, height: page.height, filledWith: 90)
    for y in 0..<page.height {
      for x in 0..<page.width { beside[x, y] = page[x, y] }
    }
    Self.reflect(in: &beside, x: page.width + 250, y: 120, radius: 50)
    #expect(Self.light(beside).glare < 0.004)
  }

  @Test func `a dark page is dark and a lit one is not`() throws {
    #expect(Self.light(try Self.page(paper: 35)).brightest < 60)
    #expect(Self.light(try Self.page(paper: 150)).brightest > 80)
  }

  @Test func `print out of focus falls below the limit of sharpness, print in focus stays above`()
    throws
  {
    let limits = Guidance.Limits()
    let sharp = Self.thumbnail(try Self.page()).image
    #expect(sharp.sharpness() > limits.blurIfUnsure.up)
    // Four pixels of the page are one here: a blur that leaves words to guess, and one that does not.
    let soft = Self.blurred(sharp, by: 1)
    #expect(soft.sharpness() < limits.blurIfUnsure.said)
    var blurred = Self.blurred(sharp, by: 2)
    #expect(blurred.sharpness() < limits.blur.said)
    var thumbnail = Thumbnail()
    thumbnail.exchange(&blurred)
    thumbnail.prepareMap()
    #expect(PictureLight(thumbnail).detail >= 0.02)
  }

  @Test func `a reading knows lines at the edge, small letters, and those of a region`() {
    func line(_ rect: PixelRect, _ confidence: Double) -> RecognizedTextObservation {
      RecognizedTextObservation(
        candidates: [RecognizedText(string: "words", confidence: confidence)],
        bounds: Quadrilateral(rect, in: PixelSize(width: 1280, height: 720)),
        words: [],
        position: TextPosition(block: 1, paragraph: 1, line: 1),
        direction: .leftToRight,
        language: "en",
        engine: RecognitionEngine(name: "test", version: "1", models: [])
      )
    }
    let size = PixelSize(width: 1280, height: 720)
    let inside = line(PixelRect(x: 100, y: 100, width: 300, height: 24), 0.95)
    let cut = line(PixelRect(x: 0, y: 140, width: 300, height: 24), 0.9)
    let small = line(PixelRect(x: 100, y: 180, width: 300, height: 10), 0.5)
    let whole = Guidance.Reading([inside], size: size, region: .fullImage)
    #expect(whole.isGood && !whole.isSmall && !whole.isCutOff)
    #expect(Guidance.Reading([inside, cut], size: size, region: .fullImage).isCutOff)
    #expect(Guidance.Reading([small], size: size, region: .fullImage).isSmall)
    let region = NormalizedRect(x: 100.0 / 1280, y: 0, width: 0.5, height: 1)
    #expect(Guidance.Reading([inside], size: size, region: region ?? .fullImage).isCutOff)
  }
}
