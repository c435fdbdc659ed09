/// Finds addresses of the web and of electronic mail.
enum WebAddress {
  private static let schemes = ["https://", "http://", "ftp://"]

  /// Finds addresses of mail.
  static func findMail(in line: CodedLine) -> [RecognizedContent] {
    var found: [RecognizedContent] = []
    for at in line.codes.indices where line.has("@", at: at) {
      var start = at
      while start > 0, isLocal(line, start - 1) { start -= 1 }
      while start < at, line.has(anyOf: [".", "-", "'"], at: start) { start += 1 }
      guard start < at, !line.has(".", at: at - 1), let host = host(in: line, from: at + 1),
        host.labels >= 2, line.endsHost(host.end), !line.has("/", at: start - 1)
      else { continue }
      let name = line.string(start..<at + 1)
      let domain = line.string(at + 1..<host.end).lowercased()
      found.append(line.content(.email, start..<host.end, value: name + domain))
    }
    return found
  }

  /// Finds addresses of the web: with a scheme, beginning with `www.`, or with a known ending.
  static func find(in line: CodedLine) -> [RecognizedContent] {
    var found: [RecognizedContent] = []
    var offset = 0
    while offset < line.count {
      guard line.isAlphanumeric(offset) else {
        offset += 1
        continue
      }
      if !line.has("@", at: offset - 1), let url = url(in: line, at: offset) {
        found.append(url)
        offset = url.range.upperBound
      } else {
        while isHostPart(line, offset) || line.has("@", at: offset) || line.has(".", at: offset) {
          offset += 1
        }
      }
    }
    return found
  }

  private static func url(in line: CodedLine, at start: Int) -> RecognizedContent? {
    let scheme = schemes.first { $0 == line.string(start..<start + $0.count).lowercased() }
    let begin = start + (scheme?.count ?? 0)
    guard let host = host(in: line, from: begin, allowsNumbers: scheme != nil),
      !line.has("@", at: host.end)
    else { return nil }
    var end = host.end
    if line.has(":", at: end), line.isDigit(end + 1) {
      end = line.endOfDigits(from: end + 1)
    }
    let hasPath = line.has(anyOf: ["/", "?", "#"], at: end)
    if hasPath { end = endOfPath(in: line, from: end) }
    let name = line.string(begin..<host.end).lowercased()
    if scheme == nil {
      let isNamed = name.hasPrefix("www.") && host.labels >= 3
      guard isNamed || isHost(line, begin..<host.end, host, hasPath: hasPath) else { return nil }
      guard hasPath || line.endsHost(end) else { return nil }
    }
    let value = (scheme ?? "https://") + name + line.string(host.end..<end)
    return line.content(.url, start..<end, value: value)
  }

  /// Whether a name without scheme is a host's: all in small letters or all in capitals at its end.
  private static func isHost(
    _ line: CodedLine,
    _ range: Range<Int>,
    _ host: Host,
    hasPath: Bool
  ) -> Bool {
    guard host.labels >= 2, host.ending.count >= 2 else { return false }
    let ending = line.string(host.ending)
    let isSmall = ending == ending.lowercased()
    let isShouted = line.string(range) == line.string(range).uppercased()
    return (isSmall || isShouted && range.count > 6)
      && line[range.lowerBound + 1] != 0x2E
      && TopLevelDomains.contains(ending.lowercased(), isBacked: hasPath || host.labels >= 3)
  }

  private struct Host {
    var end: Int
    var labels: Int
    var ending: Range<Int>
  }

  /// Reads a host's name; the last part has letters only, and at least two.
  private static func host(
    in line: CodedLine,
    from start: Int,
    allowsNumbers: Bool = false
  ) -> Host? {
    var offset = start
    var labels: [Range<Int>] = []
    while true {
      let begin = offset
      while isHostPart(line, offset) { offset += 1 }
      while offset > begin, line.has(anyOf: ["-", "_"], at: offset - 1) { offset -= 1 }
      guard offset > begin, !line.has("-", at: begin) else { break }
      labels.append(begin..<offset)
      guard line.has(".", at: offset), line.isAlphanumeric(offset + 1) else { break }
      offset += 1
    }
    guard let last = labels.last else { return nil }
    let isName = last.allSatisfy { line.isLetter($0) } && last.count >= 2
    let isNumber =
      labels.count == 4 && labels.allSatisfy { line.number($0).map { $0 < 256 } ?? false }
    guard isName || allowsNumbers && (isNumber || labels.count == 1) else { return nil }
    return Host(end: last.upperBound, labels: labels.count, ending: last)
  }

  private static func endOfPath(in line: CodedLine, from start: Int) -> Int {
    var end = start
    while end < line.count, !line.isBlank(end),
      !line.has(anyOf: ["<", ">", "\"", "»", "|"], at: end)
    {
      end += 1
    }
    // What closes the sentence is not part of the address, nor a bracket it did not open.
    while end > start {
      if line.has(anyOf: [".", ",", ";", ":", "!", "?", "'", "”", "’"], at: end - 1) {
        end -= 1
      } else if line.has(")", at: end - 1),
        (start..<end).count(where: { line.has(")", at: $0) })
          > (start..<end).count(where: { line.has("(", at: $0) })
      {
        end -= 1
      } else {
        break
      }
    }
    return end
  }

  private static func isHostPart(_ line: CodedLine, _ offset: Int) -> Bool {
    line.isAlphanumeric(offset) || line.has(anyOf: ["-", "_"], at: offset)
  }

  private static func isLocal(_ line: CodedLine, _ offset: Int) -> Bool {
    line.isAlphanumeric(offset) || line.has(anyOf: [".", "_", "-", "+", "%", "&", "'"], at: offset)
  }
}

extension CodedLine {
  /// Whether a host's name may end here.
  fileprivate func endsHost(_ offset: Int) -> Bool {
    !isAlphanumeric(offset) && !has(anyOf: ["@", "_", "(", "="], at: offset)
  }
}
