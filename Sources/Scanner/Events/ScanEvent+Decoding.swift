import Capture
import FoundationEssentials
import Imaging

extension ScanEvent: Decodable {
  private enum CodingKeys: String, CodingKey {
    case type, event, time, source, path, item
    case state, camera, reason, advice, hint
    case page, last, width, height, lines
    case outcome
  }

  /// Reads an event in the schema of the event stream, as ``encode(to:)`` writes it.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let time = try fields.decode(String.self, forKey: .time)
    self.init(
      event: try fields.decode(UInt64.self, forKey: .event),
      time: try Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      source: try fields.decode(Source.self, forKey: .source),
      path: try fields.decodeIfPresent(String.self, forKey: .path),
      content: try Self.content(of: fields)
    )
  }

  private static func content(
    of fields: KeyedDecodingContainer<CodingKeys>
  ) throws -> Content {
    switch try fields.decode(String.self, forKey: .type) {
    case "state":
      return .state(
        StateChange(
          try fields.decode(ScannerState.self, forKey: .state),
          camera: try fields.decodeIfPresent(SourceDescription.self, forKey: .camera),
          reason: try fields.decodeIfPresent(String.self, forKey: .reason),
          advice: try fields.decodeIfPresent(String.self, forKey: .advice)
        )
      )
    case "guidance":
      return .guidance(try fields.decodeIfPresent(GuidanceHint.self, forKey: .hint))
    case "added": return .added(try fields.decode(RecognizedItem.self, forKey: .item))
    case "updated": return .updated(try fields.decode(RecognizedItem.self, forKey: .item))
    case "removed": return .removed(try fields.decode(RecognizedItem.self, forKey: .item))
    case "settled": return .settled(try fields.decode(RecognizedItem.self, forKey: .item))
    case "page":
      let width = try fields.decode(Int.self, forKey: .width)
      let height = try fields.decode(Int.self, forKey: .height)
      return .page(
        Page(
          number: try fields.decode(Int.self, forKey: .page),
          size: PixelSize(width: width, height: height),
          lines: try fields.decode([RecognizedItem].self, forKey: .lines)
        )
      )
    case "file":
      return .file(
        FileOutcome(
          page: try fields.decode(Int.self, forKey: .page),
          isLast: try fields.decodeIfPresent(Bool.self, forKey: .last) ?? true,
          outcome: try fields.decode(FileOutcome.Kind.self, forKey: .outcome),
          reason: try fields.decodeIfPresent(String.self, forKey: .reason)
        )
      )
    case let type:
      throw DecodingError.dataCorruptedError(
        forKey: .type,
        in: fields,
        debugDescription: "There is no event '\(type)'."
      )
    }
  }
}
