/// The languages the neural models were trained for, and the characters each may be read with.
struct NeuralLanguages: Equatable {
  /// Whether letters of the Latin script may be read.
  private(set) var readsLatin = false

  /// Whether Chinese characters may be read.
  private(set) var readsChinese = false

  /// Whether Japanese syllables may be read; only the larger models know them.
  private(set) var readsJapanese = false

  /// Takes languages.
  ///
  /// Makes nothing when one of them is not among those the models know.
  ///
  /// - Parameter languages: The languages of a request.
  init?(_ languages: [TesseractLanguage]) {
    for language in languages {
      switch language.code {
      case "chi_sim", "chi_tra": readsChinese = true
      case "jpn": readsJapanese = true
      case let code where Self.latin.contains(code): readsLatin = true
      default: return nil
      }
    }
  }

  /// The pair of models for a level of work.
  func tier(_ level: RecognizeTextRequest.RecognitionLevel) -> NeuralFiles.Tier {
    level == .accurate || readsJapanese ? .small : .tiny
  }

  /// Whether a character may be read.
  ///
  /// With Latin languages alone, what looks like a Latin letter or sign and belongs to another script
  /// stays out, full-width signs above all; Chinese and Japanese print uses everything.
  func allows(_ character: String) -> Bool {
    guard !readsChinese, !readsJapanese else { return true }
    return character.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x20...0x17F, 0x18F, 0x218...0x21B, 0x259, 0x2010...0x203A, 0x20A0...0x20CF: true
      case 0x2103, 0x2109, 0x2116, 0x2117, 0x2122, 0x2126, 0x3A9, 0x3BC, 0x3C0: true
      case 0x2190...0x2193, 0x2212, 0x221A, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265: true
      case 0x25A0, 0x25A1, 0x25CF, 0x2605, 0x2606, 0x2610...0x2612, 0x2713, 0x2714: true
      default: false
      }
    }
  }

  // Those of the models' published list whose letters both lists of characters have, by Tesseract's
  // names; Vietnamese, Romanian and Azerbaijani lack letters and stay with Tesseract.
  private static let latin: Set<String> = [
    "afr", "bos", "cat", "ces", "cym", "dan", "deu", "eng", "est", "eus", "fil", "fin", "fra",
    "gle", "glg", "hrv", "hun", "ind", "isl", "ita", "lat", "lav", "lit", "ltz", "mlt", "mri",
    "msa", "nld", "nor", "oci", "pol", "por", "que", "slk", "slv", "spa", "sqi", "srp_latn",
    "swa", "swe", "tur", "uzb",
  ]

  /// The Tesseract names of all languages the engine knows.
  static let codes: Set<String> = latin.union(["chi_sim", "chi_tra", "jpn"])
}
