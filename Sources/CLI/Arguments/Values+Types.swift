import Recognition
import Scanner

extension Values {
  /// What `--types` asks for: `text`, `codes`, both, `codes:` with the kinds wanted.
  static func types(_ text: String) throws(UsageError) -> RecognizedDataTypes {
    var types = RecognizedDataTypes(readsText: false)
    var symbologies: [BarcodeSymbology] = []
    var wantsCodes = false
    var namesCodes = false
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      var name = word
      if word.hasPrefix("codes:") {
        (wantsCodes, namesCodes) = (true, true)
        name = word.dropFirst("codes:".count)
      } else if word == "text" {
        (types.readsText, namesCodes) = (true, false)
        continue
      } else if word == "codes" {
        (wantsCodes, namesCodes) = (true, false)
        continue
      } else if !namesCodes {
        throw UsageError("--types takes text, codes or text,codes, not '\(word)'.")
      }
      guard let found = BarcodeSymbology.named(String(name)) else {
        let known = BarcodeSymbology.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--types: there is no code '\(name)'.", remedy: "There are: \(known).")
      }
      symbologies += found
    }
    if wantsCodes {
      var codes = DetectBarcodesRequest()
      if !symbologies.isEmpty { codes.symbologies = symbologies }
      types.codes = codes
    }
    return types
  }
}
