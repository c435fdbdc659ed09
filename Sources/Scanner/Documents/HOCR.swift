import Imaging

/// Pages as hOCR, the HTML of text recognition.
package struct HOCR: PageWriter {
  private let program: ProgramName
  private var pages = 0

  /// Makes a writer of one document.
  package init(program: ProgramName) {
    self.program = program
  }

  package mutating func write(_ page: Page, from path: String) -> [UInt8] {
    pages += 1
    let beginning = pages == 1 ? heading : ""
    return Array((beginning + html(of: PrintedPage(page), from: path)).utf8)
  }

  package mutating func end() -> [UInt8] {
    pages == 0 ? [] : Array(" </body>\n</html>\n".utf8)
  }

  private var heading: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
    "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
     <head>
      <title></title>
      <meta http-equiv="Content-Type" content="text/html;charset=utf-8" />
      <meta name="ocr-system" content="\("\(program.name) \(program.version)".xmlEscaped)" />
      <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf" />
     </head>
     <body>

    """
  }

  private func html(of page: PrintedPage, from path: String) -> String {
    // The name is quoted inside the attribute, where a quote or a backslash of its own is escaped.
    let name = path.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    let whole = "bbox 0 0 \(page.size.width) \(page.size.height)"
    var html = """
        <div class="ocr_page" id="page_\(pages)" \
      title="image &quot;\(name.xmlEscaped)&quot;; \(whole); ppageno \(pages - 1)">

      """
    for (number, block) in page.blocks.enumerated() {
      let id = "\(pages)_\(number + 1)"
      html += "   <div class=\"ocr_carea\" id=\"block_\(id)\" title=\"\(bbox(block.box))\">\n"
      for (number, paragraph) in block.paragraphs.enumerated() {
        let id = "\(id)_\(number + 1)"
        html += "    <p class=\"ocr_par\" id=\"par_\(id)\" title=\"\(bbox(paragraph.box))\">\n"
        for (number, line) in paragraph.lines.enumerated() {
          html += self.html(of: line, id: "\(id)_\(number + 1)")
        }
        html += "    </p>\n"
      }
      html += "   </div>\n"
    }
    return html + "  </div>\n"
  }

  private func html(of line: PrintedPage.Line, id: String) -> String {
    let language = line.language.map { " lang=\"\($0.xmlEscaped)\"" } ?? ""
    let words = line.words.enumerated().map { number, word in
      let confidence = Int((word.confidence * 100).rounded())
      return "      <span class=\"ocrx_word\" id=\"word_\(id)_\(number + 1)\" "
        + "title=\"\(bbox(word.corners.box)); x_wconf \(confidence)\">\(word.text.xmlEscaped)</span>\n"
    }
    return "     <span class=\"ocr_line\" id=\"line_\(id)\"\(language) "
      + "title=\"\(bbox(line.corners.box)); \(direction(of: line.corners))\">\n"
      + words.joined() + "     </span>\n"
  }

  private func bbox(_ box: PixelBox) -> String {
    "bbox \(box.left) \(box.top) \(box.right) \(box.bottom)"
  }

  /// How the line runs: the baseline of one that runs to the right, the turn of another.
  private func direction(of corners: PixelCorners) -> String {
    let along = corners.along
    let turns = corners.quarterTurns
    guard turns == 0 else { return "textangle \(turns * 90)" }
    let slope = along.x > 0 ? along.y / along.x : 0
    // From the box's lower left corner, y downwards.
    let box = corners.box
    let offset =
      corners.bottomLeft.y + slope * (Double(box.left) - corners.bottomLeft.x) - Double(box.bottom)
    return "baseline \(slope.decimal(3)) \(Int(offset.rounded()))"
  }
}
