import Glibc
import Imaging
import TestSupport
import Testing

@testable import Capture

@Suite struct RecordingTests {
  private let kernel = FakeKernel()

  /// A recording of JPEG frames of different lengths.
  private func record(_ names: [String], list: String? = nil) {
    for (index, name) in names.enumerated() {
      kernel.put("/rec/\(name)", FakeFrame.jpegBytes(32, 24, count: 100 + index))
    }
    if let list { kernel.put("/rec/times.tsv", text: list) }
  }

  private func opened(_ frameRate: Double? = nil) throws(CaptureError) -> RecordingSource {
    try RecordingSource(directory: "/rec", frameRate: frameRate, kernel: kernel)
  }

  /// Plays to the end: lengths and times since the first frame, in milliseconds.
  private func play(_ frameRate: Double? = nil) throws -> [(length: Int, time: Int)] {
    var source = try opened(frameRate)
    try source.start()
    let start = kernel.now
    var frame = Frame()
    var seen: [(length: Int, time: Int)] = []
    while try source.nextFrame(into: &frame, timeout: .seconds(60)) == .frame {
      seen.append((frame.bytes.count, Int((frame.capturedAt - start) / .milliseconds(1) + 0.5)))
    }
    return seen
  }

  @Test func `frames come in natural order, thirty a second, and then the recording ends`() throws {
    record(["frame10.jpg", "frame9.JPEG", "frame9b.jpg", "notes.txt"])
    let seen = try play()
    #expect(seen.map(\.length) == [101, 102, 100])
    #expect(seen.map(\.time) == [0, 33, 67])
  }

  @Test(arguments: [
    ("a9", "a10", true), ("a10", "a9", false), ("a09", "a9b", true), ("a", "a1", true),
    ("01", "1", true), ("1", "01", false), ("b1", "a2", false), ("a1b2", "a1b10", true),
    ("99999999999999999999998", "99999999999999999999999", true), ("x", "x", false),
  ])
  func `runs of digits count as numbers`(a: String, b: String, isBefore: Bool) {
    #expect(RecordingIndex.isBefore(a, b) == isBefore)
  }

  @Test func `recorded times are kept, and frames without one follow at thirty a second`() throws {
    record(
      ["1.jpg", "2.jpg", "3.jpg", "4.jpg"],
      list: "file\tseconds\n1.jpg\t500.25\n2.jpg\t501.25\n3.jpg\t501.5\nlost.jpg\t502\n"
    )
    #expect(try play().map(\.time) == [0, 1000, 1250, 1283])
    #expect(try abs(opened().source.fps - 3 / 1.2833) < 0.01)
  }

  @Test func `a rate that is asked for goes before the recorded times`() throws {
    record(["1.jpg", "2.jpg", "3.jpg"], list: "1.jpg\t0\n2.jpg\t9\n3.jpg\t10\n")
    #expect(try play(10).map(\.time) == [0, 100, 200])
  }

  @Test func `a line cut off by the end of the recording is passed over`() throws {
    record(["1.jpg", "2.jpg"], list: "1.jpg\t5\n2.jpg\t9")
    #expect(try play().map(\.time) == [0, 33])
  }

  @Test func `times that run backwards hold nothing up`() throws {
    record(["1.jpg", "2.jpg", "3.jpg"], list: "1.jpg\t5\n2.jpg\t4\n3.jpg\tnan\n")
    // The first two are due together, and the newer one counts.
    #expect(try play().map(\.time) == [0, 33])
  }

  @Test func `who comes late gets the newest frame and the last one always comes`() throws {
    record((1...10).map { "\($0).jpg" })
    var source = try opened()
    try source.start()
    var frame = Frame()
    #expect(try source.nextFrame(into: &frame, timeout: .zero) == .frame)
    kernel.advance(by: .milliseconds(110))
    #expect(try source.nextFrame(into: &frame, timeout: .zero) == .frame)
    #expect(frame.sequence == 3)
    kernel.advance(by: .seconds(10))
    #expect(try source.nextFrame(into: &frame, timeout: .zero) == .frame)
    #expect(frame.sequence == 9)
    #expect(source.counters.superseded == 2 + 5)
    #expect(source.counters.good == 10)
    #expect(try source.nextFrame(into: &frame, timeout: .zero) == .ended)
    #expect(try source.nextFrame(into: &frame, timeout: .zero) == .ended)
  }

  @Test func `a wait ends at its time and at a signal`() throws {
    record(["1.jpg", "2.jpg"])
    var source = try opened(1)
    try source.start()
    var frame = Frame()
    #expect(try source.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
    #expect(try source.nextFrame(into: &frame, timeout: .milliseconds(300)) == .timedOut)
    source.wake.signal()
    #expect(try source.nextFrame(into: &frame, timeout: .seconds(5)) == .woken)
    #expect(try source.nextFrame(into: &frame, timeout: .seconds(5)) == .frame)
  }

  @Test func `a held recording goes on where it was`() throws {
    record(["1.jpg", "2.jpg", "3.jpg"])
    var source = try opened(10)
    try source.start()
    var frame = Frame()
    #expect(try source.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
    source.stop()
    kernel.advance(by: .seconds(100))
    #expect(throws: CaptureError.self) { _ = try source.nextFrame(into: &frame, timeout: .zero) }
    try source.start()
    #expect(try source.nextFrame(into: &frame, timeout: .zero) == .frame)
    #expect(frame.sequence == 1)
  }

  @Test func `a frame cut off is dropped and counted, as a camera's is`() throws {
    record(["1.jpg", "2.jpg", "3.jpg"])
    kernel.put("/rec/2.jpg", Array(FakeFrame.jpegBytes(32, 24).prefix(40)))
    kernel.put("/rec/4.jpg", [])
    var source = try opened()
    try source.start()
    var frame = Frame()
    var numbers: [UInt32] = []
    while try source.nextFrame(into: &frame, timeout: .seconds(1)) == .frame {
      numbers.append(frame.sequence)
    }
    #expect(numbers == [0, 2])
    #expect(source.counters.damaged == [.noEnd: 1, .empty: 1])
  }

  @Test func `the size is the picture's own`() throws {
    kernel.put("/rec/1.jpg", FakeFrame.jpegBytes(640, 480))
    let source = try opened().source
    #expect(source.width == 640)
    #expect(source.height == 480)
    #expect(source.id == "replay:/rec")
  }

  // MARK: What is wrong with a folder

  private func failure() -> CaptureError? {
    do throws(CaptureError) {
      _ = try opened()
      return nil
    } catch {
      return error
    }
  }

  @Test func `a folder that is missing, empty or not of pictures is told as that`() {
    #expect(failure()?.message == "Cannot read the recording /rec: No such file or directory.")
    kernel.put("/rec/notes.txt", text: "x")
    #expect(failure()?.message == "/rec holds no frames.")
    kernel.put("/rec/a.jpg", text: "no picture at all")
    let error = failure()
    #expect(error?.code == .recording)
    #expect(error?.message == "/rec/a.jpg is not a JPEG picture.")
  }

  @Test func `a file that cannot be read is named`() {
    record(["1.jpg"])
    kernel.fail("read", with: EACCES)
    #expect(failure()?.message == "Cannot read /rec/1.jpg: Permission denied.")
  }

  // MARK: Writing

  @Test func `what was written plays as it came`() throws {
    var writer = try RecordingWriter(directory: "/rec", kernel: kernel)
    let grey = RasterLayout(format: .grey, width: 4, height: 2, bytesPerRow: 6)
    let wide = RasterLayout(format: .y10, width: 2, height: 1, bytesPerRow: 4)
    let frames = [
      Frame(
        bytes: FakeFrame.jpegBytes(32, 24),
        layout: RasterLayout(format: .mjpeg, width: 32, height: 24, bytesPerRow: 0),
        capturedAt: .milliseconds(9_000_500)
      ),
      Frame(
        bytes: [1, 2, 3, 4, 0, 0, 5, 6, 7, 8],
        layout: grey,
        capturedAt: .milliseconds(9_000_750)
      ),
      Frame(bytes: [1, 0, 2, 0], layout: wide, capturedAt: .milliseconds(9_001_000)),
    ]
    for frame in frames { try writer.write(frame) }
    #expect(writer.frameCount == 3)
    var source = try opened()
    try source.start()
    let start = kernel.now
    for (index, expected) in frames.enumerated() {
      var frame = Frame()
      #expect(try source.nextFrame(into: &frame, timeout: .seconds(1)) == .frame)
      #expect(frame.bytes == expected.bytes)
      #expect(frame.layout == expected.layout)
      #expect(frame.capturedAt - start == .milliseconds(250 * index))
    }
  }

  @Test func `a recording does not mix with another`() throws {
    record(["1.jpg"])
    let error = #expect(throws: CaptureError.self) {
      _ = try RecordingWriter(directory: "/rec", kernel: kernel)
    }
    #expect(error?.code == .recording)
    #expect(error?.message == "/rec holds frames already.")
  }

  @Test func `a full disk is told as that, and what was written before stays`() throws {
    var writer = try RecordingWriter(directory: "/rec", kernel: kernel)
    let frame = Frame(
      bytes: FakeFrame.jpegBytes(32, 24),
      layout: RasterLayout(format: .mjpeg, width: 32, height: 24, bytesPerRow: 0)
    )
    try writer.write(frame)
    kernel.fail("write", with: ENOSPC)
    let error = #expect(throws: CaptureError.self) { try writer.write(frame) }
    #expect(error?.remedy == "Make room on the disk.")
    #expect(try play().count == 1)
  }

  @Test func `on a real disk a recording is files and a list, and no leftovers`() throws {
    let directory = "/tmp/lectern-recording-\(getpid())/a/b"
    defer { removeRecording(directory) }
    var writer = try RecordingWriter(directory: directory)
    let frame = Frame(
      bytes: FakeFrame.jpegBytes(32, 24, count: 200_000),
      layout: RasterLayout(format: .mjpeg, width: 32, height: 24, bytesPerRow: 0)
    )
    for _ in 0..<3 { try writer.write(frame) }
    let names = try LinuxKernel().entries(of: directory).sorted()
    #expect(names == ["000001.jpg", "000002.jpg", "000003.jpg", "times.tsv"])
    var source = try RecordingSource(directory: directory, frameRate: 1000)
    try source.start()
    var copy = Frame()
    #expect(try source.nextFrame(into: &copy, timeout: .seconds(5)) == .frame)
    #expect(copy.bytes == frame.bytes)
  }

  private func removeRecording(_ directory: String) {
    for name in (try? LinuxKernel().entries(of: directory)) ?? [] {
      _ = unsafe unlink("\(directory)/\(name)")
    }
    var place = directory
    for _ in 0..<3 {
      _ = unsafe rmdir(place)
      place = String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)])
    }
  }
}
