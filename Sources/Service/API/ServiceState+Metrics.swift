import FoundationEssentials
import Scanner

extension ServiceState {
  /// The service's figures, in Prometheus' text format.
  func metrics() async -> String {
    var lines: [String] = []
    func metric(_ name: String, _ type: String, _ help: String, _ values: [(String, Double)]) {
      lines += ["# HELP lectern_\(name) \(help)", "# TYPE lectern_\(name) \(type)"]
      lines += values.map { labels, value in
        let number = value == value.rounded() ? String(Int(value)) : String(value)
        return "lectern_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number)"
      }
    }
    let seconds = (ContinuousClock.now - startedAt) / .seconds(1)
    metric("info", "gauge", "The program.", [("version=\"\(version)\"", 1)])
    metric("uptime_seconds", "gauge", "Since the service began.", [("", seconds)])
    let standings = stations.map { (name: $0.name, publisher: $0.publisher, known: $0.standing) }
    metric(
      "camera_state",
      "gauge",
      "1 for the state a camera is in.",
      standings.flatMap { station in
        ScannerState.allCases.map { state in
          (
            "camera=\"\(station.name)\",state=\"\(state.rawValue)\"",
            state == station.known.state.state ? 1 : 0
          )
        }
      }
    )
    metric(
      "items",
      "gauge",
      "Items in view.",
      standings.map { ("camera=\"\($0.name)\"", Double($0.known.items.count)) }
    )
    metric(
      "events_total",
      "counter",
      "Events of a camera.",
      standings.flatMap { station in
        station.known.eventCounts.sorted { $0.key < $1.key }
          .map { ("camera=\"\(station.name)\",type=\"\($0.key)\"", Double($0.value)) }
      }
    )
    metric(
      "viewers",
      "gauge",
      "Who watch a camera's picture.",
      standings.map { ("camera=\"\($0.name)\"", Double($0.publisher.viewerCount)) }
    )
    metric(
      "pictures_total",
      "counter",
      "Pictures made for viewers.",
      standings.map { ("camera=\"\($0.name)\"", Double($0.publisher.count)) }
    )
    metric("event_clients", "gauge", "Who take events.", [("", Double(broadcast.listenerCount))])
    metric("reads_pending", "gauge", "Readings that wait.", [("", Double(await desk.pending))])
    metric(
      "reads_total",
      "counter",
      "Still pictures that were read, by outcome.",
      await desk.outcomes.sorted { $0.key < $1.key }
        .map { ("outcome=\"\($0.key)\"", Double($0.value)) }
    )
    metric(
      "failed_callbacks_total",
      "counter",
      "Callbacks that nobody took.",
      [("", Double(await desk.failedCallbacks))]
    )
    return lines.joined(separator: "\n") + "\n"
  }
}
