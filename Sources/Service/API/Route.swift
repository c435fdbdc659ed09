/// One thing the interface can do: how it is asked for, what it answers with, and how it is done.
///
/// The interface's description is made from these, so that it cannot differ from what is done.
struct Route: Sendable {
  /// A field of the path or the query.
  struct Parameter: Sendable {
    /// Its name.
    var name: String

    /// What it is for.
    var help: String

    /// What it takes, as JSON Schema.
    var schema: JSONValue = ["type": "string"]

    /// Whether it stands in the path.
    var isInPath = false
  }

  /// An answer.
  struct Answer: Sendable {
    /// The status.
    var status = 200

    /// The media type; empty for no body.
    var type: String

    /// What it holds, as JSON Schema.
    var schema: JSONValue = ["type": "string"]

    /// JSON of a kind that the description names.
    static func json(_ name: String, status: Int = 200) -> Answer {
      let schema: JSONValue = ["$ref": .string("#/components/schemas/\(name)")]
      return Answer(status: status, type: "application/json", schema: schema)
    }
  }

  /// What a body may be.
  enum Body: Sendable {
    /// There is none.
    case none

    /// JSON.
    case json(JSONValue)

    /// Pictures.
    case pictures

    /// A form with the token.
    case form
  }

  /// The method.
  var method: String

  /// The path, with parameters in braces.
  var path: String

  /// One sentence.
  var summary: String

  /// Fields of path and query; others are refused.
  var parameters: [Parameter] = []

  /// What the body may be.
  var body = Body.none

  /// What it answers with when all is well.
  var answers: [Answer]

  /// The statuses of its problems besides those that everything has.
  var problems: [Int] = []

  /// Whether it may be used without the token.
  var isOpen = false

  /// Does it.
  var handle: @Sendable (HTTPRequest, [String: String]) async throws -> HTTPResponse

  /// The parameters of a path that this is the route of.
  ///
  /// - Returns: Their values by name; `nil` when it is another's path.
  func match(_ path: String) -> [String: String]? {
    let names = self.path.split(separator: "/", omittingEmptySubsequences: false)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (name, part) in zip(names, parts) {
      if name.first == "{" {
        guard !part.isEmpty else { return nil }
        values[String(name.dropFirst().dropLast())] = String(part)
      } else if name != part {
        return nil
      }
    }
    return values
  }
}
