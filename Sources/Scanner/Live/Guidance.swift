import Imaging
import Recognition

/// Decides what to tell the person who holds the page or the camera.
///
/// A pure state machine. At most one hint is up at a time, the weightiest; it is said once its cause has
/// lasted ``Limits/rise`` without a break, and withdrawn once the cause has been gone for
/// ``Limits/fall``. While it is up its cause is judged by a laxer limit, so that nothing flickers. While
/// the lines in view read well, their light and sharpness are good enough.
struct Guidance: Sendable {
  /// What is seen of a frame.
  struct Look: Sendable, Hashable {
    /// Whether anything moves.
    var moves: Bool

    /// Whether most of the picture changes.
    var movesMost: Bool

    /// How far the page moved since the look before, as a share of the picture's width.
    var shift = 0.0

    /// Whether most of what was read last is gone.
    var isReplaced: Bool

    /// The sharpness, as ``Gate/Measure/sharpness``.
    var sharpness: Double

    /// What the light does.
    var light: PictureLight
  }

  /// A change of the hint that is up.
  struct Change: Sendable, Hashable {
    /// The hint now; `nil` when nothing is wrong any more.
    var hint: GuidanceHint?
  }

  /// The limits; each cause has a laxer one while its hint is up.
  struct Limits: Sendable {
    /// How long a cause has to last before it is said.
    var rise = Duration.milliseconds(700)

    /// The same for blur: a camera that finds its focus takes longer.
    var blurRise = Duration.milliseconds(1200)

    /// The same for movement: pages are put down and turned.
    var motionRise = Duration.seconds(2)

    /// How long a moment of rest a movement may have.
    var motionGap = Duration.milliseconds(500)

    /// How far a page may move in a second, as it trembles in a hand; as the gate's.
    var drift = Gate.Limits().drift

    /// How long a cause has to be gone before its hint is withdrawn.
    var fall = Duration.seconds(1)

    /// The luma the brightest parts do not reach in the dark.
    var dark: (said: UInt8, up: UInt8) = (60, 80)

    /// The share of the picture that a reflection hides.
    var glare = (said: 0.004, up: 0.002)

    /// The sharpness that blurred print does not reach.
    var blur = (said: 0.15, up: 0.2)

    /// The same where the lines read badly: large print is as sharp with soft edges.
    var blurIfUnsure = (said: 0.3, up: 0.35)
  }

  private struct Cause: Sendable {
    var since: Duration?
    var goneSince: Duration?
  }

  private let limits: Limits
  private var causes: [GuidanceHint: Cause] = [:]
  private var reading: Reading?
  private var emptyReadings = 0
  private var lastMotion: Duration?
  private var lastLook: Duration?

  /// The hint that is up.
  private(set) var hint: GuidanceHint?

  /// Makes guidance that has seen nothing.
  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// A new stream begins: what was said of the one before holds no more.
  mutating func streamBegan() {
    self = Guidance(limits: limits)
  }

  /// Takes what a reading of the page in view gave.
  mutating func noteReading(_ reading: Reading) {
    emptyReadings = reading.lines == 0 ? emptyReadings + 1 : 0
    self.reading = reading
  }

  /// What was read is not in view any more, or not all that is in view.
  mutating func forgetReadings() {
    reading = nil
    emptyReadings = 0
  }

  /// Takes what is seen of a frame.
  ///
  /// - Parameters:
  ///   - look: What is seen.
  ///   - time: When the frame was taken.
  /// - Returns: The change to report, if there is one.
  mutating func look(_ look: Look, at time: Duration) -> Change? {
    // A clock that jumped makes all that was timed worthless.
    if let lastLook, time < lastLook {
      causes = [:]
      lastMotion = nil
    }
    let elapsed = lastLook.map { time - $0 } ?? .zero
    lastLook = time
    if look.isReplaced { forgetReadings() }
    let isFast = elapsed > .zero && look.shift > limits.drift * (elapsed / .seconds(1))
    if look.movesMost || isFast { lastMotion = time }
    for hint in GuidanceHint.allCases { note(hint, isTrue: isTrue(hint, look, at: time), at: time) }
    let next = GuidanceHint.allCases.first { isSayable($0, at: time) }
    guard next != hint else { return nil }
    hint = next
    return Change(hint: next)
  }

  private mutating func note(_ hint: GuidanceHint, isTrue: Bool, at time: Duration) {
    var cause = causes[hint, default: Cause()]
    if isTrue {
      cause.since = cause.since ?? time
      cause.goneSince = nil
    } else if hint == self.hint {
      cause.goneSince = cause.goneSince ?? time
      if let gone = cause.goneSince, time - gone >= limits.fall { cause.since = nil }
    } else {
      cause.since = nil
    }
    causes[hint] = cause
  }

  private func isSayable(_ hint: GuidanceHint, at time: Duration) -> Bool {
    guard let since = causes[hint]?.since else { return false }
    return hint == self.hint || time - since >= rise(of: hint)
  }

  private func rise(of hint: GuidanceHint) -> Duration {
    switch hint {
    case .holdStill: limits.motionRise
    case .tooBlurry: limits.blurRise
    case .tooDark, .glare, .pageCutOff, .moveCloser, .noText: limits.rise
    }
  }

  private func isTrue(_ hint: GuidanceHint, _ look: Look, at time: Duration) -> Bool {
    let isUp = hint == self.hint
    let readsWell = reading?.isGood ?? false
    switch hint {
    case .tooDark:
      return !readsWell && look.light.brightest < (isUp ? limits.dark.up : limits.dark.said)
    case .glare:
      return !look.movesMost && look.light.glare >= (isUp ? limits.glare.up : limits.glare.said)
    case .holdStill:
      return lastMotion.map { time - $0 < limits.motionGap } ?? false
    case .tooBlurry:
      let blur = reading?.isUnsure ?? false ? limits.blurIfUnsure : limits.blur
      return !readsWell && !look.moves && look.light.detail >= 0.02
        && look.sharpness < (isUp ? blur.up : blur.said)
    case .pageCutOff:
      return reading?.isCutOff ?? false
    case .moveCloser:
      return reading?.isSmall ?? false
    case .noText:
      // One reading that found nothing may have been bad luck.
      return emptyReadings >= 2
    }
  }
}
