/// Decides which frames are worth reading: exposure settled, at rest, sharp, different from what was
/// read.
///
/// A pure state machine: measures and times go in, decisions come out. Times are the frames' own, so
/// a recording passes the gate as the camera did.
struct Gate: Sendable {
  /// What the gate measures on a frame.
  struct Measure: Sendable, Hashable {
    /// The difference from the frame examined before, apart from how the page moved; `nil` for the
    /// first.
    var motion: PictureChange?

    /// How far the page moved since then, as a share of the picture's width; `nil` when it cannot be
    /// told.
    var shift: Double?

    /// The difference from the frame that was read last, apart from how the page moved; `nil` when
    /// none was.
    var sinceRead: PictureChange?

    /// The mean luma, 0…255.
    var meanLuma: Double

    /// The variance of the Laplacian over that of the luma.
    var sharpness: Double
  }

  /// What to do with a frame.
  enum Decision: Sendable, Hashable {
    /// Nothing: too early, or nothing new.
    case wait

    /// The picture moves; what is being read now is worth nothing.
    case moving

    /// Something moves, and most of the page that was read is still where it was.
    case disturbed

    /// Read it: a page came to rest, or never does.
    case read(PageChange)

    /// The page is still the one that was read; it may be read again if lines have not settled.
    case unchanged
  }

  /// How a page that came to rest relates to the one before it.
  enum PageChange: Sendable, Hashable {
    /// Most of the picture was different in between or is now: the page left.
    case replaced

    /// Parts changed; the rest stayed where it was.
    case partly
  }

  /// The gate's limits.
  struct Limits: Sendable, Hashable {
    /// How long the picture has to be at rest.
    var rest = Duration.milliseconds(130)

    /// How far a page at rest may move in a second, as a share of the picture's width: as much as it
    /// trembles in a hand.
    var drift = 0.1

    /// How long blurred frames are passed over before one of them is taken for the picture.
    var blurTolerance = Duration.milliseconds(400)

    /// How long a picture may stay blurred before it is read as it is.
    var patience = Duration.milliseconds(1500)

    /// How long something small may go on moving before the rest is read all the same.
    var restlessness = Duration.seconds(2)

    /// How long the whole may go on moving, as a page held in the hand does, before it is read in a
    /// moment in which it is sharp.
    var impatience = Duration.seconds(4)

    /// How long a new stream may take to settle its exposure.
    var warmUp = Duration.milliseconds(1500)

    /// The shortest time between two examined frames while something moves.
    var busyInterval = Duration.milliseconds(60)

    /// The shortest time between two examined frames while the page rests.
    var restInterval = Duration.milliseconds(200)

    /// The share of the sharpest picture seen lately that a picture must have.
    var sharpnessShare = 0.6

    /// The usual limits, but every frame is looked at, so that boxes follow a page without a lag.
    static var everyFrame: Limits {
      var limits = Limits()
      limits.busyInterval = .zero
      limits.restInterval = .zero
      return limits
    }
  }

  private enum State: Hashable {
    /// The stream has just begun; the exposure may still move.
    case warming(since: Duration?, steadyFrames: Int, luma: Double)

    /// The picture moves.
    case moving(since: Duration)

    /// The picture has been at rest for a while.
    case settling(since: Duration)

    /// The page was read and has not changed.
    case resting
  }

  private let limits: Limits
  private var state = State.warming(since: nil, steadyFrames: 0, luma: 0)
  private var lastExamined: Duration?
  private var lastSeen: Duration?
  private var blurredSince: Duration?
  private var hasRead = false
  private var pageLeft = true
  private var readInMotion = false
  private var sharpest = 0.0

  /// Makes a gate for a stream that begins now.
  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether a frame of this time should be decoded and measured at all.
  func wants(frameAt time: Duration) -> Bool {
    guard let last = lastSeen else { return true }
    // A clock that jumped back must not stop the gate.
    guard time >= last else { return true }
    let interval = state == .resting ? limits.restInterval : limits.busyInterval
    return time - last >= interval
  }

  /// Whether a frame is too blurred, next to others seen lately, to say anything: the camera was
  /// shaken, or hunts for its focus.
  ///
  /// - Parameters:
  ///   - sharpness: The frame's sharpness.
  ///   - time: When it was taken.
  /// - Returns: Whether it leaves no trace.
  mutating func passesOver(sharpness: Double, at time: Duration) -> Bool {
    sharpest = max(sharpest * 0.98, sharpness)
    guard hasWarmedUp, sharpness < limits.sharpnessShare * sharpest else {
      blurredSince = nil
      return false
    }
    let since = min(blurredSince ?? time, time)
    blurredSince = since
    guard time - since < limits.blurTolerance else { return false }
    lastSeen = time
    return true
  }

  /// How sharp a frame is next to the sharpest seen lately, 0…1.
  func relativeSharpness(_ sharpness: Double) -> Double {
    sharpest > 0 ? min(sharpness / sharpest, 1) : 1
  }

  /// Whether the camera's picture has steadied since the stream began.
  var hasWarmedUp: Bool {
    if case .warming = state { false } else { true }
  }

  /// Takes a measured frame.
  ///
  /// - Parameters:
  ///   - measure: The frame's measures.
  ///   - time: When it was taken.
  /// - Returns: What to do with it.
  mutating func examine(_ measure: Measure, at time: Duration) -> Decision {
    let moves = isMoving(measure, at: time)
    lastExamined = time
    lastSeen = time
    sharpest = max(sharpest, measure.sharpness)
    if measure.sinceRead?.isMost ?? false { pageLeft = true }
    switch state {
    case .warming(let since, let steadyFrames, let luma):
      warm(measure, since: since ?? time, steadyFrames: steadyFrames, luma: luma, at: time)
      if hasWarmedUp { state = moves ? .moving(since: time) : .settling(since: since ?? time) }
      return .wait
    case .moving(let since):
      guard moves else {
        state = .settling(since: time)
        return .wait
      }
      return move(measure, since: since, at: time)
    case .settling(let since):
      guard !moves else {
        state = .moving(since: time)
        return disturbance(measure)
      }
      return settle(measure, since: since, at: time)
    case .resting:
      guard let change = measure.sinceRead, change.isAny else { return .unchanged }
      state = moves ? .moving(since: time) : .settling(since: time)
      return moves ? disturbance(measure) : .wait
    }
  }

  /// Tells the gate that the frame of the last `read` decision is the one that was read.
  mutating func noteRead() {
    hasRead = true
    pageLeft = false
    state = .resting
  }

  /// Tells the gate that a new stream begins: the page may have changed meanwhile.
  mutating func streamBegan() {
    state = .warming(since: nil, steadyFrames: 0, luma: 0)
    lastExamined = nil
    lastSeen = nil
    blurredSince = nil
    sharpest = 0
  }

  /// Whether the picture moves: something in it, or the page faster than a hand trembles.
  private func isMoving(_ measure: Measure, at time: Duration) -> Bool {
    guard let motion = measure.motion, !motion.isAny else { return true }
    guard let shift = measure.shift, let lastExamined, time > lastExamined else { return false }
    return shift > limits.drift * ((time - lastExamined) / .seconds(1))
  }

  private mutating func warm(
    _ measure: Measure,
    since: Duration,
    steadyFrames: Int,
    luma: Double,
    at time: Duration
  ) {
    let isSteady = abs(measure.meanLuma - luma) <= max(0.02 * luma, 1)
    let steady = isSteady ? steadyFrames + 1 : 0
    let isOver = steady >= 3 || time - since >= limits.warmUp
    state =
      isOver
      ? .moving(since: time)
      : .warming(since: since, steadyFrames: steady, luma: measure.meanLuma)
  }

  /// Tells the gate that another part of the picture counts from now on.
  mutating func regionChanged(at time: Duration) {
    guard hasWarmedUp else { return }
    state = .moving(since: time)
    lastExamined = nil
    sharpest = 0
    blurredSince = nil
  }

  private mutating func move(_ measure: Measure, since: Duration, at time: Duration) -> Decision {
    let isMost = measure.motion?.isMost ?? true
    let limit = isMost ? limits.impatience : limits.restlessness
    guard time - since >= limit, isSharp(measure) else { return disturbance(measure) }
    readInMotion = true
    return readNow
  }

  /// Whether a movement takes the page that was read last out of view.
  private func disturbance(_ measure: Measure) -> Decision {
    let isThere = hasRead && !(measure.sinceRead?.isMost ?? true)
    return isThere || readInMotion ? .disturbed : .moving
  }

  private func isSharp(_ measure: Measure) -> Bool {
    measure.sharpness >= limits.sharpnessShare * sharpest
  }

  private mutating func settle(
    _ measure: Measure,
    since: Duration,
    at time: Duration
  ) -> Decision {
    let rested = time - since
    readInMotion = false
    if hasRead, !(measure.sinceRead?.isAny ?? true) {
      // Something passed over the page and left it as it was.
      pageLeft = false
      state = .resting
      return .unchanged
    }
    guard rested >= limits.rest else { return .wait }
    let waited = blurredSince.map { time - $0 } ?? rested
    guard isSharp(measure) || max(rested, waited) >= limits.patience else { return .wait }
    return readNow
  }

  private var readNow: Decision { .read(pageLeft || !hasRead ? .replaced : .partly) }
}
