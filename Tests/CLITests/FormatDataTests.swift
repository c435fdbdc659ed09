import Foundation
import Testing

/// `lectern read` with the awkward files of the shared development data, each against its truth.
@Suite struct FormatDataTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var file: String
    var outcome: String
    var expected: String

    var testDescription: String { file }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/data/dev/formats").standardizedFileURL.path

  static let rows: [Row] = {
    let table = try? String(contentsOfFile: "\(folder)/expect.tsv", encoding: .utf8)
    return (table ?? "").split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(
        file: fields[0],
        outcome: fields.count > 1 ? fields[1] : "",
        expected: (fields.count > 2 ? fields[2] : "").replacing(#"\n"#, with: "\n")
      )
    }
  }()

  /// What recognition does not do yet: turn and straighten a picture without a tag for Tesseract.
  private static let open: Set<String> = ["rot90.png", "rot180.png", "skew7.png"]

  @Test(.enabled(if: !rows.isEmpty, "skipped: no ../shared/data"), arguments: rows)
  func `a file comes out as its truth says`(row: Row) throws {
    let path = "\(Self.folder)/\(row.file)"
    let run = try ProgramTests.run("read", "--engine", "tesseract", path)
    if Self.open.contains(row.file) {
      return withKnownIssue(isIntermittent: true) { Self.check(run, row) }
    }
    Self.check(run, row)
  }

  private static func check(_ run: ProgramTests.Run, _ row: Row) {
    switch row.outcome {
    case "text":
      #expect(run.status == 0, "said: \(run.errors)")
      // A phone's photo of a receipt, transcribed by hand, is never read without an error.
      let allowed = row.file == "phone.heic" ? 0.2 : 0.02
      #expect(errorRate(run.output, row.expected) <= allowed, "read: \(run.output)")
    case "empty":
      #expect(run.status == 0, "said: \(run.errors)")
      #expect(plain(run.output).isEmpty, "read: \(run.output)")
    default:
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errors.contains(row.file))
    }
  }

  /// The edit distance as a share of the truth; every run of white space counts as one blank.
  private static func errorRate(_ text: String, _ truth: String) -> Double {
    let (a, b) = (plain(text), plain(truth))
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let cost = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(row[j + 1] + 1, row[j] + 1, cost)
      }
    }
    return Double(row[b.count]) / Double(max(b.count, 1))
  }

  private static func plain(_ text: String) -> [Character] {
    Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
