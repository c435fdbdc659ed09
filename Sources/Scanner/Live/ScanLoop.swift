import Capture
import Imaging
import Recognition

/// Who is told what becomes of a stream.
struct StreamObserver: Sendable {
  /// The source delivers.
  var began: @Sendable (SourceDescription) -> Void

  /// Its picture has steadied.
  var steadied: @Sendable (SourceDescription) -> Void
}

/// Takes frames from the inbox, lets the gate choose, has pages read, and reports their lines.
///
/// Its state survives an interruption: the gate's reference and the page in view are kept, so that a
/// page that was read before the camera went away is not reported again when it comes back.
actor ScanLoop {
  /// Reads a part of a frame; the production one asks a ``ReadingWorker``.
  typealias Read = @Sendable (Frame, NormalizedRect, RecognitionControl) async -> PageReading

  /// Why a run of the loop ended.
  enum End: Sendable, Hashable {
    /// No more frames come.
    case streamEnded

    /// The first page settled and no more was wanted.
    case pageSettled

    /// The engine cannot work.
    case failed(RecognitionError)
  }

  /// A reading to be made of a frame; its outcome is the loop's to take.
  struct Job: Sendable {
    fileprivate let read: Read
    fileprivate let parts: [NormalizedRect]
    fileprivate let control: RecognitionControl

    /// Whether the loop has lost its interest in the outcome.
    var isCancelled: Bool { control.isCancelled }

    /// Reads.
    func run(on frame: Frame) async -> PageReading {
      var whole: PageReading?
      for part in parts {
        let reading = await read(frame, part, control)
        whole = whole?.joined(with: reading) ?? reading
      }
      return whole ?? PageReading(size: frame.layout.size, outcome: .cancelled)
    }
  }

  private typealias Arrival = PageReader.Arrival

  private let executor = QueueExecutor(label: "lectern.scan")
  private let settings: ScanSettings
  private let sink: EventSink
  private let read: Read
  private let controls: LiveControls
  private let board: ItemBoard
  private let glance: Read?

  private var gate: Gate
  private var sight: GateSight
  private var reader = PageReader()
  private var focus = ItemFocus()
  private var region: NormalizedRect
  private var point = NormalizedPoint(x: 0.5, y: 0.5)
  private var guidance = Guidance()
  private var codes = CodeTracker()
  private var active: RecognitionControl?
  private var isGlancing = false
  private var glancedAt = Duration.zero
  private var camera: SourceDescription?
  private var hasSteadied = false
  private var size = PixelSize(width: 0, height: 0)

  /// What changed since the frame that is being read; `nil` while no other was compared with it.
  private var sinceRead: Arrival?

  /// When the frame that is being read was taken.
  private var readAt = Duration.zero

  /// How sharp it is in comparison with others, 0…1.
  private var readSharpness = 1.0

  /// Whether it is read from edge to edge.
  private var isWhole = true

  /// What something moves over in it; `nil` when the page is at rest.
  private var disturbance: Arrival?
  private var pagesSeen = 0
  private var readingsMade = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes a loop that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - settings: What to scan and how.
  ///   - sink: Is told what happens.
  ///   - controls: What may change while it scans.
  ///   - board: Shows the items in view.
  ///   - glance: Looks for codes while no page is read; `nil` when none are wanted.
  ///   - read: Reads a page at rest.
  init(
    settings: ScanSettings,
    sink: EventSink,
    controls: LiveControls? = nil,
    board: ItemBoard = ItemBoard(),
    glance: Read? = nil,
    read: @escaping Read
  ) {
    self.settings = settings
    self.sink = sink
    self.read = read
    self.glance = glance
    self.board = board
    let controls = controls ?? LiveControls(region: settings.request.regionOfInterest)
    self.controls = controls
    region = controls.view.readRegion
    gate = Gate(limits: settings.tracksAtFrameRate ? .everyFrame : Gate.Limits())
    sight = GateSight(region: region, orientation: settings.orientation)
  }

  /// How many recognitions were begun.
  var recognitions: Int { readingsMade }

  /// Works until the inbox ends.
  ///
  /// - Parameters:
  ///   - inbox: Brings frames and the outcome of readings.
  ///   - isRecording: Whether the end is that of a recording, where a line read once counts.
  ///   - observer: Is told what becomes of the stream.
  /// - Returns: Why it ended.
  func run(_ inbox: ScanInbox, isRecording: Bool, observer: StreamObserver) async -> End {
    let end = await withDiscardingTaskGroup(returning: End.self) { group in
      defer { active?.cancel() }
      var frame = Frame()
      while let message = await inbox.next() {
        switch message {
        case .began(let source):
          streamBegan(source)
          observer.began(source)
        case .frame:
          guard inbox.takeFrame(&frame) else { continue }
          let job = examine(frame)
          if gate.hasWarmedUp, !hasSteadied, let camera {
            hasSteadied = true
            observer.steadied(camera)
          }
          guard let job else { continue }
          inbox.expectReading()
          let taken = frame
          frame = Frame()
          group.addTask { inbox.put(await job.run(on: taken)) }
        case .reading(let reading):
          if let end = take(reading) { return end }
        }
      }
      return .streamEnded
    }
    active = nil
    if isRecording, end == .streamEnded, let camera {
      if size.width == 0 { size = PixelSize(width: camera.width, height: camera.height) }
      finish()
    }
    return end
  }

  /// No more frames will come: a line read once and well counts.
  func finish() { report(reader.finish()) }

  private func streamBegan(_ source: SourceDescription) {
    camera = source
    gate.streamBegan()
    sight.streamBegan()
    guidance.streamBegan()
    hasSteadied = false
  }

  /// Looks at the newest frame.
  ///
  /// - Returns: What to read of it, or `nil`.
  func examine(_ frame: Frame) -> Job? {
    let time = frame.capturedAt
    lookElsewhere(at: time)
    guard gate.wants(frameAt: time), let look = sight.look(at: frame) else { return nil }
    guard !gate.passesOver(sharpness: look.sharpness, at: time) else { return nil }
    let before = sight.pose
    let measure = sight.compare(look)
    sinceRead = Arrival(isReplaced: false, change: measure.sinceRead, region: region)
    follow(from: before, at: time)
    let decision = gate.examine(measure, at: time)
    advise(measure, at: time)
    switch decision {
    case .wait, .moving:
      return gate.hasWarmedUp ? beginGlance(at: time) : nil
    case .unchanged, .disturbed:
      // Votes for lines that have settled wait until nothing moves.
      let wantsLines = decision == .disturbed ? reader.isUnfinished : reader.needsReading
      guard active == nil, wantsLines || codes.needsReading else { return nil }
      let moved = Arrival(isReplaced: false, change: measure.sinceRead, region: region)
      disturbance = decision == .disturbed ? moved : nil
      return begin(at: time, look)
    case .read(let page):
      if page == .replaced, reader.hasReadPage { active?.cancel() }
      // A page waits for the reading of the one before it, or until that is called off.
      guard active == nil else { return nil }
      let arrival = Arrival(
        isReplaced: page == .replaced,
        change: measure.sinceRead,
        region: region
      )
      report(reader.pageCameToRest(arrival))
      codes.pageCameToRest(isReplaced: page == .replaced)
      gate.noteRead()
      disturbance = nil
      return begin(at: time, look)
    }
  }

  /// Follows a change of the region of interest, of the zoom, or of the point of interest.
  private func lookElsewhere(at time: Duration) {
    let view = controls.view
    if view.point != point {
      point = view.point
      report([])
    }
    guard view.readRegion != region else { return }
    region = view.readRegion
    sight.watch(region)
    gate.regionChanged(at: time)
    guidance.forgetReadings()
    report(reader.restrict(to: region))
  }

  /// Says what keeps the camera from seeing text.
  private func advise(_ measure: Gate.Measure, at time: Duration) {
    guard settings.isGuidanceEnabled, gate.hasWarmedUp else { return }
    let change = guidance.look(Guidance.Look(measure, sight.light), at: time)
    if let change { sink.send(.guidance(change.hint), from: .camera) }
  }

  /// Lines move with the page.
  private func follow(from before: PagePose?, at time: Duration) {
    let distance = settings.tracksAtFrameRate ? 0.002 : 0.01
    report(
      reader.follow(by: distance, at: time) { [pose = sight.pose] shape in
        guard let before, let pose, before != pose else { return shape }
        return pose.now(shape, since: before)
      }
    )
  }

  /// A code needs no page at rest: it is looked for whenever there is nothing better to do.
  private func beginGlance(at time: Duration) -> Job? {
    guard active == nil, let glance else { return nil }
    isGlancing = true
    glancedAt = time
    return job(glance)
  }

  private func begin(at time: Duration, _ look: GateSight.Look) -> Job {
    sight.keepAsReference()
    sinceRead = nil
    readAt = time
    readSharpness = gate.relativeSharpness(look.sharpness)
    isGlancing = false
    readingsMade += 1
    // Codes are looked for on the whole, text where it changed.
    let scope = settings.types.codes == nil ? reader.chooseScope(in: region) : nil
    isWhole = scope == nil
    return job(read, parts: scope?.parts)
  }

  private func job(_ read: @escaping Read, parts: [NormalizedRect]? = nil) -> Job {
    let control = RecognitionControl()
    active = control
    return Job(read: read, parts: parts ?? [region], control: control)
  }

  /// Takes what came of the reading that ``examine(_:)`` asked for.
  ///
  /// - Returns: Why the scan is over, or `nil` when it goes on.
  func take(_ reading: PageReading) -> End? {
    active = nil
    switch reading.outcome {
    case .lines where isGlancing:
      report(codes.add(reading.codes, from: .glance, at: glancedAt))
      return nil
    case .lines(var lines):
      size = reading.size
      if isWhole { guidance.noteReading(Guidance.Reading(lines, size: size, region: region)) }
      if let pose = sight.pose {
        for index in lines.indices { lines[index].move { pose.now($0) } }
      }
      report(codes.add(reading.codes, at: readAt))
      let changes = reader.add(
        lines,
        since: sinceRead,
        disturbance: disturbance,
        sharpness: readSharpness,
        at: readAt
      )
      let pageSettled = report(changes)
      return pageSettled && settings.endsAfterFirstPage ? .pageSettled : nil
    case .cancelled, .undecodable:
      return nil
    case .failed(let error):
      return .failed(error)
    }
  }

  /// Reports changes of lines.
  ///
  /// - Returns: Whether a page with text has settled.
  @discardableResult
  private func report(_ changes: [PageReader.Change]) -> Bool {
    var pageSettled = false
    var changes = changes.map { change -> PageReader.Change in
      if case .page(let lines) = change { .page(lines + codes.items) } else { change }
    }
    var items = reader.items + codes.inView
    if !settings.recognizesMultipleItems {
      changes = focus.filter(changes, items: items, point: point)
      items = items.filter { focus.isFocused($0) }
    }
    board.show(items)
    for change in changes {
      switch change {
      case .added(let item): sink.send(.added(item), from: .camera)
      case .updated(let item): sink.send(.updated(item), from: .camera)
      case .settled(let item): sink.send(.settled(item), from: .camera)
      case .removed(let item): sink.send(.removed(item), from: .camera)
      case .page(let items):
        guard !items.isEmpty else { continue }
        pagesSeen += 1
        pageSettled = true
        sink.send(.page(Page(number: pagesSeen, size: size, lines: items)), from: .camera)
      }
    }
    return pageSettled
  }
}
