import FoundationEssentials
import Synchronization

/// The events for one client, as server-sent events.
final class EventFeed: ResponseSource {
  private struct State {
    var place: UInt64
    var beat: UInt64
    var hasGreeted = false
    var restarted: Bool
    var listener: UUID?
  }

  private let broadcast: EventBroadcast
  private let camera: String?
  private let types: Set<String>
  private let state: Mutex<State>

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - broadcast: Where events come from.
  ///   - place: The last event the client has; `nil` to begin with what happens from now on.
  ///   - camera: The one camera whose events are wanted; `nil` for all.
  ///   - types: The events wanted; none for all.
  init(_ broadcast: EventBroadcast, after place: EventPlace?, camera: String?, types: Set<String>) {
    self.broadcast = broadcast
    self.camera = camera
    self.types = types
    let last = broadcast.last
    var number = last
    var restarted = false
    if let place {
      // Another run's numbers mean nothing here: all there is follows, and the client is told.
      restarted = place.run != broadcast.run || place.number > last
      number = restarted ? 0 : place.number
    }
    state = Mutex(State(place: number, beat: broadcast.beat, restarted: restarted))
  }

  func attach(_ wake: @escaping @Sendable () -> Void) {
    let id = broadcast.listen(wake)
    state.withLock { $0.listener = id }
  }

  func detach() {
    let id = state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }
    if let id { broadcast.leave(id) }
  }

  func next() -> ResponseChunk {
    state.withLock { state in
      var bytes: [UInt8] = []
      if !state.hasGreeted {
        state.hasGreeted = true
        bytes += Array("retry: 2000\n\n".utf8)
        if state.restarted { bytes += missed(nil, at: state.place) }
      }
      while bytes.count < 64 << 10 {
        let batch = broadcast.events(after: state.place)
        if batch.missed > 0 {
          state.place += batch.missed
          // After a restart the client knows already that it missed some.
          if !state.restarted { bytes += missed(batch.missed, at: state.place) }
        }
        state.restarted = false
        guard let last = batch.entries.last else { break }
        for entry in batch.entries where isWanted(entry) { bytes += message(entry) }
        state.place = last.number
      }
      let beat = broadcast.beat
      if bytes.isEmpty, beat != state.beat { bytes = Array(": still here\n\n".utf8) }
      state.beat = beat
      return bytes.isEmpty ? .wait : .bytes(bytes)
    }
  }

  private func isWanted(_ entry: EventBroadcast.Entry) -> Bool {
    if let camera, let other = entry.camera, other != camera { return false }
    return types.isEmpty || types.contains(entry.type)
  }

  private func message(_ entry: EventBroadcast.Entry) -> [UInt8] {
    let place = EventPlace(run: broadcast.run, number: entry.number)
    return Array("id: \(place.text)\nevent: \(entry.type)\ndata: ".utf8) + entry.json + [10, 10]
  }

  /// Says that events are gone; how many is not known after a restart.
  private func missed(_ count: UInt64?, at number: UInt64) -> [UInt8] {
    let place = EventPlace(run: broadcast.run, number: number).text
    let count = count.map(String.init) ?? "null"
    return Array(
      "id: \(place)\nevent: missed\ndata: {\"count\":\(count),\"type\":\"missed\"}\n\n".utf8
    )
  }
}
