import Capture
import FoundationEssentials
import Imaging
import Recognition
import Scanner
import Synchronization

/// One camera of the service: its scanner, what it sees, and what may be changed about it.
actor CameraStation {
  /// What is known of the camera now.
  struct Standing: Sendable {
    /// What it is to do.
    var plan: CameraPlan

    /// The state, with its reason.
    var state = StateChange(.disabled)

    /// What keeps it from seeing well.
    var hint: GuidanceHint?

    /// The items in view, in reading order.
    var items: [RecognizedItem] = []

    /// How many events of each kind there were.
    var eventCounts: [String: Int] = [:]

    /// The items that clients were told of and not told that they left.
    fileprivate var told: [UUID: RecognizedItem] = [:]
  }

  /// Seconds until a recording that ended is played again.
  private static let replayPause = Duration.milliseconds(200)

  nonisolated let name: String
  nonisolated let publisher: FramePublisher
  private nonisolated let known: Mutex<Standing>
  private nonisolated let broadcast: EventBroadcast
  private nonisolated let executor: QueueExecutor
  private let preferred: TesseractLanguage
  private var scanner: DataScanner?
  private var pumps: [Task<Void, Never>] = []
  private var player: Task<Void, Never>?

  /// The last change that was asked for; the next waits for it.
  private var turn: Task<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes a station that does nothing yet.
  ///
  /// - Parameters:
  ///   - plan: What its camera is to do.
  ///   - broadcast: Is told what happens.
  ///   - preferred: The language to read where none is named.
  init(_ plan: CameraPlan, broadcast: EventBroadcast, preferred: TesseractLanguage) {
    name = plan.name
    self.broadcast = broadcast
    self.preferred = preferred
    known = Mutex(Standing(plan: plan))
    executor = QueueExecutor(label: "lectern.station")
    publisher = FramePublisher { [broadcast, name = plan.name] count in
      broadcast.send(ServiceEvent(content: .watching(count), cameraName: name))
    }
  }

  /// What is known now.
  nonisolated var standing: Standing { known.withLock { $0 } }

  /// Begins to scan, if it is to.
  func start() { begin(standing.plan) }

  /// Ends the scan and waits until the camera is free.
  func stop() async {
    await turn?.value
    await end()
  }

  /// Follows another plan, without an interruption where that is possible; one change after the other.
  ///
  /// - Parameter change: Changes the plan; what it throws leaves everything as it was.
  /// - Returns: The plan that is followed now.
  /// - Throws: ``SettingError`` that the change threw.
  func change(
    _ change: @escaping @Sendable (inout CameraPlan) throws(SettingError) -> Void
  ) async throws(SettingError) -> CameraPlan {
    // Ends by itself, and is waited for here.
    let work = Task { [turn] in
      await turn?.value
      return await perform(change)
    }
    turn = Task { _ = await work.value }
    return try await work.value.get()
  }

  private func perform(
    _ change: @Sendable (inout CameraPlan) throws(SettingError) -> Void
  ) async -> Result<CameraPlan, SettingError> {
    let old = standing.plan
    var plan = old
    do throws(SettingError) { try change(&plan) } catch { return .failure(error) }
    guard plan != old else { return .success(plan) }
    known.withLock { [plan] in $0.plan = plan }
    if !plan.isEnabled || !old.isLiveChange(to: plan) { await end() }
    if let scanner { follow(plan, with: scanner) } else { begin(plan) }
    let values = CameraSetting.values(of: plan)
    broadcast.send(ServiceEvent(content: .settings(values), cameraName: name))
    return .success(plan)
  }

  /// Chooses an item: it becomes the point of interest, and clients are told.
  ///
  /// - Returns: The item; `nil` when it is not in view.
  func tap(_ id: UUID) -> RecognizedItem? {
    guard let item = standing.items.first(where: { $0.id == id }) else { return nil }
    let corners = item.bounds.corners
    var point = standing.plan.pointOfInterest
    point.x = corners.map(\.x).reduce(0, +) / Double(corners.count)
    point.y = corners.map(\.y).reduce(0, +) / Double(corners.count)
    known.withLock { [point] in $0.plan.pointOfInterest = point }
    scanner?.pointOfInterest = point
    broadcast.send(ServiceEvent(content: .tapped(item), cameraName: name))
    return item
  }

  /// Whether scanning is possible, and why not.
  func availability() async -> ScannerAvailability {
    if let scanner {
      for await availability in scanner.availability { return availability }
    }
    let settings = standing.plan.scanSettings(preferred: preferred)
    return await Blocking.run { ScannerAvailability.current(for: settings) }
  }

  /// Takes a photo at the camera's highest resolution.
  func photo() async throws -> PhotoCapture.Photo? {
    guard let scanner else { return nil }
    return try await scanner.capturePhoto()
  }

  private func follow(_ plan: CameraPlan, with scanner: DataScanner) {
    scanner.regionOfInterest = plan.request.regionOfInterest
    scanner.pointOfInterest = plan.pointOfInterest
    scanner.zoomFactor = plan.zoomFactor
  }

  private func begin(_ plan: CameraPlan) {
    guard plan.isEnabled, scanner == nil else { return }
    let scanner = DataScanner(settings: plan.scanSettings(preferred: preferred))
    follow(plan, with: scanner)
    do throws(ScanError) {
      try scanner.startScanning()
    } catch {
      let state = StateChange(.unsupported, reason: error.message, advice: error.remedy)
      take(ScanEvent(.state(state), from: .camera))
      return
    }
    self.scanner = scanner
    publisher.use(scanner, orientation: plan.orientation)
    let events = scanner.events
    let items = scanner.recognizedItems
    // Owned by the station, which waits for them when the scan ends.
    pumps = [
      Task { [weak self] in for await event in events { self?.take(event) } },
      Task { [weak self] in for await items in items { self?.show(items) } },
    ]
    player = Task { [weak self] in await self?.replay() }
  }

  /// Plays a recording again and again.
  private func replay() async {
    guard let scanner, case .recording = scanner.settings.source else { return }
    while !Task.isCancelled {
      await scanner.finished()
      guard !Task.isCancelled, self.scanner === scanner else { return }
      scanner.stopScanning()
      removeItems()
      try? await Task.sleep(for: Self.replayPause)
      guard !Task.isCancelled, (try? scanner.startScanning()) != nil else { return }
    }
  }

  private func end() async {
    guard let scanner else { return }
    self.scanner = nil
    publisher.use(nil, orientation: .up)
    player?.cancel()
    await scanner.shutDown()
    for pump in pumps { await pump.value }
    pumps = []
    removeItems()
    take(ScanEvent(.state(StateChange(.disabled)), from: .camera))
  }

  /// Tells clients that what they know of has left.
  private nonisolated func removeItems() {
    let left = known.withLock { known in
      known.items = []
      return known.told.values
    }
    for item in left { take(ScanEvent(.removed(item), from: .camera)) }
  }

  private nonisolated func show(_ items: [RecognizedItem]) {
    known.withLock { $0.items = items }
  }

  private nonisolated func take(_ event: ScanEvent) {
    known.withLock { known in
      known.eventCounts[event.type, default: 0] += 1
      switch event.content {
      case .state(let change):
        known.state = change
        if ![.warming, .streaming, .degraded].contains(change.state) { known.hint = nil }
      case .guidance(let hint): known.hint = hint
      case .added(let item), .updated(let item), .settled(let item): known.told[item.id] = item
      case .removed(let item): known.told[item.id] = nil
      case .page, .file: break
      }
    }
    broadcast.send(event, cameraName: name)
  }
}

extension EventBroadcast {
  /// Sends an event of a scanner.
  func send(_ event: ScanEvent, cameraName: String) {
    let json = JSON.bytes(NamedEvent(event: event, cameraName: cameraName))
    send(camera: cameraName, type: event.type, json: json)
  }

  /// Sends an event of the service.
  func send(_ event: ServiceEvent) {
    send(camera: event.cameraName, type: event.type, json: JSON.bytes(event))
  }
}
