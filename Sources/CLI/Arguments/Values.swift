import FoundationEssentials
import Imaging
import Recognition

/// Turns the text of option values into values.
enum Values {
  static func size(_ text: String) throws(UsageError) -> PixelSize {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...65535).contains(width), (1...65535).contains(height)
    else {
      throw UsageError("--size takes width and height like 1280x720, not '\(text)'.")
    }
    return PixelSize(width: width, height: height)
  }

  static func number(
    _ text: String,
    in range: ClosedRange<Double>,
    of option: String
  ) throws(UsageError) -> Double {
    guard let number = Double(text), number.isFinite, range.contains(number) else {
      let bounds = "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
      throw UsageError("\(option) takes a number from \(bounds), not '\(text)'.")
    }
    return number
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String,
    of option: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("\(option) takes one of \(names), not '\(text)'.")
    }
    return choice
  }

  static func pair(
    _ text: String,
    of option: String
  ) throws(UsageError) -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw UsageError("\(option) takes NAME=VALUE, not '\(text)'.")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  static func region(_ text: String) throws(UsageError) -> NormalizedRect {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3],
      let region = NormalizedRect(x: x, y: y, width: width, height: height)
    else {
      throw UsageError(
        "--roi takes x,y,w,h as fractions inside the picture, not '\(text)'.",
        remedy: "The upper half is --roi 0,0,1,0.5."
      )
    }
    return region
  }

  static func words(_ path: String) throws(UsageError) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UsageError("--words: the file '\(path)' cannot be read.")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw UsageError("--words: the file '\(path)' is not UTF-8 text.")
    }
    return text.split(whereSeparator: \.isNewline)
      .map { line in
        let end = line.lastIndex { !$0.isWhitespace }
        return String(line[...(end ?? line.startIndex)].drop(while: \.isWhitespace))
      }
      .filter { !$0.isEmpty }
  }

  /// The names of all kinds of content.
  static let contentKinds = RecognizedContent.Kind.allCases.map(\.rawValue).joined(separator: ", ")

  static func content(_ list: String) throws(UsageError) -> Set<RecognizedContent.Kind> {
    var kinds: Set<RecognizedContent.Kind> = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = RecognizedContent.Kind(rawValue: String(name)) else {
        throw UsageError("--content takes a list of \(contentKinds), not '\(name)'.")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  static func languages(_ list: String) throws(UsageError) -> [TesseractLanguage] {
    do throws(RecognitionError) {
      return try TesseractLanguage.list(list)
    } catch {
      throw UsageError(error.message, remedy: error.remedy)
    }
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
