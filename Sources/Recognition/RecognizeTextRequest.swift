public import FoundationEssentials
public import Imaging

/// What to recognize in a picture, and how.
///
/// The properties mean what those of Vision's `RecognizeTextRequest` mean; where Lectern differs the
/// property says so.
public struct RecognizeTextRequest: Sendable, Hashable {
  /// How much work a picture is worth.
  public enum RecognitionLevel: String, Sendable, Hashable, Codable, CaseIterable {
    /// One pass over the picture as it is.
    case fast

    /// A second look, with the light evened out, at what the first pass was unsure of.
    case accurate
  }

  /// How much work a picture is worth; accurate by default.
  public var recognitionLevel: RecognitionLevel = .accurate

  /// Which engine reads; the best that is there by default.
  public var engine = EngineChoice.auto

  /// The languages to read, the most important first; English by default.
  ///
  /// Unlike Vision's, this is the whole set and no hint: text in other languages is read as if it
  /// were in these. ``TesseractLanguage/list(_:models:)`` makes one from what a person writes;
  /// ``TesseractLanguage/preferred(environment:models:)`` finds the locale's.
  public var recognitionLanguages: [Locale.Language] = [
    Locale.Language(components: .init(languageCode: .init("en")))
  ]

  /// Whether the engine's dictionaries may weigh in; on by default.
  ///
  /// Turn it off for serial numbers.
  public var usesLanguageCorrection = true

  /// Words to prefer over similar ones; ignored while ``usesLanguageCorrection`` is off.
  ///
  /// One takes the place of what was read only where the engine finds it nearly as likely.
  public var customWords: [String] = []

  /// The smallest text to report, as a fraction of the whole picture's height (not of the region's),
  /// 0…1.
  ///
  /// A line's height reaches from the top of its tallest letter to the bottom of its lowest, as its
  /// bounds do. The larger the fraction, the faster a picture is read. 0, the default, leaves nothing
  /// out; Vision's default of 1/32 would leave a page of ordinary print under a webcam empty.
  public var minimumTextHeightFraction = 0.0

  /// The part of the picture to read; the whole by default.
  ///
  /// Results stay in the whole picture's coordinates.
  public var regionOfInterest = NormalizedRect.fullImage

  /// How many candidates ``RecognizedTextObservation/topCandidates(_:)`` can give, 1…10; 1 by default.
  ///
  /// More than one costs time.
  public var maximumCandidateCount = 1

  /// What Tesseract's own users set; the neural engine takes the allowed and denied characters.
  public var tesseract = TesseractOptions()

  /// Makes a request with the defaults.
  public init() {}
}

/// Settings of the Tesseract engine itself.
public struct TesseractOptions: Sendable, Hashable {
  /// How Tesseract looks for text on the page; its numbers, as `tesseract --help-psm` lists them.
  public enum PageSegmentationMode: Int, Sendable, Hashable, CaseIterable {
    /// A page with columns, found automatically.
    case automatic = 3

    /// One column of text of various sizes.
    case singleColumn = 4

    /// One block of vertically aligned text.
    case singleVerticalBlock = 5

    /// One block of text.
    case singleBlock = 6

    /// One line.
    case singleLine = 7

    /// One word.
    case singleWord = 8

    /// One word in a circle.
    case circledWord = 9

    /// One character.
    case singleCharacter = 10

    /// As much text as can be found, in no order.
    case sparseText = 11

    /// One line, without Tesseract's own treatment of it.
    case rawLine = 13
  }

  /// The page segmentation mode; `nil` lets the recognizer choose.
  public var pageSegmentationMode: PageSegmentationMode?

  /// The only characters to recognize; empty for all.
  public var allowedCharacters = ""

  /// Characters never to recognize.
  public var deniedCharacters = ""

  /// Any other variable of Tesseract by its name; an unknown name is an error.
  public var variables: [String: String] = [:]

  /// Makes options with nothing set.
  public init() {}
}
