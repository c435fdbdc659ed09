import Capture
import Foundation
import Imaging
import Recognition
import Synchronization
import TestSupport
import Testing

@testable import Scanner

/// The whole live path, from a kernel in miniature through the real engine to events.
@Suite struct LiveScanTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  private static let size = PixelSize(width: 640, height: 200)

  /// A page that reads `SWIFT VISION 2468`, padded to the size of a full frame.
  private static func page(paddedTo count: Int = 0) throws -> [UInt8] {
    var bytes = [UInt8](try Data(contentsOf: fixtures.appending(path: "orientation-1.jpg")))
    bytes.append(contentsOf: repeatElement(0, count: max(count - bytes.count, 0)))
    return bytes
  }

  /// The same size without text.
  private static func blank() throws -> [UInt8] {
    var encoder = try JPEGEncoder()
    return try encoder.encode(
      LumaImage(width: size.width, height: size.height, filledWith: 230)
    )
  }

  private static func camera(_ frames: FakeFrames) -> FakeCamera {
    FakeCamera(
      "Test Camera",
      formats: [FakeFormat(.mjpeg, sizes: [(size.width, size.height)], rates: [30])],
      frames: frames
    )
  }

  private static let settings = ScanSettings(
    source: .camera(.automatic, CameraSettings()),
    request: {
      var request = RecognizeTextRequest()
      request.recognitionLevel = .fast
      return request
    }()
  )

  /// Scans until the frames have run out and the camera counts as stalled, and says how often it
  /// recognized.
  private func scan(_ kernel: FakeKernel, into log: EventLog) async -> Int {
    let worker = ReadingWorker()
    let settings = Self.settings
    let loop = ScanLoop(settings: settings, sink: EventSink(log.add)) { frame, _, control in
      await worker.read(
        frame,
        orientation: .up,
        request: settings.request,
        control: control
      )
    }
    let inbox = ScanInbox()
    let capture = CaptureWorker(kernel: kernel)
    guard case .found(let camera) = await capture.look(for: .automatic) else {
      Issue.record("the camera is not found")
      return 0
    }
    async let failure = capture.run(
      camera,
      CameraSettings(),
      into: inbox,
      until: StopSignal(),
      opened: { _ in },
      health: { _ in }
    )
    let observer = StreamObserver(began: { _ in }, steadied: { _ in })
    _ = await loop.run(inbox, isRecording: false, observer: observer)
    #expect(await failure?.code == .stalled)
    return await loop.recognitions
  }

  @Test func `ten thousand frames of a page at rest cost two recognitions and no memory`() async {
    // In a process of its own, where nobody else takes memory meanwhile.
    await #expect(processExitsWith: .success) {
      let frame = FakeFrame(try LiveScanTests.page(paddedTo: 200_000))
      let kernel = FakeKernel()
      // Counted over restarts of the stream, which begin to number anew. Where recognition is slow,
      // the page lies there until it is read; the limit is for one that never is.
      let made = Atomic(0)
      let before = Atomic(0)
      let log = EventLog()
      kernel.plug(
        LiveScanTests.camera(
          .made { _ in
            let number = made.add(1, ordering: .relaxed).oldValue
            // By now the engine is there, and every buffer.
            if number == 5000 { before.store(ResidentMemory.now, ordering: .relaxed) }
            return number < 10_000 || (log.settled.isEmpty && number < 1_000_000) ? frame : nil
          }
        )
      )
      let recognitions = await LiveScanTests().scan(kernel, into: log)
      #expect(log.settled == ["SWIFT VISION 2468"])
      #expect(recognitions == 2)
      #expect(kernel.leaks.isEmpty)
      // Five thousand kept frames would be 1 GB; a sanitizer keeps what was freed up to 256 MB.
      #expect(ResidentMemory.now - before.load(ordering: .relaxed) < 512 << 20)
    }
  }

  @Test func `a damaged frame now and then costs nothing but itself`() async throws {
    let good = FakeFrame(try Self.page())
    let cut = FakeFrame(Array(try Self.page().prefix(3000)))
    let kernel = FakeKernel(.real)
    kernel.plug(
      Self.camera(
        .made { number in
          switch number % 10 {
          case 3: cut
          case 6: FakeFrame([])
          case 8: good.markedDamaged
          default: good
          }
        }
      )
    )
    let log = EventLog()
    var settings = Self.settings
    settings.endsAfterFirstPage = true
    let live = LiveScan(settings: settings, sink: EventSink(log.add), kernel: kernel)
    #expect(try await live.run() == nil)
    #expect(log.settled == ["SWIFT VISION 2468"])
    #expect(log.states == [.configuring, .warming, .streaming, .stopping])
  }

  @Test func `frames of which half is missing are no other page, and no line comes twice`()
    async throws
  {
    let page = try Self.page()
    let good = FakeFrame(page)
    // Cut off by the camera, which put the end marker behind it: the decoder fills the rest with grey.
    let cut = FakeFrame(page.prefix(page.count * 3 / 10) + [0xFF, 0xD9])
    let kernel = FakeKernel(.real)
    let isRead = Atomic(false)
    let count = Atomic(0)
    let (frames, shown) = AsyncStream<Int>.makeStream()
    kernel.plug(
      Self.camera(
        .made { _ in
          guard isRead.load(ordering: .relaxed) else { return good }
          let number = count.add(1, ordering: .relaxed).oldValue
          shown.yield(number)
          return number < 60 ? cut : good
        }
      )
    )
    let log = EventLog()
    let live = LiveScan(settings: Self.settings, sink: EventSink(log.add), kernel: kernel)
    let task = Task { try? await live.run() }
    _ = await log.first { $0.type == "page" }
    isRead.store(true, ordering: .relaxed)
    _ = await frames.first { $0 == 150 }
    task.cancel()
    _ = await task.value
    #expect(log.settled == ["SWIFT VISION 2468"])
    #expect(log.events.filter { $0.type == "removed" }.isEmpty)
  }

  @Test func `a page that sways in the hand is read, and its lines stay the same lines`()
    async throws
  {
    let texts = ["SWIFT VISION 2468", "PAPER READER 1357", "STEADY LINES 9021"]
    let frames = try Self.swaying(texts)
    let kernel = FakeKernel(.real)
    kernel.plug(
      FakeCamera(
        "Test Camera",
        formats: [FakeFormat(.mjpeg, sizes: [(640, 360)], rates: [30])],
        frames: .made { frames[$0 % frames.count] }
      )
    )
    let log = EventLog()
    let live = LiveScan(settings: Self.settings, sink: EventSink(log.add), kernel: kernel)
    let task = Task { try? await live.run() }
    _ = await log.first { $0.type == "page" }
    // The boxes follow the page: a hundredth of the picture and more from where they were.
    _ = await log.first { $0.type == "updated" }
    _ = await log.first { $0.type == "updated" }
    task.cancel()
    _ = await task.value
    #expect(log.settled.sorted() == texts.sorted())
    let identities = log.events.compactMap { event in
      switch event.content {
      case .added(let item), .updated(let item), .settled(let item): item.id
      default: nil
      }
    }
    #expect(Set(identities).count == texts.count)
  }

  /// Frames of a page of lines that goes to and fro by 12 pixels, with a tremor of 2.
  private static func swaying(_ texts: [String]) throws -> [FakeFrame] {
    let letters = try DrawnText()
    var page = LumaImage(width: 640, height: 360, filledWith: 235)
    for (row, text) in texts.enumerated() {
      letters.draw(text, into: &page, x: 90 + 40 * row, y: 60 + 90 * row, ink: 20)
    }
    var encoder = try JPEGEncoder()
    return try (0..<47).map { number in
      let sway = 12 * sin(Double(number) / 47 * 2 * .pi)
      let tremor = Similarity.shift(sway + Double(number * 37 % 5) / 2, Double(number * 53 % 4) / 2)
      return FakeFrame(try encoder.encode(page.moved(by: tremor)))
    }
  }

  @Test func `a page that leaves and comes back is printed again`() async throws {
    let page = FakeFrame(try Self.page())
    let blank = FakeFrame(try Self.blank())
    let kernel = FakeKernel(.real)
    let isThere = Atomic(true)
    kernel.plug(
      Self.camera(.made { _ in isThere.load(ordering: .relaxed) ? page : blank })
    )
    let log = EventLog()
    let live = LiveScan(settings: Self.settings, sink: EventSink(log.add), kernel: kernel)
    let task = Task { try? await live.run() }
    _ = await log.first { $0.type == "page" }
    isThere.store(false, ordering: .relaxed)
    _ = await log.first { $0.type == "removed" }
    isThere.store(true, ordering: .relaxed)
    _ = await log.first { $0.type == "page" }
    task.cancel()
    _ = await task.value
    #expect(log.settled == ["SWIFT VISION 2468", "SWIFT VISION 2468"])
    let identities = log.events.compactMap { event in
      if case .settled(let item) = event.content { item.id } else { nil }
    }
    #expect(Set(identities).count == 2)
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `a camera that is pulled out and put back goes on, and prints its page once`()
    async throws
  {
    let frame = FakeFrame(try Self.page())
    let kernel = FakeKernel(.real)
    kernel.plug(Self.camera(.repeating([frame])))
    let log = EventLog()
    let live = LiveScan(settings: Self.settings, sink: EventSink(log.add), kernel: kernel)
    let task = Task { try? await live.run() }
    _ = await log.first { $0.type == "page" }
    kernel.unplug()
    _ = await log.first { if case .state(let c) = $0.content { c.state == .lost } else { false } }
    kernel.plug(Self.camera(.repeating([frame])), 1)
    _ = await log.first {
      if case .state(let c) = $0.content { c.state == .streaming } else { false }
    }
    task.cancel()
    _ = await task.value
    #expect(log.settled == ["SWIFT VISION 2468"])
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `once is enough ends after the first page and frees the camera`() async throws {
    let kernel = FakeKernel(.real)
    kernel.plug(Self.camera(.repeating([FakeFrame(try Self.page())])))
    let log = EventLog()
    var settings = Self.settings
    settings.endsAfterFirstPage = true
    let live = LiveScan(settings: settings, sink: EventSink(log.add), kernel: kernel)
    #expect(try await live.run() == nil)
    #expect(log.settled == ["SWIFT VISION 2468"])
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `without a camera the fallback is read, and events say why and what`() async throws {
    let log = EventLog()
    var settings = Self.settings
    settings.fallback = [Self.fixtures.appending(path: "orientation-6.jpg").path]
    let live = LiveScan(settings: settings, sink: EventSink(log.add), kernel: FakeKernel())
    let summary = try await live.run()
    #expect(summary?.withText == 1)
    #expect(log.states == [.absent, .stopping])
    #expect(log.settled == ["SWIFT VISION 2468"])
    #expect(log.events.last { $0.type == "file" }?.source == .file)
  }

  @Test(.timeLimit(.minutes(20)))
  func `while the camera is away pictures are read, and its page is not printed again`()
    async throws
  {
    let frame = FakeFrame(try Self.page())
    let picture = Self.fixtures.appending(path: "orientation-6.jpg")
    let folder = try TemporaryFolder()
    let kernel = FakeKernel(.real)
    let log = EventLog()
    var settings = Self.settings
    settings.fallback = [picture.path, folder.path]
    settings.waitsForCamera = true
    let live = LiveScan(settings: settings, sink: EventSink(log.add), kernel: kernel)
    let task = Task { try? await live.run() }
    _ = await log.first { $0.type == "file" }
    kernel.plug(Self.camera(.repeating([frame])))
    _ = await log.first { $0.type == "page" && $0.source == .camera }
    kernel.unplug()
    try folder.put("new.jpg", [UInt8](try Data(contentsOf: picture)))
    _ = await log.first { $0.type == "file" }
    kernel.plug(Self.camera(.repeating([frame])), 1)
    _ = await log.first {
      if case .state(let c) = $0.content { c.state == .streaming } else { false }
    }
    task.cancel()
    _ = await task.value
    let pages = log.events.filter { $0.type == "page" }
    #expect(pages.map(\.source) == [.file, .camera, .file])
    #expect(log.settled == Array(repeating: "SWIFT VISION 2468", count: 3))
    #expect(log.states.last == .stopping)
    #expect(kernel.leaks.isEmpty)
  }

  @Test func `without a camera and without a fallback it fails with the reason`() async {
    let live = LiveScan(
      settings: Self.settings,
      sink: EventSink { _ in },
      kernel: FakeKernel()
    )
    let error = await #expect(throws: ScanError.self) { try await live.run() }
    #expect(error?.isUnsupported == true)
  }

  @Test func `a busy camera is said to be held, and by whom`() async {
    let kernel = FakeKernel()
    kernel.plug(Self.camera(.silence))
    kernel.hold(process: 4711, name: "firefox")
    let log = EventLog()
    let live = LiveScan(settings: Self.settings, sink: EventSink(log.add), kernel: kernel)
    let error = await #expect(throws: ScanError.self) { try await live.run() }
    #expect(error?.isUnsupported == false)
    #expect(error?.message.contains("firefox") == true)
    #expect(log.states.contains(.busy))
  }
}

/// What the process holds of the machine's memory.
enum ResidentMemory {
  /// In bytes.
  static var now: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
