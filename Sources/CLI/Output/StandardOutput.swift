import Capture
import Dispatch
import Glibc
import Synchronization

/// Standard output: written at once, and never a place to hang.
///
/// A reader that stops reading may block the scanner, but not the program's end; a reader that went
/// away is noticed even while there is nothing to write.
final class StandardOutput: Sendable {
  private struct State {
    var isClosed = false
    var error: Int32?
  }

  /// A pipe that polls writable takes so many bytes without blocking (`PIPE_BUF`).
  private static let chunk = 4096

  private let state = Mutex(State())
  private let descriptor: CInt
  private let stop: WakeEvent

  /// Makes the output for a descriptor, standard output unless told otherwise.
  ///
  /// - Throws: ``CaptureError`` when the process has no descriptor left.
  init(descriptor: CInt = STDOUT_FILENO) throws(CaptureError) {
    self.descriptor = descriptor
    stop = try WakeEvent()
  }

  /// Whether a person sees what is written.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether nobody reads any more.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Why writing failed, such as a full disk; `nil` when it did not.
  var failure: Int32? { state.withLock { $0.error } }

  /// Writes text, all of it, before it returns; does nothing once the output is closed.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  func write(_ text: String) -> Bool {
    write(Array(text.utf8))
  }

  /// Writes bytes, all of them, before it returns; does nothing once the output is closed.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    guard !isClosed else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      guard waitUntilWritable() else { return false }
      let part = rest.prefix(Self.chunk)
      let count = unsafe part.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        close(because: errno)
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits until the reader went away or ``endWatch()``.
  func closed() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "lectern.output").async { @Sendable in
          self.waitUntilClosed()
          continuation.resume()
        }
      }
    } onCancel: {
      endWatch()
    }
  }

  /// Ends all waits; what cannot be written at once is given up from now on.
  func endWatch() {
    stop.signal()
  }

  private func waitUntilClosed() {
    while !isClosed {
      // Nothing is asked for: a pipe without a reader reports POLLERR all the same.
      var entries = [pollfd(fd: descriptor, events: 0, revents: 0), stopEntry]
      let count = unsafe entries.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, 2, -1)
      }
      if count < 0, errno == EINTR { continue }
      if entries[0].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { close(because: EPIPE) }
      if count < 0 || entries[1].revents != 0 { return }
    }
  }

  private func waitUntilWritable() -> Bool {
    while true {
      var entries = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0), stopEntry]
      let count = unsafe entries.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, 2, -1)
      }
      if count < 0, errno == EINTR { continue }
      if entries[0].revents != 0 { return !isClosed }
      if count < 0 || entries[1].revents != 0 { return false }
    }
  }

  private var stopEntry: pollfd {
    pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
  }

  private func close(because code: Int32) {
    state.withLock { state in
      state.isClosed = true
      if code != EPIPE { state.error = code }
    }
  }
}
