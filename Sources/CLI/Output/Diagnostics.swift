import Glibc

/// What the program says to people, on standard error.
struct Diagnostics: Sendable {
  /// How much is said.
  enum Level: Int, Sendable, Comparable {
    /// Errors only.
    case quiet

    /// What changes what the user gets.
    case normal

    /// Everything.
    case verbose

    static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
  }

  var level = Level.normal

  /// The line that makes way for what is said.
  var statusLine: StatusLine?

  /// Says why something failed.
  func error(_ message: String, remedy: String?) {
    write(remedy.map { "\(message) \($0)" } ?? message)
  }

  /// Says something the user should know.
  func note(_ message: String) {
    if level >= .normal { write(message) }
  }

  /// Says something only a closer look needs.
  func detail(_ message: String) {
    if level >= .verbose { write(message) }
  }

  private func write(_ message: String) {
    if let statusLine {
      statusLine.above { put(message) }
    } else {
      put(message)
    }
  }

  private func put(_ message: String) {
    var line = Array("lectern: \(message)\n".utf8)[...]
    while !line.isEmpty {
      let count = unsafe line.withUnsafeBytes {
        unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      // There is nobody left to tell that standard error cannot be written.
      guard count > 0 else { return }
      line = line.dropFirst(count)
    }
  }
}
