import Capture

/// What to do about the camera, and what to say about it.
///
/// A pure state machine: what happened goes in with the time, what to do comes out. It owns all rules
/// of recovery and no clock, no descriptor, no task. The wish to scan stays until ``Event/end``;
/// whatever ends a stream, the machine looks for the camera again.
struct CameraLifecycle: Sendable {
  /// Something that happened.
  enum Event: Sendable, Hashable {
    /// Scanning is wanted.
    case begin

    /// Something under `/dev` changed: a node came, went, or changed its rights or its owner.
    case devicesChanged

    /// The directory was asked, and this is the camera that is meant, usable or not.
    case found(CameraInfo)

    /// The directory was asked, and there is no such camera.
    case notFound(CaptureError)

    /// The camera's stream is on, perhaps in a cheaper mode than was wanted; frames may follow.
    case opened(SteppedDown?)

    /// The first frame came.
    case began(SourceDescription)

    /// The picture has steadied.
    case steadied

    /// How the stream did lately; comes about once a second while it runs.
    case health(StreamHealth)

    /// The camera could not be opened again now; the stream that runs goes on.
    case rightsLost(CaptureError)

    /// It could be opened again.
    case rightsBack

    /// The camera could not be opened, or its stream ended.
    case failed(CaptureError)

    /// The time of ``CameraLifecycle/deadline`` has come.
    case timer

    /// Scanning is not wanted any more.
    case end
  }

  /// Something to do.
  enum Action: Sendable, Hashable {
    /// Ask the directory for the camera.
    case look

    /// Open this camera and run its stream.
    case open(CameraInfo)

    /// Tell the world.
    case report(StateChange)
  }

  private enum Phase: Sendable, Hashable {
    /// Nothing is wanted.
    case idle

    /// The directory is being asked.
    case looking

    /// The camera is being opened, or its stream is on and the first frame awaited.
    case opening(isOn: Bool)

    /// The stream runs.
    case running(since: Duration)

    /// Nothing can be done before the deadline or a change.
    case waiting
  }

  /// The time at which ``Event/timer`` is due; `nil` when nothing but an event goes on.
  private(set) var deadline: Duration?

  /// Whether a stream ever ran.
  private(set) var hasRun = false

  /// What was reported last.
  private(set) var state = ScannerState.disabled

  private let rules: RecoveryRules
  private var jitter: Jitter
  private var phase = Phase.idle
  private var reported: StateChange?
  private var camera: SourceDescription?
  private var failures = 0
  private var lastCode: CaptureError.Code?
  private var changedAt: Duration?
  private var changesWhileLooking = false
  private var isDegraded = false
  private var lostRights: CaptureError?
  private var fault: CaptureError?

  /// Makes a machine that wants nothing yet.
  ///
  /// - Parameters:
  ///   - rules: Times and limits.
  ///   - seed: Where the jitter of delays starts; the same seed gives the same delays.
  init(rules: RecoveryRules = RecoveryRules(), seed: UInt64 = 0) {
    self.rules = rules
    jitter = Jitter(seed: seed)
  }

  /// Whether the camera's frames are being read.
  var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  /// How the scan stands with its camera; `nil` while that is being found out.
  var standing: CameraStanding? {
    switch phase {
    case .idle: .unused
    case .running: .used(node: camera?.node ?? "")
    case .opening(isOn: true): fault.map(CameraStanding.unusable) ?? .used(node: camera?.node ?? "")
    case .looking, .opening, .waiting: fault.map(CameraStanding.unusable)
    }
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: When, on a monotonic clock.
  /// - Returns: What to do, in order.
  mutating func handle(_ event: Event, at now: Duration) -> [Action] {
    switch event {
    case .begin: phase == .idle ? look() : []
    case .devicesChanged: devicesChanged(at: now)
    case .found(let camera): found(camera)
    case .notFound(let error): phase == .looking ? wait(because: error, at: now) : []
    case .opened(let steppedDown): opened(steppedDown)
    case .began(let source): began(source, at: now)
    case .steadied: isRunning && !isDegraded ? reportStream(.streaming) : []
    case .health(let health): judge(health)
    case .rightsLost(let error): judgeRights(error)
    case .rightsBack: judgeRights(nil)
    case .failed(let error): failed(error, at: now)
    case .timer: timer(at: now)
    case .end: end()
    }
  }
}

extension CameraLifecycle {
  private mutating func look() -> [Action] {
    phase = .looking
    deadline = nil
    changesWhileLooking = false
    return [.look]
  }

  private mutating func devicesChanged(at now: Duration) -> [Action] {
    switch phase {
    case .idle, .running:
      return []
    case .looking, .opening:
      // The answer that is on its way may be from before the change.
      changedAt = now
      changesWhileLooking = true
      return []
    case .waiting:
      changedAt = now
      return look()
    }
  }

  private mutating func found(_ info: CameraInfo) -> [Action] {
    guard phase == .looking else { return [] }
    phase = .opening(isOn: false)
    camera = SourceDescription(info)
    return report(.configuring) + [.open(info)]
  }

  private mutating func opened(_ steppedDown: SteppedDown?) -> [Action] {
    guard case .opening = phase, let camera else { return [] }
    phase = .opening(isOn: true)
    hasRun = true
    guard let steppedDown else { return [] }
    return report(
      .steppingDown,
      reason: """
        The USB bus has no bandwidth left for \(camera.name) (\(camera.node)) at \(steppedDown.wanted); \
        it runs at \(steppedDown.mode).
        """,
      advice: """
        For more, plug it into another port, not a shared hub, or unplug another camera; the full mode is \
        tried again whenever it is plugged in.
        """
    )
  }

  private mutating func began(_ source: SourceDescription, at now: Duration) -> [Action] {
    guard case .opening = phase else { return [] }
    phase = .running(since: now)
    hasRun = true
    deadline = nil
    camera = source
    isDegraded = false
    lostRights = nil
    fault = nil
    return report(.warming)
  }

  private mutating func judge(_ health: StreamHealth) -> [Action] {
    guard isRunning, health.isDegraded != isDegraded else { return [] }
    isDegraded = health.isDegraded
    guard isDegraded else { return reportStream(.streaming) }
    return report(
      .degraded,
      reason: "\(camera?.name ?? "The camera"): \(health.percentBad) % of its frames are bad.",
      advice: "Check the cable, use a shorter one, or another USB port."
    )
  }

  private mutating func judgeRights(_ error: CaptureError?) -> [Action] {
    guard isRunning, error != lostRights else { return [] }
    lostRights = error
    return isDegraded ? [] : reportStream(state)
  }

  /// Reports a stream that runs well, for as long as nobody needs to open the camera again.
  private mutating func reportStream(_ state: ScannerState) -> [Action] {
    report(
      state,
      reason: lostRights.map {
        "\($0.message) The stream that runs goes on; the next opening will fail."
      },
      advice: lostRights?.remedy
    )
  }

  private mutating func failed(_ error: CaptureError, at now: Duration) -> [Action] {
    switch phase {
    case .running(let since):
      if now - since >= rules.steadyTime { failures = 0 }
      if error.code == .disconnected { failures = 0 }
      return now - since < rules.shortestRun
        ? wait(because: error, at: now) : ended(because: error, at: now)
    case .opening:
      return wait(because: error, at: now)
    case .idle, .looking, .waiting:
      return []
    }
  }

  /// A stream ended: an unplugged camera is looked for at once, another failure waits its turn.
  private mutating func ended(because error: CaptureError, at now: Duration) -> [Action] {
    guard error.code == .disconnected else { return wait(because: error, at: now) }
    // It may be back already, with a node the system is still setting up.
    changedAt = now
    let lost = report(.lost, reason: error.message, advice: error.remedy)
    return lost + look()
  }

  private mutating func timer(at now: Duration) -> [Action] {
    guard phase == .waiting, let deadline, now >= deadline else { return [] }
    return look()
  }

  private mutating func end() -> [Action] {
    guard phase != .idle else { return [] }
    phase = .idle
    deadline = nil
    fault = nil
    return report(.stopping)
  }

  /// Nothing can be done now: says why, and sets the time to look again.
  private mutating func wait(because error: CaptureError, at now: Duration) -> [Action] {
    if error.code != lastCode { failures = 0 }
    lastCode = error.code
    fault = error
    phase = .waiting
    camera = error.code == .noCamera ? nil : camera
    if isSettling(error, at: now) {
      deadline = now + rules.settlingStep
      return report(.settling)
    }
    failures += 1
    var delay = rules.delay(after: error.code, failures: failures)
    if rules.hasJitter(error.code) { delay = jitter.around(delay) }
    // A change that came while the directory was being asked may be the one that was waited for.
    deadline = now + (changesWhileLooking ? rules.settlingStep : delay)
    changesWhileLooking = false
    return report(error.state, reason: error.message, advice: error.remedy)
  }

  /// A node that has just been made is the system's at first: its rights follow a moment later.
  private func isSettling(_ error: CaptureError, at now: Duration) -> Bool {
    guard let changedAt, now - changedAt < rules.settlingTime else { return false }
    switch error.code {
    case .permissionDenied, .deniedByPolicy: return true
    default: return false
    }
  }

  private mutating func report(
    _ state: ScannerState,
    reason: String? = nil,
    advice: String? = nil
  ) -> [Action] {
    let change = StateChange(state, camera: camera, reason: reason, advice: advice)
    self.state = state
    guard change != reported else { return [] }
    reported = change
    return [.report(change)]
  }
}
