import Synchronization
import Testing

@testable import Service

/// Events for clients that are slow, go away and come back.
@Suite struct EventFeedTests {
  private static func send(_ count: Int, to broadcast: EventBroadcast, camera: String = "a") {
    for index in 0..<count {
      let type = index % 2 == 0 ? "added" : "settled"
      broadcast.send(camera: camera, type: type, json: Array("{\"n\":\(index)}".utf8))
    }
  }

  /// All that a feed has to give now.
  private static func text(_ feed: EventFeed) -> String {
    var text = ""
    while case .bytes(let bytes) = feed.next() { text += String(decoding: bytes, as: UTF8.self) }
    return text
  }

  private static func ids(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
  }

  @Test func `a client gets what happens after it came, each once and in order`() {
    let broadcast = EventBroadcast(run: "r")
    Self.send(3, to: broadcast)
    let feed = EventFeed(broadcast, after: nil, camera: nil, types: [])
    #expect(Self.ids(Self.text(feed)) == [])
    Self.send(2, to: broadcast)
    #expect(
      Self.text(feed)
        == "id: r-4\nevent: added\ndata: {\"n\":0}\n\nid: r-5\nevent: settled\ndata: {\"n\":1}\n\n"
    )
    #expect(Self.text(feed) == "")
  }

  @Test func `a client that comes back goes on where it stopped`() {
    let broadcast = EventBroadcast(run: "r")
    Self.send(200, to: broadcast)
    let feed = EventFeed(broadcast, after: EventPlace("r-150"), camera: nil, types: [])
    #expect(Self.ids(Self.text(feed)) == (151...200).map { "r-\($0)" })
  }

  @Test func `a client that was away for too long is told how many events are gone`() {
    let broadcast = EventBroadcast(run: "r", capacity: 8)
    Self.send(100, to: broadcast)
    let text = Self.text(EventFeed(broadcast, after: EventPlace("r-10"), camera: nil, types: []))
    let first = broadcast.events(after: 0).entries.first?.number ?? 0
    #expect(text.contains("event: missed\ndata: {\"count\":\(first - 11),\"type\":\"missed\"}"))
    #expect(Self.ids(text) == ["r-\(first - 1)"] + (first...100).map { "r-\($0)" })
  }

  @Test(arguments: ["q-3", "r-900"])
  func `after a restart of the service a client is told that it missed some, and gets all there is`(
    place: String
  ) {
    let broadcast = EventBroadcast(run: "r")
    Self.send(2, to: broadcast)
    let text = Self.text(EventFeed(broadcast, after: EventPlace(place), camera: nil, types: []))
    #expect(Self.ids(text) == ["r-0", "r-1", "r-2"])
    #expect(text.contains("{\"count\":null,\"type\":\"missed\"}"))
  }

  @Test func `a client that falls behind costs no memory and goes on with what is left`() {
    let broadcast = EventBroadcast(run: "r", capacity: 100, byteCapacity: 1000)
    let feed = EventFeed(broadcast, after: nil, camera: nil, types: [])
    _ = feed.next()
    for _ in 0..<100 {
      broadcast.send(camera: nil, type: "page", json: [UInt8](repeating: 0x20, count: 400))
    }
    let kept = broadcast.events(after: 0, limit: 1000).entries
    #expect(kept.map(\.json.count).reduce(0, +) <= 1000)
    #expect(Self.text(feed).contains("event: missed"))
  }

  @Test func `one camera's and one kind's events can be had alone`() {
    let broadcast = EventBroadcast(run: "r")
    let feed = EventFeed(broadcast, after: nil, camera: "a", types: ["settled"])
    Self.send(2, to: broadcast, camera: "a")
    Self.send(2, to: broadcast, camera: "b")
    #expect(Self.ids(Self.text(feed)) == ["r-2"])
  }

  @Test func `a quiet connection is written to now and then`() {
    let broadcast = EventBroadcast(run: "r")
    let feed = EventFeed(broadcast, after: nil, camera: nil, types: [])
    let wakes = Mutex(0)
    feed.attach { wakes.withLock { $0 += 1 } }
    _ = feed.next()
    broadcast.sendBeat()
    #expect(Self.text(feed) == ": still here\n\n")
    #expect(Self.text(feed) == "")
    Self.send(1, to: broadcast)
    #expect(wakes.withLock { $0 } == 2)
    feed.detach()
    #expect(broadcast.listenerCount == 0)
  }

  @Test(arguments: ["", "7", "r-", "-7", "r-x", "r-1-2", "r-99999999999999999999"])
  func `what is no place in the events is not taken for one`(text: String) {
    #expect(EventPlace(text) == nil)
  }
}
