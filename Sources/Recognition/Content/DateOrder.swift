/// Which of two numbers is the day.
enum DateOrder: Sendable {
  /// The language does not say.
  case unknown

  /// The day comes first.
  case dayFirst

  /// The month comes first.
  case monthFirst

  /// What a language says; English alone says nothing, its countries differ.
  init(language: String?) {
    let parts = (language ?? "").split(separator: "-").map { $0.lowercased() }
    switch parts.first {
    case "en": self = parts.contains("us") ? .monthFirst : parts.count > 1 ? .dayFirst : .unknown
    case "de", "fr", "es", "it", "pt", "nl", "pl", "da", "nb", "fi", "cs", "ru", "tr", "el", "ro":
      self = .dayFirst
    default: self = .unknown
    }
  }
}
