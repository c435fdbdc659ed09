import Foundation
import Imaging
import Recognition

@testable import Scanner

/// Pages with lines at known places.
enum DrawnPages {
  static let size = PixelSize(width: 1000, height: 800)

  /// A page of lines, each 40 pixels high and 20 a character, one paragraph.
  ///
  /// - Parameters:
  ///   - texts: The lines' texts.
  ///   - slope: How much the lines fall to the right.
  ///   - upwards: Whether they run from the bottom to the top.
  ///   - picture: The page's picture.
  /// - Returns: The page.
  static func page(
    _ texts: [String],
    slope: Double = 0,
    upwards: Bool = false,
    picture: PageImage? = nil
  ) -> Page {
    let lines = texts.enumerated().map { index, text in
      line(text, index: index, slope: slope, upwards: upwards)
    }
    return Page(number: 1, size: size, lines: lines, picture: picture)
  }

  /// A page whose lines are cut into words at their blanks, as many as there are, each word an item of
  /// its own: as an engine that takes columns apart reads it.
  static func table(_ texts: [String], slope: Double) -> Page {
    var page = page(texts, slope: slope)
    page.lines = page.lines.flatMap { line in
      line.words.filter { !$0.text.isEmpty }.map { word in
        var item = line
        item.text = word.text
        item.words = [word]
        item.bounds = word.bounds
        return item
      }
    }
    return page
  }

  private static func line(
    _ text: String,
    index: Int,
    slope: Double,
    upwards: Bool
  ) -> RecognizedItem {
    let top = 100 + 60 * Double(index)
    func point(_ x: Double, _ y: Double) -> NormalizedPoint {
      let place = upwards ? SIMD2(top + y, 700 - x) : SIMD2(50 + x, top + y + slope * x)
      return NormalizedPoint(x: place.x / Double(size.width), y: place.y / Double(size.height))
    }
    func box(_ from: Int, _ to: Int) -> Quadrilateral {
      let (left, right) = (20 * Double(from), 20 * Double(to))
      return Quadrilateral(
        topLeft: point(left, 0),
        topRight: point(right, 0),
        bottomRight: point(right, 40),
        bottomLeft: point(left, 40)
      )
    }
    var words: [RecognizedWord] = []
    var offset = 0
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      let end = offset + part.count
      words.append(
        RecognizedWord(
          text: String(part),
          confidence: 0.9,
          bounds: box(offset, end),
          symbols: []
        )
      )
      offset = end + 1
    }
    let observation = RecognizedTextObservation(
      candidates: [RecognizedText(string: text, confidence: 0.9)],
      bounds: box(0, text.count),
      words: words,
      position: TextPosition(block: 1, paragraph: 1, line: index + 1),
      direction: .leftToRight,
      language: "en",
      engine: RecognitionEngine(name: "test", version: "1", models: [])
    )
    return RecognizedItem(id: UUID(), observation: observation, readings: 1)
  }
}

/// A program that reads documents.
struct Tool: Sendable {
  static let xmllint = Tool(name: "xmllint")
  static let pdftotext = Tool(name: "pdftotext")
  static let pdftoppm = Tool(name: "pdftoppm")

  let name: String

  /// Whether it is installed.
  var isThere: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") }

  /// A file of Tests/Fixtures.
  static func fixture(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/\(name)").path
  }

  /// Runs it.
  func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(name)")
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: printed, as: UTF8.self),
      String(decoding: said, as: UTF8.self)
    )
  }
}

/// Lends a file with some bytes in it.
func withTemporaryFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  try Data(bytes).write(to: URL(filePath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}
