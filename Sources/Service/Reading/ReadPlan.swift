import FoundationEssentials
import Recognition
import Scanner

/// What somebody wants to have read, and how.
struct ReadPlan: Sendable {
  /// What comes back.
  enum Format: String, Sendable, CaseIterable {
    /// One document.
    case json

    /// The events of `lectern read`, one a line.
    case jsonl

    /// The lines alone.
    case text
  }

  /// How fine a document is.
  enum Granularity: String, Sendable, CaseIterable {
    /// The text of each page.
    case page

    /// Its lines too.
    case line

    /// Their words too.
    case word
  }

  /// The pictures.
  var pictures: [OutsidePicture]

  /// What comes back.
  var format = Format.json

  /// How fine it is.
  var granularity = Granularity.word

  /// How text is recognized.
  var request = RecognizeTextRequest()

  /// What to look for.
  var types = RecognizedDataTypes.text

  /// The kinds of content to keep.
  var contentKinds: Set<RecognizedContent.Kind> = []

  /// How many bytes the pictures have.
  var byteCount: Int { pictures.map(\.bytes.count).reduce(0, +) }

  /// Takes a request apart.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - preferred: The language to read where none is named.
  /// - Throws: ``HTTPProblem`` for a body without pictures and for a wrong field.
  init(_ request: HTTPRequest, preferred: TesseractLanguage) throws(HTTPProblem) {
    pictures = []
    var fields = request.query
    let type = request.header("Content-Type") ?? ""
    if type.lowercased().hasPrefix("multipart/form-data") {
      for part in try MultipartBody(request.body, contentType: type).parts {
        if part.name == "file" {
          let name = part.fileName.flatMap(Self.name) ?? "picture \(pictures.count + 1)"
          pictures.append(OutsidePicture(Array(part.bytes), name: name))
        } else {
          let value = String(decoding: part.bytes.prefix(4096), as: UTF8.self)
          fields.append(HTTPField(name: part.name, value: value))
        }
      }
    } else if !request.body.isEmpty {
      pictures = [OutsidePicture(request.body, name: "picture")]
    }
    guard !pictures.isEmpty, !pictures.contains(where: { $0.bytes.isEmpty }) else {
      throw HTTPProblem(
        400,
        "noPicture",
        "The request holds no picture, or an empty one.",
        remedy: "Send the picture as the body, or as fields called file: curl -F file=@page.jpg URL"
      )
    }
    do throws(SettingError) {
      try apply(fields, preferred: preferred)
    } catch {
      throw HTTPProblem(422, "setting", "\(error.path): \(error.reason)", remedy: error.remedy)
    }
  }

  private mutating func apply(
    _ fields: [HTTPField],
    preferred: TesseractLanguage
  ) throws(SettingError) {
    var languages = [preferred]
    request.recognitionLevel = .accurate
    for field in fields {
      let node = JSONNode(.string(field.value), at: [field.name])
      let words = field.value.split(whereSeparator: { ",+ ".contains($0) })
      let list = JSONNode(.array(words.map { .string(String($0)) }), at: [field.name])
      switch field.name {
      case "format": format = try node.choice()
      case "granularity": granularity = try node.choice()
      case "quality":
        let quality: QualityLevel = try node.choice()
        request.recognitionLevel = quality.recognitionLevel
      case "engine": request.engine = try node.choice()
      case "languages":
        let named = try list.languages()
        if !named.isEmpty { languages = named }
      case "types": types = try list.types()
      case "content": contentKinds = try list.contentKinds()
      case "stream", "job", "callback": break
      default: throw node.error("There is no such field.")
      }
    }
    request.recognitionLanguages = languages.map(\.language)
    types.codes?.recognitionLevel = request.recognitionLevel
  }

  /// A file's name without its folders and without anything a line of text cannot hold.
  private static func name(_ text: String) -> String? {
    let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let plain = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let name = String(String.UnicodeScalarView(plain)).prefix(200)
    return name.isEmpty ? nil : String(name)
  }
}
