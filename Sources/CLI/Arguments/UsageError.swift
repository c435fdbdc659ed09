/// A command line that cannot be obeyed.
struct UsageError: Error, Sendable, Hashable {
  /// What is wrong, naming the word.
  var message: String

  /// What to type instead.
  var remedy: String?

  /// Makes an error.
  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
