import FoundationEssentials
import Synchronization

/// The newest events of all cameras, for any number of listeners who take them at their own pace.
///
/// A listener keeps nothing but its place: whoever is slow catches up from here, and is told how many
/// events it missed when they are gone. Memory is bounded by count and by bytes, whoever listens.
final class EventBroadcast: Sendable {
  /// An event, ready to be sent.
  struct Entry: Sendable, Hashable {
    /// Its place in the sequence, from 1, without gaps.
    var number: UInt64

    /// The camera it is about.
    var camera: String?

    /// The event's name in the schema.
    var type: String

    /// The event in JSON, on one line.
    var json: [UInt8]
  }

  /// What lies after a place.
  struct Batch: Sendable, Hashable {
    /// The events, in order.
    var entries: ArraySlice<Entry>

    /// How many were dropped before they could be taken.
    var missed: UInt64
  }

  private struct State {
    var entries: [Entry] = []
    var bytes = 0
    var last: UInt64 = 0
    var beat: UInt64 = 0
    var listeners: [UUID: @Sendable () -> Void] = [:]
  }

  /// Tells this run's numbers from another's.
  let run: String
  private let capacity: Int
  private let byteCapacity: Int
  private let state = Mutex(State())

  /// Makes a broadcast without events.
  ///
  /// - Parameters:
  ///   - run: One word that no other run of the service has.
  ///   - capacity: How many events are kept.
  ///   - byteCapacity: How many bytes of them are kept.
  init(run: String, capacity: Int = 4096, byteCapacity: Int = 16 << 20) {
    self.run = run
    self.capacity = capacity
    self.byteCapacity = byteCapacity
  }

  /// The newest event's place; 0 before the first.
  var last: UInt64 { state.withLock { $0.last } }

  /// How often listeners were woken for their connection's sake.
  var beat: UInt64 { state.withLock { $0.beat } }

  /// How many listen.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Adds an event and wakes everybody.
  func send(camera: String?, type: String, json: [UInt8]) {
    let listeners = state.withLock { state in
      state.last += 1
      state.entries.append(
        Entry(number: state.last, camera: camera, type: type, json: json)
      )
      state.bytes += json.count
      drop(&state)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }

  /// Wakes everybody, so that dead connections are found.
  func sendBeat() {
    let listeners = state.withLock { state in
      state.beat += 1
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }

  /// The events after a place.
  ///
  /// - Parameters:
  ///   - number: The last event that was taken.
  ///   - limit: The most events to return.
  /// - Returns: What is still there.
  func events(after number: UInt64, limit: Int = 64) -> Batch {
    state.withLock { state in
      let first = state.entries.first?.number ?? state.last + 1
      let start = max(number + 1, first)
      guard start <= state.last else { return Batch(entries: [], missed: start - number - 1) }
      let index = Int(start - first)
      let entries = state.entries[index..<min(index + limit, state.entries.count)]
      return Batch(entries: entries, missed: start - number - 1)
    }
  }

  /// Wakes a listener whenever there is something new.
  ///
  /// - Returns: What to leave with.
  func listen(_ wake: @escaping @Sendable () -> Void) -> UUID {
    let id = UUID()
    state.withLock { $0.listeners[id] = wake }
    return id
  }

  /// A listener leaves.
  func leave(_ id: UUID) { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }

  private func drop(_ state: inout State) {
    // In one go now and then: removing from the front moves all that is left.
    guard state.entries.count > capacity + capacity / 4 || state.bytes > byteCapacity else {
      return
    }
    var count = max(state.entries.count - capacity, 0)
    for entry in state.entries.prefix(count) { state.bytes -= entry.json.count }
    while state.bytes > byteCapacity * 3 / 4, count < state.entries.count - 1 {
      state.bytes -= state.entries[count].json.count
      count += 1
    }
    state.entries.removeFirst(count)
  }
}
