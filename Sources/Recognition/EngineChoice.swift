/// Which engine reads.
public enum EngineChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// The neural engine where it is installed and knows the languages, otherwise Tesseract.
  ///
  /// Tesseract too where a request sets what only Tesseract has.
  case auto

  /// Tesseract.
  case tesseract

  /// The neural engine; without it, or with a language it does not know, nothing is read.
  case neural
}
