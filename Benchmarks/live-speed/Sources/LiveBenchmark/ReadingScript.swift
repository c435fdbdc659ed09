import Imaging
import Recognition
import Synchronization

@testable import Scanner

/// A recognizer that knows what the pages say, costs nothing, and errs now and then.
final class ReadingScript: Sendable {
  /// How many lines a page has, each of some 50 characters.
  static let lineCount = 40

  private let noise = Mutex(Noise(seed: 5))

  /// Reads a page.
  func read(page: Int) -> PageReading {
    let lines = noise.withLock { noise in
      (0..<Self.lineCount).map { Self.line($0, of: page, &noise) }
    }
    return PageReading(size: PixelSize(width: 1280, height: 720), outcome: .lines(lines))
  }

  private static func line(
    _ row: Int,
    of page: Int,
    _ noise: inout Noise
  ) -> RecognizedTextObservation {
    var letters = Noise(seed: UInt64(page * lineCount + row + 1))
    let top = (45 + Double(row) * 16) / 720
    var words: [RecognizedWord] = []
    var x = 200.0
    while x < 1000 {
      let length = 3 + Int(letters.next() % 6)
      let symbols = (0..<length).map { place in
        let errs = noise.next() % 100 < 2
        let letter = 97 + (letters.next() + (errs ? 1 : 0)) % 26
        return RecognizedSymbol(
          text: String(UnicodeScalar(UInt8(letter))),
          confidence: errs ? 0.6 : 0.95,
          bounds: box(x + Double(place) * 16, 16, top)
        )
      }
      words.append(
        RecognizedWord(
          text: symbols.map(\.text).joined(),
          confidence: 0.93,
          bounds: box(x, Double(length) * 16, top),
          symbols: symbols
        )
      )
      x += Double(length + 1) * 16
    }
    let text = words.map(\.text).joined(separator: " ")
    return RecognizedTextObservation(
      candidates: [RecognizedText(string: text, confidence: 0.93)],
      bounds: box(200, x - 216, top),
      words: words,
      position: TextPosition(block: 1, paragraph: 1, line: row + 1),
      direction: .leftToRight,
      language: nil,
      engine: RecognitionEngine(name: "script", version: "1", models: [])
    )
  }

  private static func box(_ left: Double, _ width: Double, _ top: Double) -> Quadrilateral {
    let (x, right, bottom) = (left / 1280, (left + width) / 1280, top + 11.0 / 720)
    return Quadrilateral(
      topLeft: NormalizedPoint(x: x, y: top),
      topRight: NormalizedPoint(x: right, y: top),
      bottomRight: NormalizedPoint(x: right, y: bottom),
      bottomLeft: NormalizedPoint(x: x, y: bottom)
    )
  }
}

/// Counts events, so that a run that does nothing is seen to do nothing.
final class EventTally: Sendable {
  private let counts = Mutex((settled: 0, pages: 0))

  /// How many lines settled.
  var settled: Int { counts.withLock { $0.settled } }

  /// How many pages did.
  var pages: Int { counts.withLock { $0.pages } }

  /// Takes an event.
  func add(_ event: ScanEvent) {
    counts.withLock { counts in
      switch event.content {
      case .settled: counts.settled += 1
      case .page: counts.pages += 1
      default: break
      }
    }
  }
}
