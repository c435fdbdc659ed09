import FoundationEssentials
import Imaging
import Recognition

extension ScanEvent: Encodable {
  private enum CodingKeys: String, CodingKey {
    case type, event, time, source, path, item
    case state, camera, reason, advice
    case page, last, width, height, lines, text
    case outcome, hint
  }

  /// Writes the event in the schema of the event stream, the same for lines of JSON and for programs.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(event, forKey: .event)
    try fields.encode(time.formatted(Self.timeFormat), forKey: .time)
    try fields.encode(source, forKey: .source)
    try fields.encodeIfPresent(path, forKey: .path)
    try fields.encode(type, forKey: .type)
    switch content {
    case .state(let change):
      try fields.encode(change.state, forKey: .state)
      try fields.encode(change.camera, forKey: .camera)
      try fields.encode(change.reason, forKey: .reason)
      try fields.encode(change.advice, forKey: .advice)
    case .added(let item), .updated(let item), .removed(let item), .settled(let item):
      try fields.encode(item, forKey: .item)
    case .page(let page):
      try fields.encode(page.number, forKey: .page)
      try fields.encode(page.size.width, forKey: .width)
      try fields.encode(page.size.height, forKey: .height)
      try fields.encode(page.lines, forKey: .lines)
      try fields.encode(page.text, forKey: .text)
    case .guidance(let hint):
      try fields.encode(hint, forKey: .hint)
    case .file(let file):
      try fields.encode(file.page, forKey: .page)
      try fields.encode(file.isLast, forKey: .last)
      try fields.encode(file.outcome, forKey: .outcome)
      try fields.encode(file.reason, forKey: .reason)
    }
  }

  /// The event's name in the schema.
  public var type: String {
    switch content {
    case .state: "state"
    case .added: "added"
    case .updated: "updated"
    case .removed: "removed"
    case .settled: "settled"
    case .page: "page"
    case .file: "file"
    case .guidance: "guidance"
    }
  }

  private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension RecognizedItem: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, kind, text, confidence, alternatives, bounds, words, readings, language, engine
    case position, content
    case symbology, payload, payloadBase64, elements
  }

  /// Writes the item in the schema of the event stream.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(kind, forKey: .kind)
    try fields.encode(text, forKey: .text)
    try fields.encode(confidence.rounded(toPlaces: 4), forKey: .confidence)
    try fields.encode(alternatives.map(Reading.init), forKey: .alternatives)
    try fields.encode(bounds.schemaCorners, forKey: .bounds)
    try fields.encode(words.map(Word.init), forKey: .words)
    try fields.encode(readings, forKey: .readings)
    try fields.encode(language, forKey: .language)
    try fields.encode(engine, forKey: .engine)
    try fields.encode(position, forKey: .position)
    try fields.encode(content.map { Content($0, of: self) }, forKey: .content)
    guard let code else { return }
    try fields.encode(code.symbology, forKey: .symbology)
    try fields.encodeIfPresent(code.payload, forKey: .payload)
    if code.payload == nil {
      try fields.encode(Data(code.payloadData).base64EncodedString(), forKey: .payloadBase64)
    }
    if code.isGS1DataCarrier { try fields.encode(code.elements, forKey: .elements) }
  }

  private struct Reading: Encodable {
    var text: String
    var confidence: Double

    init(_ reading: RecognizedText) {
      text = reading.string
      confidence = reading.confidence.rounded(toPlaces: 4)
    }
  }

  private struct Word: Encodable {
    var text: String
    var confidence: Double
    var bounds: [[Double]]

    init(_ word: RecognizedWord) {
      text = word.text
      confidence = word.confidence.rounded(toPlaces: 4)
      bounds = word.bounds.schemaCorners
    }
  }
}

extension RecognizedItem {
  private struct Content: Encodable {
    private enum CodingKeys: String, CodingKey {
      case kind, range, text, value, verified, bounds
    }

    private let content: RecognizedContent
    private let bounds: [[Double]]

    init(_ content: RecognizedContent, of item: RecognizedItem) {
      self.content = content
      bounds = item.bounds(of: content.range).schemaCorners
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(content.kind, forKey: .kind)
      let range = content.range
      try fields.encode([range.lowerBound, range.upperBound], forKey: .range)
      try fields.encode(content.text, forKey: .text)
      try fields.encode(content.value, forKey: .value)
      try fields.encode(content.isVerified, forKey: .verified)
      try fields.encode(bounds, forKey: .bounds)
    }
  }
}

extension Quadrilateral {
  /// `[[x, y], …]`, clockwise from the top left, to a ten-thousandth of the picture.
  fileprivate var schemaCorners: [[Double]] {
    corners.map { [$0.x.rounded(toPlaces: 4), $0.y.rounded(toPlaces: 4)] }
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
