import Scanner

/// How results are written.
struct OutputStyle: Sendable {
  var format = Options.Format.text

  /// Whether a paragraph is one line of text.
  var joinsParagraphs = false

  /// How cells are written where these are wanted in place of lines.
  var table: PageTable.Format?

  /// Whether each line of text has its picture's name before it.
  var printsNames = false

  /// A writer for a document of whole pages; `nil` for formats that are written line by line.
  var pageWriter: (any PageWriter)? {
    let program = ProgramName(name: "lectern", version: programVersion)
    return switch format {
    case .text, .jsonl, .tsv: nil
    case .hocr: HOCR(program: program)
    case .alto: ALTO(program: program)
    case .pdf: PDFDocument(program: program)
    }
  }
}

extension Options {
  /// The ending of files with results.
  var fileEnding: String { table?.rawValue ?? format.fileEnding }

  /// How results are written.
  var style: OutputStyle {
    OutputStyle(
      format: format,
      joinsParagraphs: joinsParagraphs,
      table: table,
      printsNames: printsNames
    )
  }
}
