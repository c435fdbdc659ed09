import Testing

@testable import Scanner

@Suite struct FallbackQueueTests {
  private static let old = Duration.seconds(3600)

  private func picture(
    _ path: String,
    size: Int = 1000,
    age: Duration = old,
    isListed: Bool = true
  ) -> FallbackQueue.Finding {
    FallbackQueue.Finding(
      entry: .file(path),
      stamp: FallbackQueue.Stamp(inode: 1, size: size, modified: .zero),
      age: age,
      isListed: isListed
    )
  }

  /// Everything that is to be read at a moment; it is finished afterwards.
  private func read(_ queue: inout FallbackQueue, at now: Duration) -> [PictureList.Entry] {
    var entries: [PictureList.Entry] = []
    while let entry = queue.next(at: now) {
      entries.append(entry)
      queue.finish(entry)
    }
    return entries
  }

  @Test func `each picture is read once, a new one when it comes`() {
    var queue = FallbackQueue()
    queue.update([picture("d/a.jpg"), picture("d/b.jpg")], at: .zero)
    #expect(read(&queue, at: .zero) == [.file("d/a.jpg"), .file("d/b.jpg")])
    queue.update([picture("d/a.jpg"), picture("d/b.jpg"), picture("d/c.jpg")], at: .seconds(1))
    #expect(read(&queue, at: .seconds(1)) == [.file("d/c.jpg")])
  }

  @Test func `a picture that was not finished is next again`() {
    var queue = FallbackQueue()
    queue.update([picture("d/a.jpg"), picture("d/b.jpg")], at: .zero)
    #expect(queue.next(at: .zero) == .file("d/a.jpg"))
    queue.update([picture("d/a.jpg"), picture("d/b.jpg")], at: .seconds(60))
    #expect(read(&queue, at: .seconds(60)) == [.file("d/a.jpg"), .file("d/b.jpg")])
  }

  @Test func `a picture that is being written waits, and does not keep the others`() {
    var queue = FallbackQueue()
    for second in 0..<5 {
      let growing = picture("d/a.jpg", size: 100 * second, age: .zero)
      queue.update([growing, picture("d/b.jpg")], at: .seconds(second))
      let expected: [PictureList.Entry] = second == 0 ? [.file("d/b.jpg")] : []
      #expect(read(&queue, at: .seconds(second)) == expected)
    }
    let written = picture("d/a.jpg", size: 400, age: .seconds(2))
    queue.update([written, picture("d/b.jpg")], at: .seconds(6))
    #expect(read(&queue, at: .seconds(6)) == [.file("d/a.jpg")])
  }

  @Test func `a file whose clock is ahead is read once it has stopped changing`() {
    var queue = FallbackQueue()
    let ahead = picture("d/a.jpg", age: .seconds(-500))
    queue.update([ahead], at: .zero)
    #expect(queue.next(at: .seconds(1)) == nil)
    queue.update([ahead], at: .seconds(2))
    #expect(queue.next(at: .seconds(2)) == .file("d/a.jpg"))
  }

  @Test func `a young picture that reads as damaged gets ten seconds to become whole`() {
    var queue = FallbackQueue()
    queue.update([picture("d/a.jpg", size: 10, age: .seconds(3))], at: .zero)
    let first = queue.postpone(.file("d/a.jpg"), at: .zero)
    #expect(first)
    #expect(queue.next(at: .zero) == nil)
    // It grows: what was read of it before is forgotten.
    queue.update([picture("d/a.jpg", size: 20, age: .seconds(2))], at: .seconds(4))
    #expect(queue.next(at: .seconds(4)) == .file("d/a.jpg"))
    let second = queue.postpone(.file("d/a.jpg"), at: .seconds(4))
    #expect(second)
    queue.update([picture("d/a.jpg", size: 20, age: .seconds(10))], at: .seconds(12))
    #expect(queue.next(at: .seconds(12)) == .file("d/a.jpg"))
    let last = queue.postpone(.file("d/a.jpg"), at: .seconds(12))
    #expect(!last)
  }

  @Test func `a name that is written anew is another picture in a folder, and not when named`() {
    var queue = FallbackQueue()
    queue.update([picture("d/a.jpg"), picture("b.jpg", isListed: false)], at: .zero)
    _ = read(&queue, at: .zero)
    queue.update(
      [picture("d/a.jpg", size: 2000), picture("b.jpg", size: 2000, isListed: false)],
      at: .seconds(9)
    )
    #expect(read(&queue, at: .seconds(9)) == [.file("d/a.jpg")])
  }

  @Test func `what is gone is forgotten, unless its folder only cannot be looked at`() {
    var queue = FallbackQueue()
    queue.update((0..<500).map { picture("d/\($0).jpg") }, at: .zero)
    _ = read(&queue, at: .zero)
    let closed = PictureList.Entry.unreadable(folder: "d")
    queue.update([FallbackQueue.Finding(entry: closed)], at: .seconds(1))
    #expect(read(&queue, at: .seconds(1)) == [closed])
    queue.update([picture("d/7.jpg")], at: .seconds(2))
    #expect(read(&queue, at: .seconds(2)) == [])
    #expect(queue.count == 1)
    queue.update([], at: .seconds(3))
    #expect(queue.count == 0)
    queue.update([picture("d/7.jpg")], at: .seconds(4))
    #expect(read(&queue, at: .seconds(4)) == [.file("d/7.jpg")])
  }

  @Test func `a path that leads nowhere is reported once, and read when it is there`() {
    var queue = FallbackQueue()
    let missing = FallbackQueue.Finding(entry: .problem(path: "a.jpg", reason: "no such file"))
    queue.update([missing], at: .zero)
    #expect(read(&queue, at: .zero) == [missing.entry])
    queue.update([missing], at: .seconds(1))
    #expect(read(&queue, at: .seconds(1)) == [])
    queue.update([picture("a.jpg", isListed: false)], at: .seconds(2))
    #expect(read(&queue, at: .seconds(2)) == [.file("a.jpg")])
  }
}
