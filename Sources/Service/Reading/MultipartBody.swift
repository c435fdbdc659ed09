/// The parts of a `multipart/form-data` body, as RFC 7578 has it.
struct MultipartBody: Sendable {
  /// One part.
  struct Part: Sendable, Hashable {
    /// The field's name.
    var name: String

    /// The file's name, where it is one.
    var fileName: String?

    /// What it holds.
    var bytes: ArraySlice<UInt8>
  }

  /// The most parts that are taken.
  static let partLimit = 256

  private static let lineEnd: [UInt8] = [13, 10]

  /// The parts, in order.
  var parts: [Part] = []

  /// Takes a body apart.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - contentType: The header that names the boundary.
  /// - Throws: ``HTTPProblem`` that says what is wrong with it.
  init(_ body: [UInt8], contentType: String) throws(HTTPProblem) {
    guard let boundary = Self.parameter("boundary", of: contentType),
      (1...70).contains(boundary.utf8.count)
    else { throw Self.malformed("its Content-Type names no boundary of 1 to 70 characters") }
    let delimiter = Array("--\(boundary)".utf8)
    var rest = body[...]
    guard rest.starts(with: delimiter) else {
      throw Self.malformed("it does not begin with its boundary")
    }
    rest = rest.dropFirst(delimiter.count)
    while true {
      if rest.starts(with: Array("--".utf8)) { break }
      guard rest.starts(with: Self.lineEnd) else {
        throw Self.malformed("a boundary is not followed by a line's end")
      }
      rest = rest.dropFirst(2)
      guard let end = rest.firstIndex(of: Self.lineEnd + delimiter) else {
        throw Self.malformed("a part does not end with the boundary")
      }
      guard parts.count < Self.partLimit else {
        throw HTTPProblem(413, "tooManyParts", "The body has more than \(Self.partLimit) parts.")
      }
      parts.append(try Self.part(rest[..<end]))
      rest = rest[end...].dropFirst(2 + delimiter.count)
    }
  }

  private static func part(_ bytes: ArraySlice<UInt8>) throws(HTTPProblem) -> Part {
    var rest = bytes
    var name: String?
    var fileName: String?
    while true {
      guard let end = rest.prefix(16 << 10).firstIndex(of: lineEnd) else {
        throw malformed("a part's header does not end")
      }
      let line = rest[..<end]
      rest = rest[end...].dropFirst(2)
      if line.isEmpty { break }
      guard let text = String(validating: line, as: UTF8.self) else {
        throw malformed("a part's header is not UTF-8")
      }
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      guard text[..<colon].lowercased() == "content-disposition" else { continue }
      name = parameter("name", of: text)
      fileName = parameter("filename", of: text)
    }
    guard let name else { throw malformed("a part has no name") }
    return Part(name: name, fileName: fileName, bytes: rest)
  }

  /// The value of a parameter such as `name="file"`.
  static func parameter(_ name: String, of header: String) -> String? {
    var rest = header[...]
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let key = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...]
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
          if character == "\\", let escaped = rest.popFirst() {
            value.append(escaped)
          } else {
            value.append(character)
          }
        }
      } else {
        let end = rest.firstIndex { $0 == ";" || $0 == " " } ?? rest.endIndex
        value = String(rest[..<end])
        rest = rest[end...]
      }
      if key == name { return value }
    }
    return nil
  }

  private static func malformed(_ reason: String) -> HTTPProblem {
    HTTPProblem(
      400,
      "multipart",
      "The body is no multipart/form-data: \(reason).",
      remedy: "Such as: curl -F file=@page.jpg URL"
    )
  }
}

extension ArraySlice<UInt8> {
  /// Where some bytes stand first.
  fileprivate func firstIndex(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, count >= bytes.count else { return nil }
    let rest = bytes.count - 1
    return unsafe withUnsafeBufferPointer { buffer -> Int? in
      var index = 0
      let last = buffer.count - bytes.count
      while index <= last {
        if unsafe buffer[index] == first,
          (1..<(rest + 1)).allSatisfy({ unsafe buffer[index + $0] == bytes[$0] })
        {
          return startIndex + index
        }
        index += 1
      }
      return nil
    }
  }
}
