import Imaging

/// Pages as ALTO 4.2, the layout and text format of libraries and archives.
///
/// A block is a `ComposedBlock`, its paragraphs are `TextBlock`s; what does not run along the picture's
/// edges has its corners as a `Shape`.
package struct ALTO: PageWriter {
  private let program: ProgramName
  private var pages = 0

  /// Makes a writer of one document.
  package init(program: ProgramName) {
    self.program = program
  }

  package mutating func write(_ page: Page, from path: String) -> [UInt8] {
    pages += 1
    let beginning = pages == 1 ? heading(path) : ""
    return Array((beginning + xml(of: PrintedPage(page))).utf8)
  }

  package mutating func end() -> [UInt8] {
    pages == 0 ? [] : Array(" </Layout>\n</alto>\n".utf8)
  }

  private func heading(_ path: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xsi:schemaLocation="http://www.loc.gov/standards/alto/ns-v4# \
    http://www.loc.gov/standards/alto/v4/alto-4-2.xsd" SCHEMAVERSION="4.2">
     <Description>
      <MeasurementUnit>pixel</MeasurementUnit>
      <sourceImageInformation>
       <fileName>\(path.xmlEscaped)</fileName>
      </sourceImageInformation>
      <Processing ID="processing_1">
       <processingCategory>contentGeneration</processingCategory>
       <processingSoftware>
        <softwareName>\(program.name.xmlEscaped)</softwareName>
        <softwareVersion>\(program.version.xmlEscaped)</softwareVersion>
       </processingSoftware>
      </Processing>
     </Description>
     <Layout>

    """
  }

  private func xml(of page: PrintedPage) -> String {
    let size = "WIDTH=\"\(page.size.width)\" HEIGHT=\"\(page.size.height)\""
    var xml = """
        <Page ID="page_\(pages)" PHYSICAL_IMG_NR="\(pages)" \(size)>
         <PrintSpace HPOS="0" VPOS="0" \(size)>

      """
    for (number, block) in page.blocks.enumerated() {
      let id = "\(pages)_\(number + 1)"
      xml += "    <ComposedBlock ID=\"block_\(id)\" \(place(block.box))>\n"
      for (number, paragraph) in block.paragraphs.enumerated() {
        let id = "\(id)_\(number + 1)"
        xml += "     <TextBlock ID=\"par_\(id)\" \(place(paragraph.box))>\n"
        for (number, line) in paragraph.lines.enumerated() {
          xml += self.xml(of: line, id: "\(id)_\(number + 1)")
        }
        xml += "     </TextBlock>\n"
      }
      xml += "    </ComposedBlock>\n"
    }
    return xml + "   </PrintSpace>\n  </Page>\n"
  }

  private func xml(of line: PrintedPage.Line, id: String) -> String {
    let corners = line.corners
    let foot = "\(point(corners.bottomLeft)) \(point(corners.bottomRight))"
    let language = line.language.map { " LANG=\"\($0.xmlEscaped)\"" } ?? ""
    var xml = "      <TextLine ID=\"line_\(id)\" BASELINE=\"\(foot)\"\(language) "
    xml += "\(place(corners.box))>\n"
    xml += shape(of: corners).map { "       \($0)\n" } ?? ""
    for (number, word) in line.words.enumerated() {
      if number > 0 { xml += "       <SP/>\n" }
      xml += "       <String ID=\"word_\(id)_\(number + 1)\" \(place(word.corners.box)) "
      xml += "WC=\"\(min(max(word.confidence, 0), 1).decimal(4))\" "
      xml += "CONTENT=\"\(word.text.xmlEscaped)\""
      xml += shape(of: word.corners).map { ">\($0)</String>\n" } ?? "/>\n"
    }
    return xml + "      </TextLine>\n"
  }

  private func place(_ box: PixelBox) -> String {
    "HPOS=\"\(box.left)\" VPOS=\"\(box.top)\" WIDTH=\"\(box.width)\" HEIGHT=\"\(box.height)\""
  }

  private func point(_ point: SIMD2<Double>) -> String {
    "\(Int(point.x.rounded())),\(Int(point.y.rounded()))"
  }

  private func shape(of corners: PixelCorners) -> String? {
    guard !corners.isUpright else { return nil }
    let points = corners.all.map(point).joined(separator: " ")
    return "<Shape><Polygon POINTS=\"\(points)\"/></Shape>"
  }
}
