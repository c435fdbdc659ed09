import Imaging
import Recognition

extension EventSink {
  /// Reports what came of a picture: its lines, its page, and how it went, with nothing in between
  /// from the same source.
  func send(_ reading: StillReading) {
    var outcome = FileOutcome(page: reading.page, isLast: reading.isLast, outcome: .text)
    switch reading.outcome {
    case .read(let lines, let size, let warning):
      let items = PictureContent(lines: lines, codes: reading.codes).items
      for item in items { send(.settled(item), from: .file, path: reading.path) }
      let page = Page(
        number: reading.page,
        size: size,
        lines: items,
        picture: reading.picture
      )
      send(.page(page), from: .file, path: reading.path)
      outcome.outcome = items.isEmpty ? .empty : .text
      outcome.reason = warning
    case .unreadable(let reason):
      outcome.outcome = .unreadable
      outcome.reason = reason
    case .failed(let error):
      outcome.outcome = .unreadable
      outcome.reason = "\(reading.path): \(error)"
    case .cancelled:
      outcome.outcome = .cancelled
    }
    send(.file(outcome), from: .file, path: reading.path)
  }
}

extension PictureContent {
  /// The lines in reading order, then the codes, as items.
  var items: [RecognizedItem] {
    lines.map { RecognizedItem(id: $0.id, observation: $0, readings: 1) }
      + codes.enumerated().map { index, code in
        RecognizedItem(id: code.id, code: code, readings: 1, number: index + 1)
      }
  }
}

extension StillSummary {
  /// Counts what came of a picture.
  mutating func count(_ reading: StillReading) {
    switch reading.outcome {
    case .read(let lines, _, _):
      if lines.isEmpty, reading.codes.isEmpty { empty += 1 } else { withText += 1 }
    case .unreadable, .failed:
      unreadable += 1
    case .cancelled:
      cancelled += 1
    }
  }
}

extension StillReading {
  /// Whether the file was unreadable or cut off, as one is that is still being written.
  var isDamaged: Bool {
    switch outcome {
    case .read(_, _, let warning): warning != nil
    case .unreadable: true
    case .failed, .cancelled: false
    }
  }
}
