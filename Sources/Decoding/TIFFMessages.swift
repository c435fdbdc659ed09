import Glibc
import Synchronization

/// Keeps the first thing libtiff complained about; its handlers are the process's.
final class TIFFMessages: Sendable {
  static let shared = TIFFMessages()

  private let first = Mutex<String?>(nil)

  /// Takes note of a message.
  func note(_ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer) {
    guard let format = unsafe format else { return }
    var text = [CChar](repeating: 0, count: 300)
    _ = unsafe vsnprintf(&text, text.count, format, arguments)
    let message = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    first.withLock { first in first = first ?? message }
  }

  /// The first message since this was asked last.
  func take() -> String? {
    first.withLock { first in
      defer { first = nil }
      return first
    }
  }
}
