import FoundationEssentials
import Imaging
import Scanner

/// What came of a reading, in the form that was asked for.
struct ReadReport: Sendable {
  private let job: ReadJob
  private let standing: ReadJob.Standing

  /// Reports on a job.
  init(_ job: ReadJob) {
    self.job = job
    standing = job.standing
  }

  /// The response for a job that has ended.
  ///
  /// - Throws: ``HTTPProblem`` when nothing could be read.
  func response() throws(HTTPProblem) -> HTTPResponse {
    if let problem = standing.problem { throw problem }
    guard standing.phase == .done else {
      throw HTTPProblem(409, "cancelled", "The reading was called off.")
    }
    let files = standing.events.compactMap { event -> FileOutcome? in
      if case .file(let file) = event.content { file } else { nil }
    }
    if !files.isEmpty, files.allSatisfy({ $0.outcome == .unreadable }) {
      throw HTTPProblem(
        422,
        "unreadable",
        files.compactMap(\.reason).joined(separator: " ")
      )
    }
    switch job.plan.format {
    case .json: return .json(document)
    case .jsonl:
      var lines: [UInt8] = []
      for event in standing.events { lines += JSON.bytes(event) + [10] }
      return HTTPResponse(lines, type: "application/x-ndjson")
    case .text:
      return HTTPResponse(Array(text.utf8), type: "text/plain; charset=utf-8")
    }
  }

  /// The job for who asks how far it is.
  var progress: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(job.id.uuidString),
      "phase": .string(standing.phase.rawValue),
      "progress": .number(job.progress),
      "pictures": .number(Double(job.pictureCount)),
      "done": .number(Double(standing.done)),
    ]
    if let problem = standing.problem {
      members["problem"] = JSONValue(problem.response)
    }
    if standing.phase == .done { members["result"] = document }
    return .object(members)
  }

  /// The lines of all pages, a form feed between pages.
  private var text: String {
    let pages = standing.events.compactMap { event -> String? in
      if case .page(let page) = event.content {
        page.text.isEmpty ? "" : page.text + "\n"
      } else {
        nil
      }
    }
    return pages.joined(separator: "\u{0C}")
  }

  private var document: JSONValue {
    var pictures: [JSONValue] = []
    var pages: [JSONValue] = []
    for event in standing.events {
      switch event.content {
      case .page(let page): pages.append(json(page))
      case .file(let file):
        pictures.append([
          "name": .string(event.path ?? ""),
          "outcome": .string(file.outcome.rawValue),
          "reason": file.reason.map(JSONValue.string) ?? .null,
          "pages": .array(pages),
        ])
        pages = []
      default: break
      }
    }
    return ["pictures": .array(pictures)]
  }

  private func json(_ page: Page) -> JSONValue {
    var members: [String: JSONValue] = [
      "page": .number(Double(page.number)),
      "width": .number(Double(page.size.width)),
      "height": .number(Double(page.size.height)),
      "text": .string(page.text),
    ]
    if job.plan.granularity != .page {
      members["lines"] = .array(
        page.lines.map { line in
          guard case .object(var members) = JSONValue(encoding: line) else { return .null }
          if job.plan.granularity == .line { members["words"] = nil }
          return .object(members)
        }
      )
    }
    return .object(members)
  }
}

extension JSONValue {
  /// A value as JSON.
  init(encoding value: some Encodable) {
    self = (try? JSONDecoder().decode(JSONValue.self, from: Data(JSON.bytes(value)))) ?? .null
  }

  /// A response's body as JSON.
  init(_ response: HTTPResponse) {
    self = .null
    if case .bytes(let bytes) = response.body {
      self = (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))) ?? .null
    }
  }
}
