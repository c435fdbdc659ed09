import FoundationEssentials
import Scanner

/// An event of the scanner with the name of the camera it is about.
struct NamedEvent: Encodable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case cameraName, words
  }

  /// The event.
  var event: ScanEvent

  /// What the camera is called in the configuration.
  var cameraName: String

  func encode(to encoder: any Encoder) throws {
    try event.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(cameraName, forKey: .cameraName)
    if case .state(let change) = event.content { try fields.encode(change.words, forKey: .words) }
  }
}

/// An event of the service itself.
struct ServiceEvent: Encodable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case type, event, time, cameraName, item, viewers, settings
  }

  /// What happened.
  enum Content: Sendable {
    /// Somebody chose an item, in the page or by program.
    case tapped(RecognizedItem)

    /// So many watch the camera's picture now.
    case watching(Int)

    /// The camera's settings were changed.
    case settings(JSONValue)
  }

  /// What happened.
  var content: Content

  /// What the camera is called.
  var cameraName: String

  /// The number, of one sequence with the scanner's.
  let number = ScanEvent.nextNumber()

  /// When.
  let time = Date()

  /// The event's name in the schema.
  var type: String {
    switch content {
    case .tapped: "tapped"
    case .watching: "watching"
    case .settings: "settings"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(type, forKey: .type)
    try fields.encode(number, forKey: .event)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    try fields.encode(time.formatted(format), forKey: .time)
    try fields.encode(cameraName, forKey: .cameraName)
    switch content {
    case .tapped(let item): try fields.encode(item, forKey: .item)
    case .watching(let count): try fields.encode(count, forKey: .viewers)
    case .settings(let settings): try fields.encode(settings, forKey: .settings)
    }
  }
}
