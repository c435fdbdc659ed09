import FoundationEssentials
import Glibc
import Synchronization

/// A line at the bottom of a terminal that says what is going on, rewritten in place.
///
/// Whatever else goes to the terminal is written through ``above(_:)``: the line makes way and comes
/// back below it.
final class StatusLine: Sendable {
  private struct State {
    var text = ""
    var isDrawn = false
    var hasEnded = false
  }

  private let descriptor: CInt
  private let state = Mutex(State())

  /// Makes a line that is empty yet; `nil` where there is no terminal, or one that cannot rewrite a
  /// line.
  ///
  /// - Parameters:
  ///   - descriptor: Where it is drawn; standard error unless told otherwise.
  ///   - environment: Says in `TERM` what the terminal can do.
  init?(
    descriptor: CInt = STDERR_FILENO,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    guard isatty(descriptor) == 1, environment["TERM"] != "dumb" else { return nil }
    self.descriptor = descriptor
  }

  /// Shows a text in place of the one before, cut to the terminal's width; an empty one clears the line.
  func show(_ text: String) {
    state.withLock { state in
      guard !state.hasEnded, text != state.text else { return }
      state.text = text
      redraw(&state)
    }
  }

  /// Writes something that ends with a line's end, with the status below it afterwards.
  ///
  /// - Parameter write: Writes it; nothing else is written to the terminal meanwhile.
  func above(_ write: () -> Void) {
    state.withLock { state in
      clear(&state)
      write()
      redraw(&state)
    }
  }

  /// Clears the line for good.
  func end() {
    state.withLock { state in
      clear(&state)
      state.hasEnded = true
    }
  }

  private func clear(_ state: inout State) {
    guard state.isDrawn else { return }
    put("\r\u{1B}[2K")
    state.isDrawn = false
  }

  private func redraw(_ state: inout State) {
    clear(&state)
    guard !state.hasEnded, !state.text.isEmpty else { return }
    // The last column stays free: some terminals begin a new line once it is filled.
    put(String(state.text.prefix(max(columns - 1, 1))))
    state.isDrawn = true
  }

  /// The terminal's width, which may change at any time.
  private var columns: Int {
    var size = winsize()
    let isKnown = unsafe withUnsafeMutablePointer(to: &size) {
      unsafe ioctl(descriptor, UInt(TIOCGWINSZ), UnsafeMutableRawPointer($0)) == 0
    }
    return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  private func put(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      // A terminal that went away has nobody to show anything to.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
