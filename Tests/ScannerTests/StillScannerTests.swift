import Foundation
import Imaging
import Recognition
import Synchronization
import TestSupport
import Testing

@testable import Scanner

@Suite struct StillChoiceTests {
  private let text = StillScannerState.recognized(DrawnPages.page(["text"]).lines)

  @Test func `a new picture clears the text at once`() {
    var choice = StillChoice()
    #expect(choice.state == .idle)
    let first = choice.choose()
    let changed1 = choice.finish(first, as: text)
    #expect(changed1)
    #expect(choice.state.text == "text")
    _ = choice.choose()
    #expect(choice.state == .recognizing(progress: 0) && choice.state.text == "")
  }

  @Test func `what comes late of an older picture is never shown`() {
    var choice = StillChoice()
    let first = choice.choose()
    let second = choice.choose()
    let changed2 = choice.advance(first, to: 0.9)
    #expect(!changed2)
    let changed3 = choice.finish(first, as: text)
    #expect(!changed3)
    #expect(choice.state == .recognizing(progress: 0))
    let changed4 = choice.finish(second, as: .noText)
    #expect(changed4)
    let changed5 = choice.finish(second, as: text)
    #expect(!changed5)
    #expect(choice.state == .noText)
  }

  @Test func `cancelling is final, and news of it comes to nothing`() {
    var choice = StillChoice()
    let first = choice.choose()
    let changed6 = choice.advance(first, to: 0.5)
    #expect(changed6)
    let changed7 = choice.cancel()
    #expect(changed7)
    #expect(choice.state == .canceled)
    let changed8 = choice.advance(first, to: 0.9)
    #expect(!changed8)
    let changed9 = choice.finish(first, as: text)
    #expect(!changed9)
    #expect(choice.state == .canceled)
  }

  @Test func `cancelling when nothing is read keeps what is there`() {
    var choice = StillChoice()
    let changed10 = choice.cancel()
    #expect(!changed10)
    #expect(choice.state == .idle)
    let first = choice.choose()
    _ = choice.finish(first, as: text)
    let changed11 = choice.cancel()
    #expect(!changed11)
    #expect(choice.state.text == "text")
  }

  @Test func `progress never falls`() {
    var choice = StillChoice()
    let first = choice.choose()
    let changed12 = choice.advance(first, to: 0.5)
    #expect(changed12)
    let changed13 = choice.advance(first, to: 0.4)
    #expect(!changed13)
    #expect(choice.state == .recognizing(progress: 0.5))
    #expect(choice.state.message == "Recognizing, 50 %.")
  }
}

/// The model as an interface uses it.
@Suite(.timeLimit(.minutes(20))) struct StillScannerTests {
  /// A reader whose pictures end when a test says so.
  private final class SlowReader: Sendable {
    private let waiting = Mutex<
      [(RecognitionControl, CheckedContinuation<StillScannerState, Never>)]
    >(
      []
    )
    private let (begun, beginning) = AsyncStream.makeStream(of: Void.self)

    func scanner() -> StillScanner {
      StillScanner { [self] _, _, control in
        await withCheckedContinuation { continuation in
          waiting.withLock { $0.append((control, continuation)) }
          beginning.yield()
        }
      }
    }

    /// Waits until another picture is being read.
    func begins() async { for await _ in begun { return } }

    func control(_ index: Int) -> RecognitionControl { waiting.withLock { $0[index].0 } }

    func end(_ index: Int, _ state: StillScannerState) {
      waiting.withLock { $0[index].1 }.resume(returning: state)
    }
  }

  private static let picture = LumaImage(width: 8, height: 8, filledWith: 255)
  private static let text = StillScannerState.recognized(DrawnPages.page(["text"]).lines)

  private static func url(_ name: String) -> URL { URL(filePath: Tool.fixture(name)) }

  /// The state in which reading ends.
  private static func end(_ scanner: StillScanner) async -> StillScannerState? {
    await scanner.states.first { !$0.isRecognizing && $0 != .idle }
  }

  @Test func `another picture cancels the work on the one before, whose end is not shown`() async {
    let reader = SlowReader()
    let scanner = reader.scanner()
    scanner.perform(on: Self.picture)
    await reader.begins()
    scanner.perform(on: Self.picture)
    #expect(reader.control(0).isCancelled)
    await reader.begins()
    #expect(!reader.control(1).isCancelled)
    reader.end(0, Self.text)
    reader.end(1, .noText)
    #expect(await Self.end(scanner) == .noText)
    #expect(scanner.state == .noText)
  }

  @Test func `leaving cancels; what ends afterwards is not shown on coming back`() async {
    let reader = SlowReader()
    let scanner = reader.scanner()
    scanner.perform(on: Self.picture)
    await reader.begins()
    scanner.cancel()
    #expect(reader.control(0).isCancelled)
    #expect(scanner.state == .canceled && scanner.state.message == "Recognition canceled.")
    reader.end(0, Self.text)
    #expect(await Self.end(scanner) == .canceled)
  }

  @Test func `leaving keeps text that was read, and coming back reads nothing again`() async {
    let reader = SlowReader()
    let scanner = reader.scanner()
    scanner.perform(on: Self.picture)
    await reader.begins()
    reader.end(0, Self.text)
    #expect(await Self.end(scanner) == Self.text)
    scanner.cancel()
    var states = scanner.states.makeAsyncIterator()
    #expect(await states.next() == Self.text)
  }

  @Test func `the scanner's end cancels the work and ends the streams`() async {
    let reader = SlowReader()
    var scanner: StillScanner? = reader.scanner()
    let states = scanner?.states
    scanner?.perform(on: Self.picture)
    await reader.begins()
    scanner = nil
    #expect(reader.control(0).isCancelled)
    if let states { for await _ in states {} }
    reader.end(0, Self.text)
  }

  @Test func `a picture's text comes from a file, from its bytes and from its pixels`() async throws
  {
    let scanner = StillScanner()
    #expect(scanner.state.message == "Choose an image to recognize.")
    scanner.perform(on: Self.url("orientation-6.jpg"))
    #expect(await Self.end(scanner)?.text == "SWIFT VISION 2468")
    let data = try Data(contentsOf: Self.url("orientation-8.jpg"))
    scanner.perform(on: data)
    #expect(await Self.end(scanner)?.text == "SWIFT VISION 2468")
    let still = try StillDecoder().decode([UInt8](data), named: "picture")
    scanner.perform(on: still.image.oriented(.down), orientation: .down)
    #expect(await Self.end(scanner)?.text == "SWIFT VISION 2468")
  }

  @Test(arguments: [
    ("white.png", "No text found."),
    ("really-text.jpg", "Could not read this image. Try a local JPEG or PNG."),
    ("not-there.jpg", "Could not open this image."),
  ])
  func `every other end has its own words`(name: String, message: String) async {
    let scanner = StillScanner()
    scanner.perform(on: Self.url(name))
    let end = await Self.end(scanner)
    #expect(end?.message == message)
    #expect(end?.reason.map { $0.contains(name) } ?? true)
  }
}
