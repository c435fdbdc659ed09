extension RecognizeTextRequest {
  /// Makes sure that the request is for an engine and has values that mean something.
  ///
  /// - Parameter configuration: What the engine was made for.
  /// - Throws: ``RecognitionError`` with the code `invalidArgument`.
  func check(for configuration: RecognizerConfiguration) throws(RecognitionError) {
    // Which engine reads was decided when it was made.
    var own = self.configuration
    own.engine = configuration.engine
    guard own == configuration else {
      throw RecognitionError(
        .invalidArgument,
        "The request's languages, words or correction are not those the engine was made for.",
        remedy: "Make an engine from the request's configuration."
      )
    }
    guard (0...1).contains(minimumTextHeightFraction) else {
      throw RecognitionError(
        .invalidArgument,
        "The minimum text height is a fraction from 0 to 1, \(minimumTextHeightFraction) is not."
      )
    }
    guard (1...10).contains(maximumCandidateCount) else {
      throw RecognitionError(
        .invalidArgument,
        "There can be 1 to 10 candidates, \(maximumCandidateCount) cannot be asked for."
      )
    }
  }
}
