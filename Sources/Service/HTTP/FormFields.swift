/// The fields of an `application/x-www-form-urlencoded` body.
enum FormFields {
  /// Takes a body apart; what is not encoded right stays as it is.
  static func parse(_ body: [UInt8]) -> [HTTPField] {
    body.split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      return HTTPField(name: decode(parts[0]), value: parts.count > 1 ? decode(parts[1]) : "")
    }
  }

  private static func decode(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
