import Synchronization
import Testing

@testable import Scanner

/// What was reported, in its order.
private final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ reading: StillReading) {
    lines.withLock { $0.append("\(reading.path).\(reading.page)") }
  }
}

@Suite struct StillQueueTests {
  private func reading(_ index: Int, _ page: Int = 1, isLast: Bool = true) -> StillReading {
    StillReading(path: "\(index)", page: page, isLast: isLast, outcome: .unreadable(""))
  }

  @Test func `results come in the pictures' order, each as soon as those before it are there`()
    async
  {
    let log = Log()
    let queue = StillQueue(count: 3, lookahead: 3) { log.add($0) }
    for index in 0..<3 { #expect(await queue.take() == index) }
    #expect(await queue.take() == nil)
    await queue.add(reading(2), of: 2)
    #expect(log.all == [])
    await queue.add(reading(0), of: 0)
    #expect(log.all == ["0.1"])
    await queue.add(reading(1), of: 1)
    #expect(log.all == ["0.1", "1.1", "2.1"])
  }

  @Test func `the first picture's pages are told while it is being read`() async {
    let log = Log()
    let queue = StillQueue(count: 2, lookahead: 2) { log.add($0) }
    _ = await queue.take()
    _ = await queue.take()
    await queue.add(reading(1, 1, isLast: false), of: 1)
    await queue.add(reading(0, 1, isLast: false), of: 0)
    #expect(log.all == ["0.1"])
    await queue.add(reading(0, 2), of: 0)
    #expect(log.all == ["0.1", "0.2", "1.1"])
    await queue.add(reading(1, 2), of: 1)
    #expect(log.all.last == "1.2")
  }

  @Test func `a long picture and its successors wait, so that nothing piles up`() async {
    let log = Log()
    let queue = StillQueue(count: 100, lookahead: 3) { log.add($0) }
    for _ in 0..<3 { _ = await queue.take() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for page in 1...50 { await queue.add(reading(1, page, isLast: page == 50), of: 1) }
      }
      group.addTask { #expect(await queue.take() == 3) }
      for _ in 0..<1000 { await Task.yield() }
      #expect(log.all == [])
      #expect(await queue.waitingPages <= 4)
      await queue.add(reading(0), of: 0)
    }
    #expect(log.all.count == 51)
  }

  @Test func `a cancelled queue hands out nothing more and takes what was begun`() async {
    let log = Log()
    let queue = StillQueue(count: 9, lookahead: 2) { log.add($0) }
    _ = await queue.take()
    _ = await queue.take()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { #expect(await queue.take() == nil) }
      await queue.cancel()
    }
    await queue.add(reading(1), of: 1)
    await queue.add(reading(0), of: 0)
    #expect(log.all == ["0.1", "1.1"])
    #expect(await queue.unbegun == 7)
  }
}
