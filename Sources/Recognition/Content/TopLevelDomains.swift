/// The endings of host names that may stand without a scheme.
enum TopLevelDomains {
  /// Tells whether a name ends as a host's does, so surely that nothing else need speak for it.
  ///
  /// - Parameters:
  ///   - ending: The last part, in small letters.
  ///   - isBacked: Whether a path, `www`, or a third part speaks for it; some endings are words that
  ///     stand behind a dot wherever a blank was not seen.
  /// - Returns: Whether it does.
  static func contains(_ ending: String, isBacked: Bool) -> Bool {
    known.contains(ending) || isBacked && words.contains(ending)
  }

  private static let known: Set<String> = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "eu", "io", "dev", "app", "ai",
    "co", "uk", "de", "fr", "ch", "nl", "es", "pl", "se", "dk", "fi", "cz", "sk", "hu", "ro", "bg",
    "gr", "pt", "ie", "lu", "li", "lt", "lv", "ee", "si", "hr", "rs", "ua", "ru", "tr", "il", "jp",
    "cn", "kr", "tw", "hk", "sg", "au", "nz", "ca", "mx", "br", "ar", "cl", "za", "ng", "ke", "eg",
    "ma", "sa", "ae", "ir", "pk", "bd", "vn", "th", "ph", "gl", "tv", "cc", "fm", "ly", "xyz",
    "online", "shop", "store", "site", "tech", "cloud", "blog", "museum", "gmbh", "berlin",
    "hamburg",
    "bayern", "koeln", "paris", "london", "wien", "nyc", "swiss", "page", "wiki", "agency", "media",
    "health", "bank", "travel", "coop", "aero", "jobs", "mobi", "name", "pro", "eus", "cat", "scot",
    "wales", "bzh", "ltd", "inc", "llc", "club", "life", "world", "email", "digital", "solutions",
  ]

  /// Endings that are words too: English, German, French.
  private static let words: Set<String> = [
    "in", "is", "it", "at", "be", "so", "me", "us", "to", "no", "my", "as", "do", "am", "im", "la",
    "id", "by", "st", "news", "live", "today", "one", "top", "fun", "link", "art",
    "space", "work", "works", "design", "group", "team", "support", "school", "house", "land",
  ]
}
