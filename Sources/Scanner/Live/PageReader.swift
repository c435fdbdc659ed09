import FoundationEssentials
import Imaging
import Recognition

/// Turns readings of a page into lines that are reported once each.
///
/// A pure state machine. A line settles when two readings of it agree; one on which the readings go
/// on to differ settles on the likeliest after ``maximumReadings``, and one that too few of them saw
/// is dropped.
struct PageReader: Sendable {
  /// A change to report.
  enum Change: Sendable, Hashable {
    /// A line was seen for the first time.
    case added(RecognizedItem)

    /// A line in view changed its text or its place.
    case updated(RecognizedItem)

    /// A line's text is final.
    case settled(RecognizedItem)

    /// A line left.
    case removed(RecognizedItem)

    /// All lines of the page have settled; in reading order.
    case page([RecognizedItem])
  }

  /// How a page that came to rest relates to the one before it.
  struct Arrival: Sendable, Hashable {
    /// Whether the page before left.
    var isReplaced: Bool

    /// What of the picture changed; `nil` when there is nothing to compare with.
    var change: PictureChange?
  }

  /// After how many readings of a page without agreement the likeliest one counts.
  static let maximumReadings = 5

  private var lines: [TrackedLine] = []
  private var arrival: Arrival?
  private var readings = 0
  private var isComplete = true

  /// Whether another reading of the page in view would help.
  var needsReading: Bool { !isComplete }

  /// The lines in view, in reading order.
  var items: [RecognizedItem] { lines.map(\.item) }

  /// A page came to rest and is about to be read.
  ///
  /// - Parameter arrival: How it relates to the page that was read before.
  mutating func pageCameToRest(_ arrival: Arrival) {
    // A page that was never read, because it moved again, still counts as the one that arrived.
    if let pending = self.arrival {
      self.arrival = Arrival(isReplaced: pending.isReplaced || arrival.isReplaced, change: nil)
    } else {
      self.arrival = arrival
    }
    readings = 0
    isComplete = false
  }

  /// Takes a reading of the page in view.
  ///
  /// - Parameter observations: The lines, in reading order.
  /// - Returns: What to report, in order.
  mutating func add(_ observations: [RecognizedTextObservation]) -> [Change] {
    var changes: [Change] = []
    var pairs = match(observations)
    if let arrival {
      let stays = stayingLines(of: observations, pairs: pairs, after: arrival)
      changes += lines.indices.filter { !stays.contains($0) }.map { .removed(lines[$0].item) }
      pairs = pairs.filter { stays.contains($0.value) }
      let kept = lines.indices.filter { stays.contains($0) }
      let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
      lines = kept.map { lines[$0] }
      pairs = pairs.compactMapValues { places[$0] }
    }
    arrival = nil
    readings += 1
    changes += update(with: observations, pairs: pairs)
    changes += settle()
    if isFinished {
      isComplete = true
      changes += lines.filter { !$0.isSettled }.map { .removed($0.item) }
      lines.removeAll { !$0.isSettled }
      changes.append(.page(items))
    }
    return changes
  }

  /// No more readings will come: what was read once and well counts.
  mutating func finish() -> [Change] {
    guard !isComplete, readings > 0 else { return [] }
    isComplete = true
    readings = Self.maximumReadings
    let changes = settle()
    let settled = lines.filter(\.isSettled).map(\.item)
    return changes + [.page(settled)]
  }

  private var isFinished: Bool {
    // Two readings at least: one that found nothing, or missed a line, may have been bad luck.
    readings >= 2 && lines.allSatisfy(\.isSettled)
      || readings >= Self.maximumReadings
  }

  /// For each observation the line in view it is a reading of.
  private func match(_ observations: [RecognizedTextObservation]) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    var taken = Set<Int>()
    for (index, observation) in observations.enumerated() {
      let best =
        lines.indices
        .filter { !taken.contains($0) }
        .map { ($0, lines[$0].overlap(with: observation)) }
        .max { $0.1 < $1.1 }
      if let (line, overlap) = best, overlap >= 0.4 {
        pairs[index] = line
        taken.insert(line)
      }
    }
    return pairs
  }

  /// Which of the lines in view are still there when a page has come to rest.
  ///
  /// A page that took another's place has only new lines, unless it is the old one put back: the same
  /// text at the same places. Where only parts of the picture changed, a line stays that reads as
  /// before or whose place did not change; another value on a display is another line.
  private func stayingLines(
    of observations: [RecognizedTextObservation],
    pairs: [Int: Int],
    after arrival: Arrival
  ) -> Set<Int> {
    let same = pairs.filter { observations[$0.key].transcript == lines[$0.value].item.text }
    if arrival.isReplaced {
      let isPutBack = Double(same.count) >= 0.9 * Double(max(lines.count, observations.count))
      return isPutBack ? Set(pairs.values) : []
    }
    var stays = Set(lines.indices)
    for (observation, line) in pairs where same[observation] == nil {
      if arrival.change?.touches(lines[line].item.bounds) ?? true { stays.remove(line) }
    }
    return stays
  }

  private mutating func update(
    with observations: [RecognizedTextObservation],
    pairs: [Int: Int]
  ) -> [Change] {
    var changes: [Change] = []
    var next: [TrackedLine] = []
    for (index, observation) in observations.enumerated() {
      guard let old = pairs[index] else {
        let line = TrackedLine(observation)
        next.append(line)
        changes.append(.added(line.item))
        continue
      }
      var line = lines[old]
      if line.add(observation) { changes.append(.updated(line.item)) }
      next.append(line)
    }
    let seen = Set(pairs.values)
    for index in lines.indices where !seen.contains(index) {
      var line = lines[index]
      if line.miss() {
        changes.append(.removed(line.item))
      } else {
        next.insert(line, at: min(index, next.count))
      }
    }
    lines = next
    return changes
  }

  private mutating func settle() -> [Change] {
    var changes: [Change] = []
    let isLast = readings >= Self.maximumReadings
    for index in lines.indices where lines[index].settle(isLastReading: isLast) {
      changes.append(.settled(lines[index].item))
    }
    return changes
  }
}
