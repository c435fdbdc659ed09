internal import CProcess
internal import Glibc

/// A file without a name that holds a picture's bytes for another process.
@safe
struct MemoryFile: ~Copyable {
  let descriptor: CInt

  private init(descriptor: CInt) { self.descriptor = descriptor }

  /// Makes a file of some bytes.
  ///
  /// - Throws: `ImageError` when memory or descriptors have run out.
  static func holding(_ bytes: RawSpan) throws(ImageError) -> MemoryFile {
    let descriptor = unsafe memfd_create("picture", CProcess_closeOnExec)
    guard descriptor >= 0 else {
      throw ImageError(.decoderFailed, "The picture could not be handed over: \(lastErrorText).")
    }
    let file = MemoryFile(descriptor: descriptor)
    var offset = 0
    while offset < bytes.byteCount {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe write(descriptor, raw.baseAddress?.advanced(by: offset), raw.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw ImageError(.decoderFailed, "The picture could not be handed over: \(lastErrorText).")
      }
      offset += count
    }
    file.rewind()
    return file
  }

  /// Lets the next reader, in whatever process, begin at the first byte.
  func rewind() { lseek(descriptor, 0, SEEK_SET) }

  deinit { close(descriptor) }
}

/// What the last system call that failed says.
var lastErrorText: String { unsafe String(cString: strerror(errno)) }
