import Imaging
import Recognition
import Scanner

extension JSONNode {
  /// A size such as `1280x720`, or none.
  func size() throws(SettingError) -> PixelSize? {
    guard value != .null else { return nil }
    let text = try string()
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...65535).contains(width), (1...65535).contains(height)
    else {
      throw error("This has to be width and height like 1280x720, not \"\(text.prefix(80))\".")
    }
    return PixelSize(width: width, height: height)
  }

  /// Languages, or none.
  func languages() throws(SettingError) -> [TesseractLanguage] {
    var names: [String] = []
    for element in try elements() {
      let name = try element.string()
      do throws(RecognitionError) {
        _ = try TesseractLanguage.list(name)
      } catch {
        throw element.error(error.message, remedy: error.remedy)
      }
      names.append(name)
    }
    guard !names.isEmpty else { return [] }
    do throws(RecognitionError) {
      return try TesseractLanguage.list(names.joined(separator: ","))
    } catch {
      throw self.error(error.message, remedy: error.remedy)
    }
  }

  /// What to look for.
  func types() throws(SettingError) -> RecognizedDataTypes {
    var types = RecognizedDataTypes(readsText: false)
    var symbologies: [BarcodeSymbology] = []
    var wantsAllCodes = false
    let elements = try elements()
    for element in elements {
      switch try element.string() {
      case "text": types.readsText = true
      case "codes": wantsAllCodes = true
      case let word:
        guard let found = BarcodeSymbology.named(word) else {
          let known = BarcodeSymbology.allCases.map(\.rawValue).joined(separator: ", ")
          throw element.error(
            "There is nothing called \"\(word.prefix(80))\" to look for.",
            remedy: "There are: text, codes, \(known)."
          )
        }
        symbologies += found
      }
    }
    guard types.readsText || wantsAllCodes || !symbologies.isEmpty else {
      throw error("This has to name what to look for.", remedy: "Such as [\"text\", \"codes\"].")
    }
    if wantsAllCodes || !symbologies.isEmpty {
      var codes = DetectBarcodesRequest()
      if !wantsAllCodes { codes.symbologies = symbologies }
      types.codes = codes
    }
    return types
  }

  /// The kinds of content to keep.
  func contentKinds() throws(SettingError) -> Set<RecognizedContent.Kind> {
    var kinds: Set<RecognizedContent.Kind> = []
    for element in try elements() { kinds.insert(try element.choice()) }
    return kinds
  }
}
