import FoundationEssentials
import Imaging
import Recognition

/// Turns readings of codes into items that are reported once each while they stay in view.
///
/// A pure state machine. A code settles when it is read once and its symbology has error correction
/// or a checksum of its own, else when two readings agree. The same payload is the same code while it
/// is followed from reading to reading; it has left when readings of the page, or many glances in a
/// row, do not see it.
struct CodeTracker: Sendable {
  /// What a reading was of.
  enum Look: Sendable, Hashable {
    /// A page at rest: a code that is not seen is not there, twice in a row.
    case page

    /// A picture that moves, where much is blurred.
    case glance
  }

  /// After how many readings of a page at rest without agreement no more are made.
  static let maximumReadings = 5

  /// After how many readings in a row that do not see it a code has left.
  static let maximumMisses = 2

  /// The same for glances.
  static let maximumMissedGlances = 15

  /// For how long glances may miss a code that moves before it counts as gone.
  static let patience = Duration.milliseconds(700)

  fileprivate struct Code: Sendable {
    var item: RecognizedItem
    var isSettled = false
    var hasRested = false
    var misses = 0
    var missedGlances = 0
    var sight = Sight.atRest
  }

  /// What the newest look at a code's picture said.
  fileprivate enum Sight: Sendable {
    /// A page at rest was read.
    case atRest

    /// A glance saw the code.
    case glanced

    /// Glances have not seen it since then.
    case missed(since: Duration)
  }

  private var codes: [Code] = []
  private var isReplaced = false
  private var readings = 0
  private var count = 0

  /// The settled codes in view, in the order they came.
  var items: [RecognizedItem] { codes.filter(\.isSettled).map(\.item) }

  /// The codes in view, settled or not, in the order they came.
  var inView: [RecognizedItem] { codes.map(\.item) }

  /// Whether another reading of the page at rest would help.
  var needsReading: Bool {
    (1..<Self.maximumReadings).contains(readings) && codes.contains { !$0.isSettled }
  }

  /// A page came to rest and is about to be read.
  ///
  /// - Parameter isReplaced: Whether the page before left: what is not seen now has left with it.
  mutating func pageCameToRest(isReplaced: Bool) {
    self.isReplaced = self.isReplaced || isReplaced
    readings = 0
  }

  /// Takes the codes of one reading.
  ///
  /// - Parameters:
  ///   - observations: The codes.
  ///   - look: What was read.
  ///   - time: When its frame was taken.
  /// - Returns: What to report, in order.
  mutating func add(
    _ observations: [BarcodeObservation],
    from look: Look = .page,
    at time: Duration
  ) -> [PageReader.Change] {
    if look == .page { readings += 1 }
    var changes: [PageReader.Change] = []
    var seen = Set<UUID>()
    let known = match(observations, look, time)
    for (place, observation) in observations.enumerated() {
      var code: Code
      if let index = known[place] {
        code = codes[index]
        seen.insert(code.item.id)
        // The same again, or the next one at its place? The page at rest will tell.
        if look == .glance, hasBeenHidden(code, time) { continue }
        code.see(observation, from: look)
        codes[index] = code
      } else {
        count += 1
        code = Code(
          item: RecognizedItem(id: UUID(), code: observation, readings: 0, number: count)
        )
        code.see(observation, from: look)
        codes.append(code)
        changes.append(.added(code.item))
      }
      seen.insert(code.item.id)
    }
    for index in codes.indices where codes[index].settle() {
      changes.append(.settled(codes[index].item))
    }
    return miss(allBut: seen, look, time) + changes
  }

  /// For each observation the code in view it is a reading of; the nearest find each other first.
  private func match(
    _ observations: [BarcodeObservation],
    _ look: Look,
    _ time: Duration
  ) -> [Int: Int] {
    var pairs: [(distance: Double, observation: Int, code: Int)] = []
    for (place, observation) in observations.enumerated() {
      for index in codes.indices where codes[index].says(observation) {
        let distance = codes[index].distance(to: observation)
        guard distance <= reach(of: codes[index], look, time) else { continue }
        pairs.append((distance, place, index))
      }
    }
    var known: [Int: Int] = [:]
    for pair in pairs.sorted(by: { $0.distance < $1.distance })
    where known[pair.observation] == nil && !known.values.contains(pair.code) {
      known[pair.observation] = pair.code
    }
    return known
  }

  /// How far from its place a code may be found again, in lengths of its longer side.
  private func reach(of code: Code, _ look: Look, _ time: Duration) -> Double {
    switch code.sight {
    case .glanced: .infinity
    // It is still on its way in, or moves: a glance or two that are blurred say nothing.
    case .missed where !hasBeenHidden(code, time): .infinity
    // What was hidden for a while is the same at the same place, unless another page lies there now.
    case .missed: look == .page && isReplaced ? -1 : 0.1
    case .atRest where look == .glance: .infinity
    case .atRest: isReplaced ? 0.1 : 0.5
    }
  }

  private func hasBeenHidden(_ code: Code, _ time: Duration) -> Bool {
    guard code.hasRested, case .missed(let since) = code.sight else { return false }
    return time - since >= Self.patience
  }

  private mutating func miss(
    allBut seen: Set<UUID>,
    _ look: Look,
    _ time: Duration
  ) -> [PageReader.Change] {
    for index in codes.indices where !seen.contains(codes[index].item.id) {
      switch look {
      case .page:
        codes[index].misses += isReplaced ? Self.maximumMisses : 1
        codes[index].sight = .atRest
      case .glance:
        codes[index].missedGlances += 1
        if case .missed = codes[index].sight { continue }
        codes[index].sight = .missed(since: time)
      }
    }
    if look == .page { isReplaced = false }
    // On what the readings never agreed, nothing more can be learnt here.
    let isLast = look == .page && readings >= Self.maximumReadings
    let gone = codes.filter { $0.hasLeft || isLast && !$0.isSettled }
    codes.removeAll { $0.hasLeft || isLast && !$0.isSettled }
    return gone.map { .removed($0.item) }
  }
}

extension CodeTracker.Code {
  /// Whether too many readings did not see it.
  var hasLeft: Bool {
    misses >= CodeTracker.maximumMisses || missedGlances >= CodeTracker.maximumMissedGlances
  }

  /// Whether an observation has the same payload.
  func says(_ observation: BarcodeObservation) -> Bool {
    item.code?.symbology == observation.symbology
      && item.code?.payloadData == observation.payloadData
  }

  /// How far an observation is from where the code was, in lengths of the longer side.
  func distance(to observation: BarcodeObservation) -> Double {
    let (here, there) = (Box(item.bounds), Box(observation.bounds))
    return here.distance(to: there) / max(here.longSide, there.longSide, 1e-6)
  }

  /// Takes another reading of the code.
  mutating func see(_ observation: BarcodeObservation, from look: CodeTracker.Look) {
    misses = 0
    missedGlances = 0
    sight = look == .page ? .atRest : .glanced
    hasRested = hasRested || look == .page
    item.readings += 1
    item.bounds = observation.bounds
    item.confidence = max(item.confidence, observation.confidence)
  }

  /// Settles it if its readings allow that.
  ///
  /// - Returns: Whether it has just settled.
  mutating func settle() -> Bool {
    guard !isSettled, let code = item.code else { return false }
    isSettled = code.symbology.safety >= .checksum || item.readings >= 2
    return isSettled
  }
}

extension Box {
  fileprivate var longSide: Double { max(right - left, bottom - top) }

  /// How far the middles of two boxes are from each other, along the axis that is farther.
  ///
  /// A line or two seen across bars leave a box with hardly any height, so areas say little.
  fileprivate func distance(to other: Box) -> Double {
    max(
      abs(left + right - other.left - other.right),
      abs(top + bottom - other.top - other.bottom)
    ) / 2
  }
}
