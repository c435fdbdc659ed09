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

/// Counts pictures by what came of all their pages.
struct StillCounter: Sendable {
  /// What came of pages, the one that is told of the whole picture last.
  private enum Outcome: Int, Comparable {
    case empty
    case text
    case unreadable
    case cancelled

    static func < (one: Outcome, other: Outcome) -> Bool { one.rawValue < other.rawValue }
  }

  /// The pictures that are complete.
  private(set) var summary = StillSummary()

  private var current = Outcome.empty

  /// Takes the next page of the picture, or the first of the next one.
  mutating func count(_ page: StillReading) {
    let outcome: Outcome =
      switch page.outcome {
      case .cancelled: .cancelled
      case .unreadable, .failed: .unreadable
      case .read(let lines, _, _): lines.isEmpty && page.codes.isEmpty ? .empty : .text
      }
    current = max(current, outcome)
    guard page.isLast else { return }
    switch current {
    case .empty: summary.empty += 1
    case .text: summary.withText += 1
    case .unreadable: summary.unreadable += 1
    case .cancelled: summary.cancelled += 1
    }
    current = .empty
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
