extension TesseractRecognizer {
  /// Makes sure that a request can be obeyed, so that a wrong setting is found before any picture.
  ///
  /// - Parameter request: A request of this engine's configuration.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument` for a variable Tesseract does not
  ///   have or that cannot have the value.
  public mutating func validate(_ request: RecognizeTextRequest) throws(RecognitionError) {
    handle.restore(try handle.apply(RequestVariables(request)))
  }
}
