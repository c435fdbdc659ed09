import FoundationEssentials
import Imaging
import Recognition

/// A line in view and what its readings said so far.
struct TrackedLine: Sendable, Hashable {
  /// After how many readings in a row that do not see it a line has left.
  static let maximumMisses = 2

  /// A settled line with a lower confidence is dropped when its readings never agreed.
  static let minimumConfidence = 0.6

  private var readings: FusedReadings

  /// The line as it stands.
  private(set) var item: RecognizedItem

  /// Whether the line was reported as settled.
  private(set) var isSettled = false

  /// How many readings in a row did not see the line.
  private(set) var missedReadings = 0

  /// Since when something lies over the line.
  private var coveredSince: Duration?

  /// The place that was reported last.
  private var reportedBounds: Quadrilateral

  /// Begins a line with its first reading.
  ///
  /// - Parameters:
  ///   - observation: The reading.
  ///   - sharpness: How sharp its frame was in comparison with others, 0…1.
  init(_ observation: RecognizedTextObservation, sharpness: Double = 1) {
    readings = FusedReadings(observation, sharpness: sharpness)
    item = readings.item(id: UUID())
    reportedBounds = observation.bounds
  }

  /// The line moved in the picture.
  ///
  /// - Returns: Whether it is noticeably away from the place that was reported last.
  mutating func move(
    _ movement: (Quadrilateral) -> Quadrilateral,
    reportedFrom distance: Double
  ) -> Bool {
    readings.move(movement)
    item.bounds = movement(item.bounds)
    for index in item.words.indices { item.words[index].move(movement) }
    let moved = zip(item.bounds.corners, reportedBounds.corners).contains {
      abs($0.x - $1.x) > distance || abs($0.y - $1.y) > distance
    }
    if moved { reportedBounds = item.bounds }
    return moved
  }

  /// Whether more readings may still correct the line; none can while something lies over it.
  var needsVotes: Bool { coveredSince == nil && !(isSettled && readings.isSure) }

  /// Something came to lie over the line.
  mutating func cover(at time: Duration) {
    if coveredSince == nil { coveredSince = time }
  }

  /// Whether something has been lying over the line for so long.
  func isCovered(for patience: Duration, at time: Duration) -> Bool {
    coveredSince.map { time - $0 > patience } ?? false
  }

  /// Takes another reading of the line.
  ///
  /// - Parameters:
  ///   - observation: The reading.
  ///   - sharpness: How sharp its frame was in comparison with others, 0…1.
  ///   - isPartial: Whether the rest of the page was not read, so that nothing is said of the line's
  ///     place among the others.
  /// - Returns: Whether the line's text changed by it.
  mutating func add(
    _ observation: RecognizedTextObservation,
    sharpness: Double = 1,
    isPartial: Bool = false
  ) -> Bool {
    missedReadings = 0
    coveredSince = nil
    let old = item.text
    readings.add(observation, sharpness: sharpness)
    let position = isPartial ? item.position : observation.position
    item = readings.item(id: item.id)
    item.bounds = observation.bounds
    item.position = position
    return item.text != old
  }

  /// A reading of the page did not see the line.
  ///
  /// - Returns: Whether the line has left.
  mutating func miss() -> Bool {
    guard coveredSince == nil else { return false }
    missedReadings += 1
    return missedReadings >= Self.maximumMisses
  }

  /// Settles the line if its readings allow it.
  ///
  /// - Parameters:
  ///   - isLastReading: Whether no further reading of the page will be made.
  ///   - pictureAgrees: Whether the line looks the same in another frame.
  ///   - confidence: How sure the engine must be of the last reading.
  /// - Returns: Whether it has just settled.
  mutating func settle(
    isLastReading: Bool,
    pictureAgrees: Bool = false,
    atLeast confidence: Double = Self.minimumConfidence
  ) -> Bool {
    guard !isSettled else { return false }
    let agrees = readings.isSettled || pictureAgrees && readings.isReadWell
    let isLikely = isLastReading && readings.confidence >= confidence
    guard agrees || isLikely && missedReadings == 0
    else { return false }
    readings.settle()
    isSettled = true
    return true
  }
}

extension RecognizedWord {
  /// The word moved in the picture, and its characters with it.
  fileprivate mutating func move(_ movement: (Quadrilateral) -> Quadrilateral) {
    bounds = movement(bounds)
    for index in symbols.indices { symbols[index].bounds = movement(symbols[index].bounds) }
  }
}

extension RecognizedTextObservation {
  /// The line and its words moved in the picture.
  mutating func move(_ movement: (Quadrilateral) -> Quadrilateral) {
    bounds = movement(bounds)
    for index in words.indices { words[index].move(movement) }
  }
}
