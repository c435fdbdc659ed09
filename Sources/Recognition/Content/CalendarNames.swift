/// What months, and the words around dates and durations, are called in English, German and French.
enum CalendarNames {
  /// A month's number by its name in small letters, or by its short form.
  static let months: [String: Int] = table.enumerated().reduce(into: [:]) { months, entry in
    for name in entry.element.split(separator: " ") { months[String(name)] = entry.offset + 1 }
  }

  /// Names that are words of English too, and count as months only with a capital.
  static let alsoWords: Set<String> = [
    "may", "march", "mar", "mai", "mars", "sep", "dec", "jan", "jun",
  ]

  /// What stands before a time of day.
  static let beforeTime: Set<String> = [
    "at", "by", "from", "until", "till", "to", "time", "um", "von", "bis", "ab", "gegen", "uhrzeit",
    "zeit", "à", "de", "dès", "heure", "open", "opens", "closes", "daily", "between", "and", "und",
    "departs", "arrives", "start", "starts", "begins", "beginn", "ends", "ende",
  ]

  /// The letter ISO 8601 gives a unit of time by the unit's name, and its rank, the largest first.
  static let units: [String: (letter: String, rank: Int)] = {
    let names = [
      ("Y", "year years jahr jahre jahren ans année années"),
      ("M", "month months monat monate monaten mois"),
      ("W", "week weeks woche wochen semaine semaines"),
      ("D", "day days tag tage tagen jour jours"),
      ("H", "hour hours hr hrs h stunde stunden std heure heures"),
      ("M", "minute minutes min mins minuten"),
      ("S", "second seconds sec secs sekunde sekunden sek seconde secondes"),
    ]
    return names.enumerated().reduce(into: [:]) { units, entry in
      for name in entry.element.1.split(separator: " ") {
        units[String(name)] = (entry.element.0, entry.offset)
      }
    }
  }()

  /// The rank from which a unit belongs behind ISO's T.
  static let firstTimeRank = 4

  private static let table = [
    "january jan januar jänner janvier janv", "february feb februar février févr fév",
    "march mar märz mär mrz mars", "april apr avril avr", "may mai", "june jun juni juin",
    "july jul juli juillet juil", "august aug août", "september sep sept septembre",
    "october oct oktober okt octobre", "november nov novembre",
    "december dec dezember dez décembre déc",
  ]
}
