public import Imaging

/// An engine that reads text in pictures.
///
/// An engine is synchronous and has one owner; recognizing blocks. Two engines stand behind this
/// protocol: Tesseract, and room for a neural one.
public protocol TextRecognizer: ~Copyable {
  /// Which engine and models these are.
  var engine: RecognitionEngine { get }

  /// Reads the text of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
  ///   - request: What to read; its languages, words and correction must be those the engine was made
  ///     for (``RecognizerConfiguration``).
  ///   - control: Cancels, limits and reports on the work.
  /// - Returns: The lines in reading order; none when the picture holds no text.
  /// - Throws: ``RecognitionError``; cancelled work never returns lines.
  mutating func recognize(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    control: RecognitionControl
  ) throws(RecognitionError) -> [RecognizedTextObservation]
}
