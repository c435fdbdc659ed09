import FoundationEssentials
import Imaging
import Recognition

/// A line in view and what its readings said so far.
struct TrackedLine: Sendable, Hashable {
  /// After how many readings in a row that do not see it a line has left.
  static let maximumMisses = 2

  /// A settled line with a lower confidence is dropped when its readings never agreed.
  static let minimumConfidence = 0.6

  private struct Vote: Sendable, Hashable {
    var observation: RecognizedTextObservation
    var readings: Int
    var confidence: Double
  }

  private var votes: [Vote]

  /// The line as it stands.
  private(set) var item: RecognizedItem

  /// Whether the line was reported as settled.
  private(set) var isSettled = false

  /// How many readings in a row did not see the line.
  private(set) var missedReadings = 0

  /// Begins a line with its first reading.
  init(_ observation: RecognizedTextObservation) {
    votes = [Vote(observation: observation, readings: 1, confidence: observation.confidence)]
    item = RecognizedItem(id: UUID(), observation: observation, readings: 1)
  }

  /// The share of the larger of the two boxes that both cover, 0…1.
  func overlap(with observation: RecognizedTextObservation) -> Double {
    Box(item.bounds).overlap(Box(observation.bounds))
  }

  /// Takes another reading of the line.
  ///
  /// - Returns: Whether the line's text changed by it.
  mutating func add(_ observation: RecognizedTextObservation) -> Bool {
    missedReadings = 0
    let text = observation.transcript
    if let index = votes.firstIndex(where: { $0.observation.transcript == text }) {
      votes[index].readings += 1
      votes[index].confidence += observation.confidence
      votes[index].observation = observation
    } else {
      votes.append(
        Vote(observation: observation, readings: 1, confidence: observation.confidence)
      )
    }
    let old = item.text
    // A settled line keeps its text; two better readings than those it settled on correct it.
    guard !isSettled || best.observation.transcript != old else {
      follow(observation)
      return false
    }
    item = RecognizedItem(id: item.id, observation: best.observation, readings: best.readings)
    follow(observation)
    return item.text != old
  }

  /// A reading of the page did not see the line.
  ///
  /// - Returns: Whether the line has left.
  mutating func miss() -> Bool {
    missedReadings += 1
    return missedReadings >= Self.maximumMisses
  }

  /// Settles the line if its readings allow it.
  ///
  /// - Parameter isLastReading: Whether no further reading of the page will be made.
  /// - Returns: Whether it has just settled.
  mutating func settle(isLastReading: Bool) -> Bool {
    guard !isSettled else { return false }
    let agrees = best.readings >= 2
    let mean = best.confidence / Double(best.readings)
    guard agrees || isLastReading && mean >= Self.minimumConfidence && missedReadings == 0
    else { return false }
    isSettled = true
    return true
  }

  private var best: Vote {
    votes.max { ($0.readings, $0.confidence) < ($1.readings, $1.confidence) } ?? votes[0]
  }

  /// Geometry and order follow the newest reading, whatever the text says.
  private mutating func follow(_ observation: RecognizedTextObservation) {
    item.bounds = observation.bounds
    item.position = observation.position
  }
}

/// The upright box around four corners.
struct Box: Sendable, Hashable {
  /// The left edge.
  var left: Double

  /// The top edge.
  var top: Double

  /// The right edge.
  var right: Double

  /// The bottom edge.
  var bottom: Double

  /// Makes the box around a quadrilateral.
  init(_ shape: Quadrilateral) {
    let corners = shape.corners
    left = corners.map(\.x).min() ?? 0
    right = corners.map(\.x).max() ?? 0
    top = corners.map(\.y).min() ?? 0
    bottom = corners.map(\.y).max() ?? 0
  }

  private var area: Double { max(right - left, 0) * max(bottom - top, 0) }

  /// The share of the larger of two boxes that both cover, 0…1.
  func overlap(_ other: Box) -> Double {
    let width = min(right, other.right) - max(left, other.left)
    let height = min(bottom, other.bottom) - max(top, other.top)
    guard width > 0, height > 0 else { return 0 }
    let larger = max(area, other.area)
    return larger > 0 ? width * height / larger : 0
  }
}
