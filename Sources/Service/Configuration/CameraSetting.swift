import Imaging
import Recognition
import Scanner

/// One setting of a camera: its key, what it takes, and how it is read and written.
///
/// The configuration, `PATCH /v1/settings` and the interface's description are all made from this table.
struct CameraSetting: Sendable {
  /// The key in JSON.
  var key: String

  /// What it is for.
  var help: String

  /// What it takes, as JSON Schema.
  var schema: JSONValue

  /// The value in a plan.
  var value: @Sendable (CameraPlan) -> JSONValue

  /// Puts a value into a plan.
  var apply: @Sendable (inout CameraPlan, JSONNode) throws(SettingError) -> Void

  /// Every setting.
  static let all: [CameraSetting] = source + text + view

  /// Puts all settings of an object into a plan.
  ///
  /// - Parameters:
  ///   - node: The object.
  ///   - plan: Gets them, all or none.
  ///   - others: Keys that may be there besides.
  /// - Throws: ``SettingError`` for the first that cannot be used.
  static func apply(
    _ node: JSONNode,
    to plan: inout CameraPlan,
    besides others: [String] = []
  ) throws(SettingError) {
    var changed = plan
    for (key, node) in try node.members(others + all.map(\.key)) {
      if let setting = all.first(where: { $0.key == key }) { try setting.apply(&changed, node) }
    }
    plan = changed
  }

  /// The settings of a plan.
  static func values(of plan: CameraPlan) -> JSONValue {
    .object(Dictionary(all.map { ($0.key, $0.value(plan)) }) { $1 })
  }

  /// What all settings take, as JSON Schema.
  static var schema: JSONValue {
    [
      "type": "object",
      "additionalProperties": false,
      "properties": .object(
        Dictionary(
          all.map { setting in
            guard case .object(var schema) = setting.schema else { return (setting.key, .null) }
            schema["description"] = .string(setting.help)
            return (setting.key, .object(schema))
          }
        ) { $1 }
      ),
    ]
  }
}
