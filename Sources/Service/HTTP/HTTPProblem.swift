import FoundationEssentials

/// A request that is not obeyed, as RFC 9457 tells programs.
struct HTTPProblem: Error, Sendable, Hashable {
  /// The status.
  var status: Int

  /// The reason in one word, for programs.
  var code: String

  /// One sentence that names the thing and the reason.
  var detail: String

  /// One sentence that says what to do, where something can be done.
  var remedy: String?

  /// Headers that go with the status.
  var headers: [HTTPField] = []

  /// Makes a problem.
  init(_ status: Int, _ code: String, _ detail: String, remedy: String? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.remedy = remedy
  }

  private struct Document: Encodable {
    var type = "about:blank"
    var title: String
    var status: Int
    var code: String
    var detail: String
    var remedy: String?
  }

  /// The problem as a response.
  var response: HTTPResponse {
    let document = Document(
      title: Self.title(of: status),
      status: status,
      code: code,
      detail: detail,
      remedy: remedy
    )
    var response = HTTPResponse.json(document, status: status)
    response.set("Content-Type", "application/problem+json")
    for field in headers { response.set(field.name, field.value) }
    return response
  }

  private static func title(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }
}

extension HTTPResponse {
  /// Makes a response in JSON.
  ///
  /// - Parameters:
  ///   - value: What to write.
  ///   - status: The status.
  /// - Returns: The response.
  static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    HTTPResponse(JSON.bytes(value), type: "application/json", status: status)
  }
}

/// The one way JSON is written here.
enum JSON {
  /// A value as JSON, on one line.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that is not finite cannot be written, and none leaves the scanner.
    return (try? encoder.encode(value)).map { [UInt8]($0) } ?? Array("null".utf8)
  }
}
