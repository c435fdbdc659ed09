import FoundationEssentials
import Imaging
import Recognition

extension RecognizedItem: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, kind, text, confidence, alternatives, bounds, words, readings, language, engine
    case position, symbology, payload, payloadBase64, elements
  }

  private struct Reading: Decodable {
    var text: String
    var confidence: Double
  }

  private struct Word: Decodable {
    var text: String
    var confidence: Double
    var bounds: SchemaCorners
  }

  /// Reads an item in the schema of the event stream.
  ///
  /// Numbers come to four decimals; the characters of words and their alternatives are not part of
  /// the schema. The content is found in the text again, and a code's observation has the item's id.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let id = try fields.decode(UUID.self, forKey: .id)
    let bounds = try fields.decode(SchemaCorners.self, forKey: .bounds).shape
    let confidence = try fields.decode(Double.self, forKey: .confidence)
    let readings = try fields.decode(Int.self, forKey: .readings)
    let position = try fields.decode(TextPosition.self, forKey: .position)
    guard try fields.decode(Kind.self, forKey: .kind) == .text else {
      let payload = try fields.decodeIfPresent(String.self, forKey: .payload)
      let base64 = try fields.decodeIfPresent(Data.self, forKey: .payloadBase64)
      let code = BarcodeObservation(
        id: id,
        symbology: try fields.decode(BarcodeSymbology.self, forKey: .symbology),
        payload: payload,
        payloadData: base64.map { [UInt8]($0) } ?? Array((payload ?? "").utf8),
        bounds: bounds,
        confidence: confidence,
        elements: try fields.decodeIfPresent([GS1Element].self, forKey: .elements) ?? []
      )
      self.init(id: id, code: code, readings: readings, number: position.line)
      engine = try fields.decode(RecognitionEngine.self, forKey: .engine)
      return
    }
    let text = RecognizedText(
      string: try fields.decode(String.self, forKey: .text),
      confidence: confidence
    )
    let others = try fields.decode([Reading].self, forKey: .alternatives)
    let words = try fields.decode([Word].self, forKey: .words)
    let observation = RecognizedTextObservation(
      candidates: [text]
        + others.map { RecognizedText(string: $0.text, confidence: $0.confidence) },
      bounds: bounds,
      words: words.map { word in
        RecognizedWord(
          text: word.text,
          confidence: word.confidence,
          bounds: word.bounds.shape,
          symbols: []
        )
      },
      position: position,
      direction: .leftToRight,
      language: try fields.decodeIfPresent(String.self, forKey: .language),
      engine: try fields.decode(RecognitionEngine.self, forKey: .engine)
    )
    self.init(id: id, observation: observation, readings: readings)
  }
}

/// `[[x, y], …]`, clockwise from the top left.
private struct SchemaCorners: Decodable {
  let shape: Quadrilateral

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let points = try container.decode([[Double]].self)
    guard points.count == 4, points.allSatisfy({ $0.count == 2 }) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "Corners are four pairs of numbers."
      )
    }
    let corners = points.map { NormalizedPoint(x: $0[0], y: $0[1]) }
    shape = Quadrilateral(
      topLeft: corners[0],
      topRight: corners[1],
      bottomRight: corners[2],
      bottomLeft: corners[3]
    )
  }
}
