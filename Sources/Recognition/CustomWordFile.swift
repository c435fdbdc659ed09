import CTesseract
import Glibc

/// Words in a file without a name, for Tesseract, which takes them from nowhere else.
///
/// The file lives in memory and is gone when this is.
struct CustomWordFile: ~Copyable {
  private let descriptor: CInt

  /// Writes the words; blank ones and ones with line ends are left out.
  init(_ words: [String]) {
    let usable = words.map { $0.trimmed.composed }
      .filter { !$0.isEmpty && !$0.contains(where: \.isNewline) }
    guard !usable.isEmpty else {
      descriptor = -1
      return
    }
    descriptor = unsafe memfd_create("lectern-words", CTesseract_MFD_CLOEXEC)
    guard descriptor >= 0 else { return }
    var bytes = Array(usable.joined(separator: "\n").utf8)
    bytes.append(0x0A)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes { rest in
        unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return }
      written += count
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Where Tesseract can open the file; nothing when there are no words.
  var path: String? { descriptor >= 0 ? "/proc/self/fd/\(descriptor)" : nil }
}
