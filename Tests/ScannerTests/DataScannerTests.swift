import Capture
import Foundation
import Imaging
import Recognition
import TestSupport
import Testing

@testable import Scanner

/// The live interface, on a kernel in miniature and the real engine.
@Suite(.timeLimit(.minutes(20))) struct DataScannerTests {
  /// Two lines, one in the upper and one in the lower half, at 640 by 360 and twice that.
  private static func kernel() throws -> FakeKernel {
    let letters = try DrawnText()
    var page = LumaImage(width: 640, height: 360, filledWith: 235)
    letters.draw("UPPER LINE 2468", into: &page, x: 90, y: 60, ink: 20)
    letters.draw("LOWER LINE 1357", into: &page, x: 90, y: 260, ink: 20)
    var encoder = try JPEGEncoder()
    let small = FakeFrame(try encoder.encode(page))
    let size = PixelSize(width: 1280, height: 720)
    let large = FakeFrame(try encoder.encode(page.resized(to: size)))
    let kernel = FakeKernel(.real)
    let camera = FakeCamera(
      "Test Camera",
      formats: [FakeFormat(.mjpeg, sizes: [(640, 360), (1280, 720)], rates: [30])],
      frames: .sized { $0.width == 640 ? small : large }
    )
    kernel.plug(camera)
    return kernel
  }

  private static func scanner(
    _ kernel: FakeKernel,
    multiple: Bool = true
  ) -> DataScanner {
    var request = RecognizeTextRequest()
    request.recognitionLevel = .fast
    var camera = CameraSettings()
    camera.wantedRows = 360
    let settings = ScanSettings(
      source: .camera(.automatic, camera),
      request: request,
      recognizesMultipleItems: multiple
    )
    return DataScanner(settings: settings, kernel: kernel)
  }

  /// Waits until the texts in view are these.
  private static func wait(
    for texts: [String],
    _ items: AsyncStream<[RecognizedItem]>
  ) async
    -> [RecognizedItem]?
  {
    await items.first { $0.map(\.text) == texts }
  }

  @Test func `the items in view come as snapshots, and stopping empties them`() async throws {
    let scanner = Self.scanner(try Self.kernel())
    var snapshots = scanner.recognizedItems.makeAsyncIterator()
    #expect(await snapshots.next() == [])
    try scanner.startScanning()
    #expect(scanner.isScanning)
    let both = ["UPPER LINE 2468", "LOWER LINE 1357"]
    let items = await Self.wait(for: both, scanner.recognizedItems)
    #expect(items?.count == 2)
    scanner.stopScanning()
    #expect(!scanner.isScanning)
    #expect(await Self.wait(for: [], scanner.recognizedItems) == [])
  }

  @Test func `the region of interest changes while it scans, and what stays keeps its identity`()
    async throws
  {
    let scanner = Self.scanner(try Self.kernel())
    try scanner.startScanning()
    let both = ["UPPER LINE 2468", "LOWER LINE 1357"]
    let before = await Self.wait(for: both, scanner.recognizedItems)
    scanner.regionOfInterest = try #require(NormalizedRect(x: 0, y: 0, width: 1, height: 0.5))
    let upper = await Self.wait(for: [both[0]], scanner.recognizedItems)
    #expect(upper?.first?.id == before?.first?.id)
    scanner.regionOfInterest = .fullImage
    let after = await Self.wait(for: both, scanner.recognizedItems)
    #expect(after?.first?.id == before?.first?.id)
    scanner.stopScanning()
  }

  @Test func `zoom reads the middle of the picture, and stays in its bounds`() async throws {
    let scanner = Self.scanner(try Self.kernel())
    scanner.zoomFactor = 99
    #expect(scanner.zoomFactor == scanner.maxZoomFactor)
    scanner.zoomFactor = 0
    #expect(scanner.zoomFactor == 1)
    try scanner.startScanning()
    _ = await Self.wait(for: ["UPPER LINE 2468", "LOWER LINE 1357"], scanner.recognizedItems)
    // Between the lines there is nothing.
    scanner.zoomFactor = 4
    #expect(await Self.wait(for: [], scanner.recognizedItems) == [])
    scanner.stopScanning()
  }

  @Test func `one item alone is the one nearest the point of interest`() async throws {
    let scanner = Self.scanner(try Self.kernel(), multiple: false)
    scanner.pointOfInterest = NormalizedPoint(x: 0.4, y: 0.75)
    try scanner.startScanning()
    #expect(await Self.wait(for: ["LOWER LINE 1357"], scanner.recognizedItems) != nil)
    scanner.pointOfInterest = NormalizedPoint(x: 0.4, y: 0.2)
    #expect(await Self.wait(for: ["UPPER LINE 2468"], scanner.recognizedItems) != nil)
    scanner.stopScanning()
  }

  @Test func `a photo is of the highest resolution, and the scan goes on with its items`()
    async throws
  {
    let scanner = Self.scanner(try Self.kernel())
    try scanner.startScanning()
    let both = ["UPPER LINE 2468", "LOWER LINE 1357"]
    let before = await Self.wait(for: both, scanner.recognizedItems)
    let photo = try await scanner.capturePhoto()
    #expect(photo.source.width == 1280)
    #expect(photo.frame.layout.height == 720)
    #expect(scanner.isScanning)
    let after = await Self.wait(for: both, scanner.recognizedItems)
    #expect(after?.map(\.id) == before?.map(\.id))
    scanner.stopScanning()
  }

  @Test func `a scanner that does not scan opens the camera for its photo`() async throws {
    let kernel = try Self.kernel()
    let photo = try await Self.scanner(kernel).capturePhoto()
    #expect(photo.source.width == 1280)
    #expect(kernel.leaks.isEmpty)
    kernel.unplug()
    await #expect(throws: CaptureError.self) { try await Self.scanner(kernel).capturePhoto() }
  }
}
