/// A setting that cannot be used: which, why, and what to write instead.
struct SettingError: Error, Sendable, Hashable {
  /// The way to it from the top, such as `cameras[0].quality`; empty for the whole.
  var path: String

  /// One sentence, without the path.
  var reason: String

  /// One sentence that says what to do, where something can be done.
  var remedy: String?

  /// Makes an error.
  init(at path: [String], _ reason: String, remedy: String? = nil) {
    self.path = path.joined(separator: ".").replacing(".[", with: "[")
    self.reason = reason
    self.remedy = remedy
  }

  /// Path, reason and remedy as one text.
  var text: String {
    [path.isEmpty ? nil : path + ":", reason, remedy].compactMap(\.self).joined(separator: " ")
  }
}
