/// What is known about the neural engine without loading it.
public enum NeuralEngine {
  /// Whether its library and models are there.
  public static var isInstalled: Bool { NeuralFiles() != nil }

  /// The languages it reads, whether it is installed or not.
  public static var languages: [TesseractLanguage] {
    TesseractLanguage.all.filter { NeuralLanguages.codes.contains($0.code) }
  }

  /// How to get it, in a sentence or two; `nil` when it is installed.
  public static var advice: String? {
    isInstalled ? nil : "The neural engine is not installed. \(NeuralFiles.remedy)"
  }
}
