/// Reads bytes in memory one after the other, for a library that asks for them.
@safe
struct MemoryReader {
  let file: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ file: UnsafeRawBufferPointer) {
    unsafe self.file = file
  }

  /// Copies the next bytes; fewer at the end.
  mutating func read(_ target: UnsafeMutableRawPointer, _ count: Int) -> Int {
    let length = unsafe min(max(count, 0), file.count - offset)
    guard length > 0, let base = unsafe file.baseAddress else { return 0 }
    unsafe target.copyMemory(from: base + offset, byteCount: length)
    offset += length
    return length
  }

  /// Goes to an offset; `false` where there is none.
  mutating func seek(_ place: Int) -> Bool {
    guard unsafe place >= 0 && place <= file.count else { return false }
    offset = place
    return true
  }
}
