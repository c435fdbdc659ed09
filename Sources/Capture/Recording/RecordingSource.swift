import Glibc
import Imaging

/// Plays a recorded folder of frames as a camera would deliver them.
///
/// The frames come at their recorded times, through the same wait another thread can end; whoever is
/// late gets the newest, and the others are counted as superseded. After the last one the source has
/// ended. Stopping holds the recording, starting goes on where it was held.
public struct RecordingSource: ~Copyable, FrameSource {
  /// A file larger than this is no frame.
  private static let largestFile = 256 << 20

  /// The folder and its first frame's size.
  public let source: SourceDescription

  /// What happened to the frames so far.
  public private(set) var counters = FrameCounters()

  /// Ends a wait from another thread.
  public let wake: WakeEvent

  private let kernel: any Kernel
  private let directory: String
  private let index: RecordingIndex

  /// The frame to be delivered next.
  private var next = 0

  /// The moment the first frame was due, or would have been; `nil` while held.
  private var origin: Duration?

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - frameRate: Frames a second to play at; `nil` for the recorded times, and 30 where there are
  ///     none.
  ///   - wake: The event that is to end waits; one of its own by default.
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/recording`` when the folder cannot be read,
  ///   holds no frames, or its first file is no JPEG picture.
  public init(
    directory: String,
    frameRate: Double? = nil,
    wake: WakeEvent? = nil
  ) throws(CaptureError) {
    try self.init(directory: directory, frameRate: frameRate, wake: wake, kernel: LinuxKernel())
  }

  package init(
    directory: String,
    frameRate: Double? = nil,
    wake: WakeEvent? = nil,
    kernel: any Kernel
  ) throws(CaptureError) {
    if let frameRate, !(frameRate > 0 && frameRate.isFinite) {
      throw CaptureError(.invalidSetting, "A recording cannot be played at \(frameRate) fps.")
    }
    let names: [String]
    do throws(SystemCallError) {
      names = try kernel.entries(of: directory)
    } catch {
      throw CaptureError(
        .recording,
        "Cannot read the recording \(directory): \(error.reason).",
        remedy: error.code == ENOENT ? "Make one with: lectern record DIR." : nil,
        cause: error
      )
    }
    var list: [UInt8] = []
    if names.contains(RecordingIndex.fileName) {
      try Self.read(RecordingIndex.fileName, in: directory, kernel, into: &list)
    }
    let index = RecordingIndex(
      names: names,
      list: String(decoding: list, as: UTF8.self),
      frameRate: frameRate
    )
    guard let first = index.entries.first else {
      throw CaptureError(
        .recording,
        "\(directory) holds no frames.",
        remedy: "A recording is a folder of JPEG files; make one with: lectern record DIR."
      )
    }
    let layout = try Self.layout(of: first, in: directory, kernel)
    let wake = if let wake { wake } else { try WakeEvent(kernel: kernel) }
    self.wake = wake
    self.kernel = kernel
    self.directory = directory
    self.index = index
    source = SourceDescription(
      name: String(directory.split(separator: "/").last ?? "recording"),
      id: "replay:\(directory)",
      node: directory,
      width: layout.width,
      height: layout.height,
      format: layout.format.description,
      fps: frameRate ?? index.frameRate
    )
  }

  /// Begins playing, or goes on after a stop.
  ///
  /// - Throws: Nothing.
  public mutating func start() throws(CaptureError) {
    guard origin == nil else { return }
    let position = next < index.entries.count ? index.entries[next].time : .zero
    origin = kernel.now - position
  }

  /// Holds the recording.
  public mutating func stop() {
    origin = nil
  }

  /// Waits for the frame that is due; see ``FrameSource/nextFrame(into:timeout:)``.
  public mutating func nextFrame(
    into frame: inout Frame,
    timeout: Duration
  ) throws(CaptureError) -> FrameOutcome {
    guard let origin else {
      throw CaptureError(.recording, "The recording \(directory) is stopped.")
    }
    let deadline = kernel.now + timeout
    while true {
      let isOver = next >= index.entries.count
      let due = isOver ? .zero : origin + index.entries[next].time
      do throws(SystemCallError) {
        guard try !kernel.wait(device: nil, wake: wake, until: min(due, deadline)).isWoken else {
          wake.reset()
          return .woken
        }
      } catch {
        throw CaptureError(.system, "Waiting for a frame failed: \(error).", cause: error)
      }
      if isOver { return .ended }
      let now = kernel.now
      if now >= due, try deliver(newestAt: now, since: origin, into: &frame) { return .frame }
      if now >= deadline, now < due { return .timedOut }
    }
  }
}

extension RecordingSource {
  /// Delivers the newest frame that is due; those before it were not asked for in time.
  private mutating func deliver(
    newestAt now: Duration,
    since origin: Duration,
    into frame: inout Frame
  ) throws(CaptureError) -> Bool {
    let entries = index.entries
    var newest = next
    while newest + 1 < entries.count, origin + entries[newest + 1].time <= now { newest += 1 }
    counters.good += newest - next
    counters.superseded += newest - next
    next = newest + 1
    let entry = entries[newest]
    try Self.read(entry.file, in: directory, kernel, into: &frame.bytes)
    let (layout, damage) = try Self.check(frame.bytes, of: entry, in: directory)
    if let damage {
      counters.damaged[damage, default: 0] += 1
      return false
    }
    counters.good += 1
    frame.layout = layout
    frame.sequence = UInt32(truncatingIfNeeded: newest)
    frame.capturedAt = origin + entry.time
    frame.receivedAt = now
    return true
  }

  private static func layout(
    of entry: RecordingIndex.Entry,
    in directory: String,
    _ kernel: any Kernel
  ) throws(CaptureError) -> RasterLayout {
    var bytes: [UInt8] = []
    try read(entry.file, in: directory, kernel, into: &bytes)
    return try check(bytes, of: entry, in: directory).layout
  }

  /// Reads a frame's size from the frame, and says what is wrong with it.
  private static func check(
    _ bytes: [UInt8],
    of entry: RecordingIndex.Entry,
    in directory: String
  ) throws(CaptureError) -> (layout: RasterLayout, damage: FrameCounters.Damage?) {
    if let layout = entry.layout {
      let isWhole = !bytes.isEmpty && bytes.count >= layout.minimumByteCount
      return (layout, isWhole ? nil : bytes.isEmpty ? .empty : .short)
    }
    let header = unsafe JPEGHeader(bytes.span.bytes)
    // A picture cut short is what a recording ends with; a file of another kind is a mistake.
    guard header.hasStart || bytes.isEmpty else {
      throw CaptureError(
        .recording,
        "\(directory)/\(entry.file) is not a JPEG picture.",
        remedy: "Take it out of the folder."
      )
    }
    let size = header.size ?? PixelSize(width: 0, height: 0)
    return (
      RasterLayout(format: .mjpeg, width: size.width, height: size.height, bytesPerRow: 0),
      bytes.isEmpty ? .empty : header.hasEnd && header.size != nil ? nil : .noEnd
    )
  }

  private static func read(
    _ file: String,
    in directory: String,
    _ kernel: any Kernel,
    into bytes: inout [UInt8]
  ) throws(CaptureError) {
    do throws(SystemCallError) {
      try kernel.uninterrupted { () throws(SystemCallError) in
        try kernel.read("\(directory)/\(file)", into: &bytes, limit: largestFile)
      }
    } catch {
      throw CaptureError(
        .recording,
        "Cannot read \(directory)/\(file): \(error.reason).",
        cause: error
      )
    }
  }
}
