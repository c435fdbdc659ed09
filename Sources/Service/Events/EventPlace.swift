/// Where in the events a listener stopped, as `Last-Event-ID` says it: the run and the number.
struct EventPlace: Sendable, Hashable {
  /// The run of the service.
  var run: String

  /// The last event that was taken.
  var number: UInt64

  /// Makes a place.
  init(run: String, number: UInt64) {
    self.run = run
    self.number = number
  }

  /// Reads a place; `nil` when it is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[1]), !parts[0].isEmpty else { return nil }
    self.init(run: String(parts[0]), number: number)
  }

  /// The place as one word.
  var text: String { "\(run)-\(number)" }
}
