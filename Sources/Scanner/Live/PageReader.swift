import FoundationEssentials
import Imaging
import Recognition

/// Turns readings of a page into lines that are reported once each.
///
/// A pure state machine. A line settles when its readings, fused, are not expected to change, or when
/// one reads it well and the picture of it stays the same; one on which the readings go on to differ
/// settles on the likeliest after ``maximumReadings``, and one that too few of them saw is dropped.
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

    /// The part of the upright picture that the change is of.
    var region = NormalizedRect.fullImage

    /// Whether a shape of the upright picture lies where it changed.
    func touches(_ shape: Quadrilateral) -> Bool {
      change?.touches(region.inside(shape)) ?? true
    }

    /// Whether a line looks as it did, and the whole of it was read.
    func confirms(_ line: Quadrilateral, among lines: [Quadrilateral]) -> Bool {
      guard let change, !touches(line) else { return false }
      let others = lines.filter { $0 != line }.map { Box(region.inside($0)) }
      return !change.goesOn(beyond: Box(region.inside(line)), among: others)
    }
  }

  /// How many readings a page gets for the sake of lines that have settled and may be wrong.
  static let mostReadings = 10

  /// After how many readings of a page without agreement the likeliest one counts.
  static let maximumReadings = 5

  /// How sure the engine must be of a line for one reading to do when no more will come.
  static let confidenceOfOneReading = 0.85

  /// How long a line is kept that something lies over, such as a hand.
  static let coverPatience = Duration.seconds(10)

  private(set) var lines: [TrackedLine] = []
  private var arrival: Arrival?
  var readings = 0
  private(set) var isComplete = true

  /// Where the picture changed on a page whose other lines stay as they were read.
  var changedPart: ReadingScope?

  /// What the reading under way looks at; `nil` for the whole.
  var scope: ReadingScope?

  /// Whether the page in view has lines that have not settled, or was not read enough to have them all.
  var isUnfinished: Bool { !isComplete }

  /// Whether another reading of the page in view would help.
  var needsReading: Bool { isUnfinished || wantsVotes }

  private var wantsVotes: Bool {
    readings > 0 && readings < Self.mostReadings && lines.contains(where: \.needsVotes)
  }

  /// Whether the page in view was read at least once.
  var hasReadPage: Bool { readings > 0 }

  /// The lines in view, in reading order.
  var items: [RecognizedItem] { lines.map(\.item) }

  /// A page came to rest and is about to be read.
  ///
  /// - Parameter arrival: How it relates to the page that was read before.
  /// - Returns: What of the page before is worth reporting, although it left before it was done.
  @discardableResult
  mutating func pageCameToRest(_ arrival: Arrival) -> [Change] {
    let last = arrival.isReplaced ? finish() : []
    // A page that was never read, because it moved again, still counts as the one that arrived.
    if let pending = self.arrival {
      changedPart = nil
      self.arrival = Arrival(isReplaced: pending.isReplaced || arrival.isReplaced, change: nil)
    } else {
      self.arrival = arrival
      let isPart = isComplete && !arrival.isReplaced
      changedPart = isPart ? part(changedBy: arrival) : nil
    }
    readings = 0
    isComplete = false
    return last
  }

  /// Only a part of the picture counts from now on.
  ///
  /// - Parameter region: The part.
  /// - Returns: The lines that lie outside, which are no longer in view.
  mutating func restrict(to region: NormalizedRect) -> [Change] {
    let view = Box(region)
    let outside = lines.filter { !Box($0.item.bounds).hasMiddle(in: view) }
    lines.removeAll { !Box($0.item.bounds).hasMiddle(in: view) }
    return outside.map { .removed($0.item) }
  }

  /// The page moved in the picture.
  ///
  /// - Parameters:
  ///   - distance: From which distance on a line's new place is reported, as a share of the picture.
  ///   - time: When.
  ///   - movement: Where a shape is now that was somewhere.
  /// - Returns: The lines that moved noticeably since their place was reported.
  mutating func follow(
    by distance: Double,
    at time: Duration,
    _ movement: (Quadrilateral) -> Quadrilateral
  ) -> [Change] {
    changedPart?.move(movement)
    scope?.move(movement)
    var changes: [Change] = []
    for index in lines.indices where lines[index].move(movement, reportedFrom: distance) {
      changes.append(.updated(lines[index].item))
    }
    let gone = lines.filter { $0.isCovered(for: Self.coverPatience, at: time) }
    lines.removeAll { $0.isCovered(for: Self.coverPatience, at: time) }
    return changes + gone.map { .removed($0.item) }
  }

  /// Takes a reading of the page in view.
  ///
  /// - Parameters:
  ///   - observations: The lines, in reading order.
  ///   - since: What of the picture changed since the frame that was read; `nil` while no other frame
  ///     was compared with it.
  ///   - disturbance: What of the picture something moves over, when the frame was taken all the same.
  ///   - sharpness: How sharp the frame was in comparison with others, 0…1.
  ///   - time: When the frame was taken.
  /// - Returns: What to report, in order.
  mutating func add(
    _ observations: [RecognizedTextObservation],
    since: Arrival? = nil,
    disturbance: Arrival? = nil,
    sharpness: Double = 1,
    at time: Duration = .zero
  ) -> [Change] {
    var (observations, pairs) = inScope(observations)
    guard !isCut(observations) else { return [] }
    var changes: [Change] = []
    if let cause = arrival ?? disturbance {
      cover(lines.indices.filter { !pairs.values.contains($0) }, by: cause, at: time)
    }
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
    let parts = LineMatching.parts(observations, of: lines)
    pairs = pairs.filter { parts[$0.key] == nil }
    let swallowed = LineMatching.swallowed(by: observations, lines, besides: pairs)
    // Lines outside the scope were not looked for, and those read once more for votes are known to be there.
    let unasked = lines.indices.filter {
      isComplete || scope?.lines.contains(lines[$0].item.id) == false
    }
    changes += update(
      with: observations.enumerated().filter { parts[$0.offset] == nil },
      pairs: pairs,
      alsoSeen: Set(parts.values).union(swallowed.filter { lines[$0].isSettled }).union(unasked),
      sharpness: sharpness
    )
    guard !isComplete else { return changes }
    changes += settle(since: since)
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
    let changes = settle(since: nil, atLeast: Self.confidenceOfOneReading)
    let settled = lines.filter(\.isSettled).map(\.item)
    return changes + [.page(settled)]
  }

  private var isFinished: Bool {
    // Two readings at least: one that found nothing, or missed a line, may have been bad luck.
    readings >= 2 && lines.allSatisfy(\.isSettled)
      || readings >= Self.maximumReadings
  }

  /// Marks lines that were not read because something came to lie over them.
  private mutating func cover(_ unread: [Int], by arrival: Arrival, at time: Duration) {
    guard !arrival.isReplaced, arrival.change != nil else { return }
    for index in unread where arrival.touches(lines[index].item.bounds) {
      lines[index].cover(at: time)
    }
  }

  /// Which of the lines in view are still there when a page has come to rest.
  ///
  /// A page that took another's place has only new lines, unless it is the old one put back or what
  /// something leaves free of it: all that is read are the same texts at the same places. Where only parts of the picture changed, a line stays that reads as
  /// before or whose place did not change; another value on a display is another line.
  private func stayingLines(
    of observations: [RecognizedTextObservation],
    pairs: [Int: Int],
    after arrival: Arrival
  ) -> Set<Int> {
    let same = pairs.filter { observations[$0.key].transcript == lines[$0.value].item.text }
    if arrival.isReplaced {
      let isPutBack = !same.isEmpty && Double(same.count) >= 0.9 * Double(observations.count)
      return isPutBack ? Set(pairs.values) : []
    }
    var stays = Set(lines.indices)
    for (observation, line) in pairs where same[observation] == nil {
      if arrival.touches(lines[line].item.bounds) { stays.remove(line) }
    }
    return stays
  }

  /// Takes the lines of a reading over.
  ///
  /// - Parameters:
  ///   - observations: The lines that stand for themselves, with their indices.
  ///   - pairs: For each of them, by its index, the line in view it is of.
  ///   - seen: Lines in view that were read in part, or as a part of another.
  ///   - sharpness: How sharp the frame was, 0…1.
  /// - Returns: What to report.
  private mutating func update(
    with observations: [(offset: Int, element: RecognizedTextObservation)],
    pairs: [Int: Int],
    alsoSeen seen: Set<Int>,
    sharpness: Double
  ) -> [Change] {
    var changes: [Change] = []
    var next: [TrackedLine] = []
    for (index, observation) in observations {
      guard let old = pairs[index] else {
        // A page that was read whole has all its lines; what appears is another arrival's.
        guard !isComplete else { continue }
        let line = TrackedLine(observation, sharpness: sharpness)
        next.append(line)
        changes.append(.added(line.item))
        continue
      }
      var line = lines[old]
      if line.add(observation, sharpness: sharpness, isPartial: scope != nil) {
        changes.append(.updated(line.item))
      }
      next.append(line)
    }
    let paired = Set(pairs.values)
    for index in lines.indices where !paired.contains(index) {
      var line = lines[index]
      if !seen.contains(index), line.miss() {
        changes.append(.removed(line.item))
      } else {
        next.insert(line, at: min(index, next.count))
      }
    }
    lines = scope == nil ? next : inOrder(next)
    return changes
  }

  private mutating func settle(
    since: Arrival?,
    atLeast confidence: Double = TrackedLine.minimumConfidence
  ) -> [Change] {
    var changes: [Change] = []
    let isLast = readings >= Self.maximumReadings
    let places = lines.map(\.item.bounds)
    for index in lines.indices {
      let agrees = since?.confirms(places[index], among: places) ?? false
      guard
        lines[index].settle(
          isLastReading: isLast,
          pictureAgrees: agrees,
          atLeast: confidence
        )
      else { continue }
      changes.append(.settled(lines[index].item))
    }
    return changes
  }
}
