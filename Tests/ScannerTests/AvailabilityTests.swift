import Capture
import Recognition
import TestSupport
import Testing

@testable import Scanner

@Suite struct AvailabilityTests {
  /// The code of the first reason that a stream brings next which is another than before.
  private func next(
    _ iterator: inout AsyncStream<ScannerAvailability>.Iterator,
    where isWanted: (ScannerAvailability) -> Bool
  ) async -> ScannerAvailability? {
    while let value = await iterator.next(isolation: nil) {
      if isWanted(value) { return value }
    }
    return nil
  }

  @Test(.timeLimit(.minutes(20)))
  func `who does not scan is told what is there now, and of each change`() async {
    let kernel = FakeKernel(.real)
    let scanner = DataScanner(settings: ScanSettings(), kernel: kernel)
    var changes = scanner.availability.makeAsyncIterator()
    let first = await changes.next(isolation: nil)
    #expect(first?.error?.code == "noCamera")
    #expect(first?.isSupported == false)
    #expect(first?.engine?.name == (NeuralEngine.isInstalled ? "neural" : "tesseract"))
    kernel.plug(QuickScan.camera(), status: FileStatus(kind: .characterDevice, mode: 0o600))
    let denied = await next(&changes) { $0.error?.code == "permissionDenied" }
    #expect(denied?.isSupported == true && denied?.isAvailable == false)
    #expect(denied?.error?.remedy != nil)
    kernel.allow(mode: 0o660)
    #expect(await next(&changes) { $0.isAvailable }?.camera?.node == "/dev/video0")
  }

  @Test(.timeLimit(.minutes(20)))
  func `a camera that is scanned with is available, and its loss is told`() async throws {
    let kernel = FakeKernel(.real)
    kernel.plug(QuickScan.camera())
    let scanner = DataScanner(settings: ScanSettings(waitsForCamera: true), kernel: kernel)
    try scanner.startScanning()
    // Starting twice is harmless, although the camera is in use then.
    for await event in scanner.events {
      if case .state(let change) = event.content, change.state == .streaming { break }
    }
    try scanner.startScanning()
    var changes = scanner.availability.makeAsyncIterator()
    let running = await changes.next(isolation: nil)
    #expect(running?.isAvailable == true && running?.camera?.unavailable == nil)
    kernel.unplug()
    #expect(await next(&changes) { !$0.isAvailable }?.error?.isUnsupported == true)
    kernel.plug(QuickScan.camera(), 1)
    #expect(await next(&changes) { $0.isAvailable }?.camera?.node == "/dev/video1")
    scanner.stopScanning()
  }

  @Test(.timeLimit(.minutes(20)))
  func `the stream ends with its scanner`() async {
    let kernel = FakeKernel(.real)
    func stream() -> AsyncStream<ScannerAvailability> {
      DataScanner(settings: ScanSettings(), kernel: kernel).availability
    }
    for await _ in stream() {}
    #expect(kernel.leaks == [])
  }
}
