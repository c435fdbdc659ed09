extension String {
  /// The text as XML takes it, in content and in attributes with either kind of quote.
  ///
  /// Characters that XML 1.0 has no place for are left out.
  var xmlEscaped: String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result.unicodeScalars.append(" ")
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Double {
  /// The number with so many decimals at most, without zeros at its end.
  func decimal(_ places: Int) -> String {
    guard isFinite, abs(self) < 1e12 else { return "0" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let units = Int((self * Double(scale)).rounded())
    let fraction = units.magnitude % UInt(scale)
    var text = (units < 0 ? "-" : "") + String(units.magnitude / UInt(scale))
    guard fraction > 0 else { return text }
    var digits = String(fraction)
    digits = String(repeating: "0", count: places - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    text += "." + digits
    return text
  }
}
