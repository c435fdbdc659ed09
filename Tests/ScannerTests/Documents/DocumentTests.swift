import Foundation
import FoundationXML
import Imaging
import Recognition
import Testing

@testable import Scanner

/// Pages as documents: the text is the same in all of them, and other programs understand them.
@Suite struct DocumentTests {
  static let program = ProgramName(name: "lectern & co", version: "1 <2>")

  private static func documents() -> [(name: String, writer: any PageWriter)] {
    [("hocr", HOCR(program: program)), ("alto", ALTO(program: program))]
  }

  private static func xml(_ writer: any PageWriter, _ pages: [Page], path: String) -> String {
    var writer = writer
    let bytes = pages.flatMap { writer.write($0, from: path) } + writer.end()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a document without a page is nothing`() {
    for (name, writer) in Self.documents() + [("pdf", PDFDocument(program: Self.program))] {
      var writer = writer
      #expect(writer.end().isEmpty, "\(name)")
    }
  }

  @Test func `text, names and the program's own words are escaped`() throws {
    let page = DrawnPages.page(["Fish & \"chips\" <5 €>", "it's\u{1}\u{FFFE} fine"])
    for (name, writer) in Self.documents() {
      let xml = Self.xml(writer, [page], path: "a\"b\\c<&>'.jpg")
      let parser = XMLCheck(xml)
      #expect(parser.error == nil, "\(name): \(parser.error ?? "")")
      #expect(
        parser.words == ["Fish", "&", "\"chips\"", "<5", "€>", "it's\\u{1}", "fine"],
        "\(name)"
      )
    }
  }

  @Test func `identities are unique over many pages`() {
    let page = DrawnPages.page(["one two", "three"])
    for (name, writer) in Self.documents() {
      let parser = XMLCheck(Self.xml(writer, [page, page, page], path: "a.jpg"))
      #expect(parser.error == nil)
      #expect(parser.ids.count == Set(parser.ids).count && parser.ids.count > 15, "\(name)")
    }
  }

  @Test func `a page without text is a page of a document all the same`() {
    for (name, writer) in Self.documents() {
      let xml = Self.xml(writer, [DrawnPages.page([])], path: "white.png")
      #expect(XMLCheck(xml).error == nil, "\(name)")
      #expect(xml.contains("page_1"), "\(name)")
    }
  }

  @Test(.enabled(if: Tool.xmllint.isThere, "skipped: no xmllint"))
  func `ALTO keeps to its schema, slanted lines and empty pages too`() throws {
    let slanted = DrawnPages.page(["one two three"], slope: 0.2)
    let pages = [DrawnPages.page(["one & two", "three"]), DrawnPages.page([]), slanted]
    let xml = Self.xml(ALTO(program: Self.program), pages, path: "a b.jpg")
    try withTemporaryFile(Array(xml.utf8)) { path in
      let run = try Tool.xmllint.run("--noout", "--schema", Tool.fixture("alto.xsd"), path)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(xml.contains("<Shape>"))
  }

  @Test func `hOCR says how a line runs`() {
    func title(_ page: Page) -> String { Self.xml(HOCR(program: Self.program), [page], path: "a") }
    #expect(title(DrawnPages.page(["level"])).contains("; baseline 0 0"))
    #expect(title(DrawnPages.page(["falling"], slope: 0.1)).contains("; baseline 0.1 "))
    #expect(title(DrawnPages.page(["upwards"], upwards: true)).contains("; textangle 90"))
  }

  @Test func `paragraphs join their lines and the words that are divided between them`() {
    #expect(PlainText.joined(["The docu-", "ment is", "here."]) == "The document is here.")
    #expect(PlainText.joined(["Jean-", "Luc", "10-", "20"]) == "Jean- Luc 10- 20")
    #expect(PlainText.joined(["soft\u{AD}", "Hyphen"]) == "softHyphen")
    #expect(PlainText.joined(["今日は", "良い天気", "ok"]) == "今日は良い天気 ok")
  }

  @Test func `names stand before each line, also of a name with a line's end`() {
    let page = PrintedPage(DrawnPages.page(["one", "two"]))
    #expect(PlainText.text(of: page, name: "a\nb.jpg") == "a\\nb.jpg:one\na\\nb.jpg:two\n")
  }

  @Test func `where the engine's words are not what stands between blanks, the text decides`() {
    var page = DrawnPages.page(["今日は 良い"])
    page.lines[0].words = page.lines[0].words.flatMap { [$0, $0] }
    let line = PrintedPage(page).lines[0]
    #expect(line.words.map(\.text) == ["今日は", "良い"])
    #expect(line.words[0].corners.topRight.x < line.words[1].corners.topLeft.x)
  }
}

/// Reads a document back as any XML program would.
final class XMLCheck: NSObject, XMLParserDelegate {
  private(set) var error: String?
  private(set) var words: [String] = []
  private(set) var ids: [String] = []
  private var text: String?

  init(_ xml: String) {
    super.init()
    // hOCR names a DTD on the network, which is not needed to read it.
    let parser = XMLParser(data: Data(xml.utf8))
    parser.shouldResolveExternalEntities = false
    parser.delegate = self
    if !parser.parse() { error = parser.parserError.map { "\($0)" } ?? "unknown" }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement element: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    if let id = attributes["ID"] ?? attributes["id"] { ids.append(id) }
    if let content = attributes["CONTENT"] { words.append(content) }
    if attributes["class"] == "ocrx_word" { text = "" }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text? += string
  }

  func parser(
    _ parser: XMLParser,
    didEndElement element: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if let text { words.append(text) }
    text = nil
  }
}
