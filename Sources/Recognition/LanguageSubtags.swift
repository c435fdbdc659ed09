import FoundationEssentials

/// The parts of a BCP-47 name that choose a model.
struct LanguageSubtags {
  /// The whole name, in small letters with `-` between its parts.
  let tag: String

  /// The language, in its shortest present-day spelling.
  let language: String

  /// The script, in small letters, where the name states one.
  let script: String?

  /// The region, in small letters, where the name states one.
  let region: String?

  /// Whether there is a private-use part (`x-…`), which no general rule can match.
  let hasExtension: Bool

  /// Whether there is nothing but a language, a script and a region.
  let isUnderstood: Bool

  /// The name as it was written, for messages and for Tesseract's names.
  let name: String

  init(tag written: String) {
    name = written
    let parts = written.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
      .map(String.init)
    tag = parts.joined(separator: "-")
    language = parts.first.map { Self.aliases[$0] ?? $0 } ?? ""
    let rest = parts.dropFirst().prefix { $0 != "x" }
    script = rest.first { $0.utf8.count == 4 && $0.utf8.allSatisfy { $0 >= 0x61 } }
    region = rest.first { $0.utf8.count == 2 || ($0.utf8.count == 3 && Int($0) != nil) }
    hasExtension = parts.contains("x")
    isUnderstood = rest.count == (script == nil ? 0 : 1) + (region == nil ? 0 : 1)
  }

  /// Takes a language apart.
  ///
  /// FoundationEssentials keeps the parts of `Locale.Language` to itself; its coded form has them, and
  /// that form is a promise the type makes.
  init(_ language: Locale.Language) {
    struct Coded: Decodable {
      struct Components: Decodable {
        var languageCode: String?
        var script: String?
        var region: String?
      }
      var components: Components
    }
    let coded = try? JSONDecoder().decode(Coded.self, from: JSONEncoder().encode(language))
    let parts = coded.map {
      [$0.components.languageCode, $0.components.script, $0.components.region]
    }
    self.init(tag: (parts ?? []).compactMap(\.self).joined(separator: "-"))
  }

  /// The script that is stated, or that the region or custom decides between several models.
  var impliedScript: String? {
    if let script { return script }
    return switch language {
    case "zh": ["tw", "hk", "mo"].contains(region) ? "hant" : "hans"
    case "sr": "cyrl"
    default: nil
    }
  }

  // Older, macro and three-letter codes people and systems write.
  private static let aliases = [
    "nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi", "tl": "fil", "ku": "kmr",
    "cmn": "zh", "mo": "ro", "zho": "zh", "chi": "zh", "ger": "de", "fre": "fr", "dut": "nl",
    "gre": "el", "cze": "cs", "slo": "sk", "rum": "ro", "may": "ms", "per": "fa", "wel": "cy",
    "baq": "eu", "ice": "is", "mac": "mk", "alb": "sq", "arm": "hy", "bur": "my", "geo": "ka",
    "tib": "bo", "mao": "mi", "nob": "no", "nno": "no", "zsm": "ms", "ekk": "et", "lvs": "lv",
  ]
}
