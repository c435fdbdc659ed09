import Testing

@testable import Service

/// Forms with pictures, and what only looks like them.
@Suite struct MultipartBodyTests {
  private static let type = "multipart/form-data; boundary=AaB"

  private static func parse(_ body: String, _ type: String = type) throws -> [MultipartBody.Part] {
    try MultipartBody(Array(body.utf8), contentType: type).parts
  }

  private static func part(_ name: String, _ value: String, file: String? = nil) -> String {
    let file = file.map { "; filename=\"\($0)\"" } ?? ""
    return "--AaB\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n\(value)\r\n"
  }

  @Test func `fields and files come out as they went in`() throws {
    let value = "two\r\nlines --AaB \r\n--Aa"
    let body =
      Self.part("a", value) + Self.part("file", "", file: "x \\\"y\\\".jpg") + "--AaB--\r\n"
    let parts = try Self.parse(body)
    #expect(parts.map(\.name) == ["a", "file"])
    #expect(parts.map(\.fileName) == [nil, "x \"y\".jpg"])
    #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == [value, ""])
  }

  @Test func `a boundary may be quoted, and other headers are passed over`() throws {
    let body =
      "--AaB\r\nContent-Type: image/png\r\ncontent-disposition: form-data; name=file\r\n\r\nx\r\n--AaB--"
    let parts = try Self.parse(body, "Multipart/Form-Data; charset=utf-8; boundary=\"AaB\"")
    #expect(parts.map { Array($0.bytes) } == [[0x78]])
  }

  @Test(arguments: [
    "", "--AaB", "--AaB\r\n", "--Aa--", "x--AaB--",
    "--AaB\r\n\r\nno name\r\n--AaB--",
    "--AaB\r\nContent-Disposition: form-data\r\n\r\nx\r\n--AaB--",
    "--AaB\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end",
    "--AaB\r\nContent-Disposition: form-data; name=\"a\"",
    "--AaB\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--AaBx",
    "--AaB\nContent-Disposition: form-data; name=\"a\"\n\nx\n--AaB--",
  ])
  func `a body that is cut off or damaged is refused with a reason`(body: String) {
    #expect { try Self.parse(body) } throws: {
      let problem = $0 as? HTTPProblem
      return problem?.status == 400 && problem?.detail.isEmpty == false
    }
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
    "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
  ])
  func `a boundary that is missing or too long is refused`(type: String) {
    #expect(throws: HTTPProblem.self) { try Self.parse("--AaB--", type) }
  }

  @Test func `so many parts are refused`() {
    let body = String(repeating: Self.part("a", "x"), count: 257) + "--AaB--"
    #expect { try Self.parse(body) } throws: { ($0 as? HTTPProblem)?.status == 413 }
  }

  @Test func `whatever bytes come, nothing worse than a refusal happens`() {
    var generator = SplitMix(seed: 7)
    let whole = Array((Self.part("file", "picture", file: "a.jpg") + "--AaB--\r\n").utf8)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int(generator.next() % 6 + 1) {
        let index = Int(generator.next() % UInt64(bytes.count))
        switch generator.next() % 3 {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[Int(generator.next() % UInt64(bytes.count))], at: index)
        }
      }
      _ = try? MultipartBody(bytes, contentType: Self.type)
    }
  }
}

/// Numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
