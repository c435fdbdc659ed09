import FoundationEssentials
import Recognition

extension CommandRun {
  private struct Entry: Encodable {
    var language: String
    var tesseract: String
    var name: String
    var engines: [String]
  }

  /// `lectern languages`: lists the languages that can be read.
  func languages() throws -> ExitStatus {
    let tesseract = Set(TesseractModels().installed)
    let neural = NeuralEngine.isInstalled ? Set(NeuralEngine.languages) : []
    let installed = RecognizeTextRequest().supportedRecognitionLanguages.map { language in
      // The one that reads it with --engine auto stands first.
      let engines =
        (neural.contains(language) ? ["neural"] : [])
        + (tesseract.contains(language) ? ["tesseract"] : [])
      return Entry(
        language: language.identifier,
        tesseract: language.code,
        name: language.name,
        engines: engines
      )
    }
    if options.printsJSON {
      try printJSON(installed)
    } else {
      let rows = installed.map {
        [$0.language, $0.tesseract, $0.engines.joined(separator: ","), $0.name]
      }
      output.write(columns([["LANGUAGE", "TESSERACT", "ENGINES", "NAME"]] + rows))
    }
    guard !installed.isEmpty else {
      diagnostics.error(
        "No language is installed.",
        remedy: "Install one: sudo apt-get install tesseract-ocr-eng"
      )
      return .unsupported
    }
    if let advice = NeuralEngine.advice { diagnostics.detail(advice) }
    diagnostics.detail("More: apt-cache search tesseract-ocr-")
    return .done
  }

  /// Prints a value as indented JSON.
  func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    output.write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  /// Lines rows up in columns.
  func columns(_ rows: [[String]]) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let isLast = column == row.count - 1
        return isLast ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
      }.joined() + "\n"
    }.joined()
  }
}
