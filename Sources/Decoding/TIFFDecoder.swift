internal import CTIFF
import Imaging

/// Decodes the pages of a TIFF with libtiff.
///
/// Grey and colours of 1 to 16 bits are read row by row or tile by tile as they are stored, so that a
/// large scan needs little memory; everything else goes through libtiff's conversion to RGBA.
@safe
struct TIFFDecoder {
  private let file: UnsafeRawBufferPointer
  private let limits: StillLimits

  init(_ file: UnsafeRawBufferPointer, _ limits: StillLimits) {
    unsafe self.file = file
    self.limits = limits
  }

  func decode(_ sink: PageDecoder.Sink) throws(ImageError) {
    unsafe TIFFSetErrorHandler { _, format, arguments in
      if let arguments = unsafe arguments { unsafe TIFFMessages.shared.note(format, arguments) }
    }
    unsafe TIFFSetWarningHandler(nil)
    var reader = unsafe MemoryReader(file)
    try unsafe withUnsafeMutablePointer(to: &reader) { reader throws(ImageError) in
      guard let tiff = unsafe Self.open(reader) else {
        throw Self.failure(TIFFMessages.shared.take() ?? "its header makes no sense")
      }
      defer { unsafe TIFFClose(tiff) }
      try unsafe decodePages(tiff, sink)
    }
  }

  private func decodePages(_ tiff: OpaquePointer, _ sink: PageDecoder.Sink) throws(ImageError) {
    var hasPage = false
    repeat {
      let directory = unsafe TIFFDirectory(tiff)
      // Thumbnails and masks are no pages.
      if directory.isPage {
        hasPage = true
        _ = TIFFMessages.shared.take()
        let page: Result<DecodedPage, ImageError>
        do throws(ImageError) {
          page = .success(try unsafe TIFFPage(tiff, directory, limits).decode())
        } catch {
          page = .failure(error)
        }
        guard sink(page) else { return }
      }
      _ = TIFFMessages.shared.take()
    } while unsafe TIFFReadDirectory(tiff) != 0
    let end = TIFFMessages.shared.take()
    if !hasPage { throw Self.failure(end ?? "it holds no page") }
    if let end { throw .damaged("TIFF", "no page after this can be found: \(end)") }
  }

  static func failure(_ reason: String) -> ImageError { .damaged("TIFF", reason) }

  /// Opens a file in memory; `m` keeps the library from mapping it.
  private static func open(_ reader: UnsafeMutablePointer<MemoryReader>) -> OpaquePointer? {
    unsafe TIFFClientOpen(
      "picture",
      "rm",
      reader,
      { reader, target, count in
        guard let reader = unsafe reader, let target = unsafe target else { return 0 }
        return unsafe tmsize_t(
          reader.assumingMemoryBound(to: MemoryReader.self).pointee.read(target, Int(count))
        )
      },
      { _, _, _ in 0 },
      { reader, offset, origin in
        guard let reader = unsafe reader?.assumingMemoryBound(to: MemoryReader.self) else {
          return toff_t.max
        }
        return unsafe reader.pointee.seek(Int64(bitPattern: offset), from: origin)
      },
      { _ in 0 },
      { reader in
        unsafe toff_t(reader?.assumingMemoryBound(to: MemoryReader.self).pointee.count ?? 0)
      },
      nil,
      nil
    )
  }
}

extension MemoryReader {
  /// The number of bytes there are.
  var count: Int { unsafe file.count }

  /// Goes to an offset as `lseek` does.
  fileprivate mutating func seek(_ offset: Int64, from origin: CInt) -> toff_t {
    let base = origin == 0 ? 0 : origin == 1 ? self.offset : count
    let (place, overflow) = base.addingReportingOverflow(Int(offset))
    // Past the end is a place like any other; nothing is read there.
    guard !overflow, place >= 0 else { return toff_t.max }
    _ = seek(min(place, count))
    return toff_t(place)
  }
}
