import Glibc
import Imaging

/// Writes a camera's frames as they came, with their times, for ``RecordingSource`` to play.
///
/// Each frame is written under a temporary name and moved into place, and then gets its line in the
/// list: whatever ends the program or the camera costs the frame being written and no other. Once a
/// second the list is forced to the disk.
public struct RecordingWriter: ~Copyable {
  private static let flushInterval = Duration.seconds(1)

  /// The frames written so far.
  public private(set) var frameCount = 0

  private let directory: String
  private let kernel: any Kernel
  private var lastFlush: Duration

  /// Begins a recording in a folder, which is made where it does not exist.
  ///
  /// - Parameter directory: A folder without frames in it.
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/recording`` when the folder cannot be
  ///   written or holds frames already.
  public init(directory: String) throws(CaptureError) {
    try self.init(directory: directory, kernel: LinuxKernel())
  }

  package init(directory: String, kernel: any Kernel) throws(CaptureError) {
    self.directory = directory
    self.kernel = kernel
    lastFlush = kernel.now
    do throws(SystemCallError) {
      try kernel.makeDirectory(directory)
      let names = try kernel.entries(of: directory)
      guard
        !names.contains(where: { RecordingIndex.isPicture($0) || $0 == RecordingIndex.fileName })
      else { throw SystemCallError(call: "open", code: EEXIST) }
      try kernel.append(
        Array(RecordingIndex.header.utf8),
        to: "\(directory)/\(RecordingIndex.fileName)",
        flushing: false
      )
    } catch {
      guard error.code != EEXIST else {
        throw CaptureError(
          .recording,
          "\(directory) holds frames already.",
          remedy: "Choose an empty folder."
        )
      }
      throw Self.failure(directory, error)
    }
  }

  /// Adds a frame.
  ///
  /// - Parameter frame: The frame, as the camera delivered it.
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/recording`` when it cannot be written; the
  ///   frames before it stay as they are.
  public mutating func write(_ frame: Frame) throws(CaptureError) {
    let digits = String(frameCount + 1)
    let ending = frame.layout.format.isJPEG ? "jpg" : "raw"
    let file = "\(String(repeating: "0", count: max(6 - digits.count, 0)))\(digits).\(ending)"
    let line = RecordingIndex.line(file: file, time: frame.capturedAt, layout: frame.layout)
    let isFlushDue = kernel.now - lastFlush >= Self.flushInterval
    do throws(SystemCallError) {
      try kernel.write(frame.bytes, to: "\(directory)/\(file)")
      try kernel.append(
        Array(line.utf8),
        to: "\(directory)/\(RecordingIndex.fileName)",
        flushing: isFlushDue
      )
    } catch {
      throw Self.failure(directory, error)
    }
    if isFlushDue { lastFlush = kernel.now }
    frameCount += 1
  }

  private static func failure(_ directory: String, _ error: SystemCallError) -> CaptureError {
    CaptureError(
      .recording,
      "Cannot write to \(directory): \(error.reason).",
      remedy: error.code == ENOSPC ? "Make room on the disk." : "Choose a folder you may write to.",
      cause: error
    )
  }
}
