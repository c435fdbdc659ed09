import Capture
import Glibc
import Imaging
import Recognition
import Testing

@testable import Scanner

/// What a camera sees that has nothing to read before it.
enum TextlessScene: String, CaseIterable, CustomTestStringConvertible {
  case noise, carpet, tiles, movingHand, dark

  var testDescription: String { rawValue }

  private static let (width, height) = (640, 360)

  /// The picture after so many tenths of a second, as a sensor sees it.
  func frame(_ number: Int) -> Frame {
    var random = UInt32(number * 7 + 1)
    // The camera trembles in the hand.
    let (dx, dy) = (number * 37 % 5, number * 53 % 4)
    let middle = 320 + Int(180 * sin(Double(number) / 6))
    var bytes = [UInt8](repeating: 0, count: Self.width * Self.height)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        random = random &* 1_664_525 &+ 1_013_904_223
        let noise = Int(random >> 24)
        let value = luma(x + dx, y + dy, middle: middle, noise) + noise / 32 - 4
        bytes[y * Self.width + x] = UInt8(min(max(value, 0), 255))
      }
    }
    let time = Duration.milliseconds(100 * number)
    return Frame(
      bytes: bytes,
      layout: RasterLayout(
        format: .grey,
        width: Self.width,
        height: Self.height,
        bytesPerRow: Self.width
      ),
      sequence: UInt32(number),
      capturedAt: time,
      receivedAt: time
    )
  }

  private func luma(_ x: Int, _ y: Int, middle: Int, _ noise: Int) -> Int {
    switch self {
    case .noise: noise
    case .carpet: 90 + Self.fibre(x, y) / 3 + (x / 18 + y / 14) % 2 * 30
    case .tiles: x % 80 < 2 || y % 60 < 2 ? 90 : 200
    case .movingHand: Self.hand(x - middle, y)
    case .dark: 6
    }
  }

  /// A palm with four fingers over a table.
  private static func hand(_ x: Int, _ y: Int) -> Int {
    let isPalm = x * x * 16 + (y - 300) * (y - 300) * 9 < 57_600
    let finger = x + 60
    let isFinger =
      (0..<120).contains(finger) && finger % 30 < 24 && y > 110 + finger / 30 * 13 % 29 && y < 300
    return isPalm || isFinger ? 170 + (x & 15) : 115 + y * 7 % 23
  }

  /// A texture that stays where it is.
  private static func fibre(_ x: Int, _ y: Int) -> Int {
    var hash = UInt32(truncatingIfNeeded: x / 2 &* 374_761_393 &+ y / 3 &* 668_265_263)
    hash = (hash ^ hash >> 13) &* 1_274_126_177
    return Int((hash ^ hash >> 16) & 0xFF)
  }
}

/// The live path with a real engine before scenes without text; it says nothing.
@Suite struct TextlessSceneTests {
  /// The events of a scene of four seconds in which every reading takes a fifth of a second.
  private func scan(_ scene: TextlessScene, _ engine: EngineChoice) async throws -> EventLog {
    let log = EventLog()
    let worker = ReadingWorker()
    var settings = ScanSettings()
    settings.request.recognitionLevel = .fast
    settings.request.engine = engine
    let request = settings.request
    let loop = ScanLoop(settings: settings, sink: EventSink(log.add)) { frame, _, control in
      await worker.read(frame, orientation: .up, request: request, control: control)
    }
    var pending: (until: Int, job: ScanLoop.Job, frame: Frame)?
    for number in 0..<40 {
      let frame = scene.frame(number)
      if let reading = pending, number >= reading.until {
        _ = await loop.take(await reading.job.run(on: reading.frame))
        pending = nil
      }
      if let job = await loop.examine(frame) { pending = (number + 2, job, frame) }
    }
    await loop.finish()
    return log
  }

  @Test(arguments: TextlessScene.allCases)
  func `before a scene without text no line is seen`(scene: TextlessScene) async throws {
    let log = try await scan(scene, .tesseract)
    #expect(log.settled == [])
  }

  @Test(
    .enabled(if: NeuralEngine.isInstalled, "skipped: no neural engine; make engines fetches it"),
    arguments: TextlessScene.allCases
  )
  func `nor is one seen by the neural engine`(scene: TextlessScene) async throws {
    let log = try await scan(scene, .neural)
    #expect(log.settled == [])
  }
}
